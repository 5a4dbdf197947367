import * as z from 'zod';
import { type Paper, type PaperPart, paperFileName } from '#domain/documents/printing/paper.ts';
import { addDays, addMonths, type CalendarDate, formatDate, momentIn } from '#domain/shared/values/calendar-date.ts';
import { daysOfMonth, monthOf } from './periods.ts';
import type { Figure, FigureTable, ReportResponse, Unit } from './report.schema.ts';

/** A sum may exceed the maximum of a single amount. */
const moneyText = (decimal: string): string => {
  const sign = decimal.startsWith('-') ? '-' : '';
  return `${sign}$${decimal.slice(sign.length).replace(/\B(?=(\d{3})+\.)/g, ',')}`;
};

/** Returns a value as text: “$1,250.00”, “3.5 days”, “40%”, “1,204”. */
export const valueText = (unit: Unit, value: string): string => {
  if (unit === 'money') return moneyText(value);
  if (unit === 'days' || unit === 'hours')
    return Number(value) === 1 ? `1 ${unit.slice(0, -1)}` : `${value.replace(/\.0$/, '')} ${unit}`;
  return unit === 'percent' ? `${value}%` : Number(value).toLocaleString('en-US');
};

/** True unless it is a mean or share of nothing. */
export const isKnown = ({ unit, of }: Pick<Figure, 'unit' | 'of'>): boolean =>
  of !== 0 || unit === 'count' || unit === 'money';

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', style: 'currency', currency: 'USD' });

/** Returns a short form: “$13K”. */
export const shortText = (unit: Unit, value: string): string =>
  unit === 'money' ? compact.format(Number(value)) : valueText(unit, value);

/** True if a table shows the current state, independent of the report's period. */
const isPointInTime = ({ id, heading }: Pick<FigureTable, 'id' | 'heading'>): boolean =>
  heading === 'Age' || id === 'staff-load';

type DaysOfReport = Pick<ReportResponse, 'today' | 'from' | 'to' | 'before'>;

/** Returns a table's period for its file name: '2026-03-01-2026-03-31', or the date of a current state. */
export const tableDays = (table: FigureTable, { today, from, to }: DaysOfReport): string =>
  isPointInTime(table) ? today : `${from}-${to}`;

const figuresTitle = (table: FigureTable, { today, from, to }: DaysOfReport): string => {
  const { heading, title } = table;
  if (heading === 'Month') return title;
  return isPointInTime(table) ? `${title}, as of ${today}` : `${title}, ${from} to ${to}`;
};

/** Returns a table as lines of text, titles first: for its files, and as a chart's text alternative. */
export const tableRows = (table: FigureTable, days: DaysOfReport): string[][] => {
  const { heading, rows, total } = table;
  const { before } = days;
  const hasBefore = [...rows, ...(total ? [total] : [])].some((row) => row.before !== null);
  const hasCount = rows.some((row) => row.of !== null);
  const line = (row: Figure): string[] => [
    row.title,
    row.value,
    ...(hasBefore ? [row.before ?? ''] : []),
    ...(hasCount ? [row.of === null ? '' : String(row.of)] : []),
  ];
  const isByMonth = heading === 'Month';
  return [
    [
      heading,
      figuresTitle(table, days),
      ...(hasBefore ? [isByMonth || !before ? 'A year before' : `${before.from} to ${before.to}`] : []),
      ...(hasCount ? ['Records'] : []),
    ],
    ...rows.map(line),
    ...(total ? [line(total)] : []),
  ];
};

/** YYYY-MM, from 1850 on. */
export const Month = z
  .string('Enter a month as YYYY-MM')
  .regex(/^(18[5-9]|19\d|[2-9]\d\d)\d-(0[1-9]|1[0-2])$/, 'Enter a month as YYYY-MM');

const named = (month: string, length: 'long' | 'short'): string =>
  new Intl.DateTimeFormat('en-US', { month: length, year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

/** Returns “October 2026”. */
export const monthTitle = (month: string): string => named(month, 'long');

/** Returns “Oct 2026”. */
export const monthName = (month: string): string => named(month, 'short');

/** The hour of the next month's first day at the last location, so that late entries are included. */
const madeAt = '05:00';
/** Days in which the previous month is still reported. */
const daysToMake = 7;
const maxRows = 30;

/** Returns the month (YYYY-MM) that is over at every location, given at least one time zone. */
export const lastMonth = (zones: readonly string[], now: Date): string => {
  const earliest = zones.map((zone) => momentIn(zone, now).day).toSorted()[0] ?? now.toISOString().slice(0, 10);
  return monthOf(addMonths(`${monthOf(earliest)}-01`, -1));
};

/** Returns the month to report automatically now: in the first days of the next one, and never at night. */
export const monthToReport = (zones: readonly string[], now: Date): string | undefined => {
  const moments = zones.map((zone) => momentIn(zone, now));
  const month = lastMonth(zones, now);
  const first = addMonths(`${month}-01`, 1);
  const isDue = moments.every(({ day, time }) => day > first || (day === first && time >= madeAt));
  return isDue && moments.every(({ day }) => day < addDays(first, daysToMake)) ? month : undefined;
};

interface FrozenRow {
  readonly title: string;
  readonly value: string;
  readonly before: string | null;
  /** Number of records of a mean. */
  readonly of: number | null;
}

export interface FrozenTable {
  readonly id: string;
  readonly title: string;
  readonly heading: string;
  readonly note: string;
  readonly unit: Unit;
  readonly rows: FrozenRow[];
  readonly total: FrozenRow | null;
}

/** The figures of a finished month; later entries appear only on screens. */
export interface MonthReport {
  readonly month: string;
  readonly made_at: string;
  readonly organization: string;
  readonly before: { readonly from: CalendarDate; readonly to: CalendarDate } | null;
  readonly figures: (FrozenRow & { readonly unit: Unit })[];
  readonly tables: FrozenTable[];
}

const frozen = ({ title, value, before, of }: FrozenRow): FrozenRow => ({ title, value, before, of });
const cents = (text: string | null): number => Math.round(Number(text ?? '0') * 100);

/** Returns the rows that fit on a page; others of a sum are combined. */
const frozenRows = ({ rows, unit }: FigureTable): FrozenRow[] => {
  const [shown, rest] = [rows.slice(0, maxRows), rows.slice(maxRows)];
  if (rest.length === 0) return shown.map(frozen);
  const sum = (texts: readonly (string | null)[]): string => {
    const all = texts.reduce((so, text) => so + cents(text), 0);
    return unit === 'money' ? (all / 100).toFixed(2) : String(all / 100);
  };
  const before = rest.some((row) => row.before !== null) ? sum(rest.map((row) => row.before)) : null;
  return [
    ...shown.map(frozen),
    { title: `${rest.length} others`, value: sum(rest.map(({ value }) => value)), before, of: null },
  ];
};

/** Returns a month's figures to store, without family data: only names of staff, locations and sold items. */
export const freezeMonth = (
  about: Pick<MonthReport, 'month' | 'made_at' | 'organization'>,
  reports: readonly Pick<ReportResponse, 'before' | 'figures' | 'tables'>[],
): MonthReport => ({
  ...about,
  before: reports[0]?.before ?? null,
  figures: reports.flatMap(({ figures }) => figures.map((figure) => ({ ...frozen(figure), unit: figure.unit }))),
  tables: reports.flatMap(({ tables }) =>
    tables.map((table) => ({
      id: table.id,
      title: table.title,
      heading: table.heading,
      note: table.note,
      unit: table.unit,
      rows: frozenRows(table),
      total: table.total && frozen(table.total),
    })),
  ),
});

/** True if nothing happened and nothing is open, so that no email is sent. */
export const isEmptyMonth = ({ figures, tables }: MonthReport): boolean =>
  [...figures, ...tables.flatMap(({ rows }) => rows)].every(({ value, before }) => !Number(value) && !Number(before));

const currentText = (row: FrozenRow, unit: Unit): string =>
  isKnown({ unit, of: row.of }) ? valueText(unit, row.value) : 'None';
const previousText = ({ before }: FrozenRow, unit: Unit): string => (before === null ? '' : valueText(unit, before));

const pictureOf = ({ title, unit, rows }: FrozenTable): PaperPart => ({
  kind: 'columns',
  altText: `${title}. The same data is in the table below.`,
  columns: rows.map((row) => ({
    label: row.title.slice(0, 3),
    text: shortText(unit, row.value),
    value: Math.max(0, Number(row.value)),
  })),
});

const ofWhen = (table: FrozenTable): string => {
  if (table.heading === 'Month') return 'The month';
  return isPointInTime(table) ? 'As of that date' : 'This month';
};

const tableParts = (table: FrozenTable): PaperPart[] => {
  const { title, heading, note, unit, rows, total } = table;
  const isByMonth = heading === 'Month';
  const hasBefore = [...rows, ...(total ? [total] : [])].some(({ before }) => before !== null);
  const line = (row: FrozenRow): string[] => [
    row.title,
    currentText(row, unit),
    ...(hasBefore ? [previousText(row, unit)] : []),
  ];
  const shown = isByMonth ? rows : rows.filter(({ value, before }) => Number(value) !== 0 || Number(before) !== 0);
  const head: PaperPart[] = [
    { kind: 'heading', text: title },
    ...(note ? [{ kind: 'text' as const, text: note }] : []),
  ];
  if (shown.length === 0) return [...head, { kind: 'text', text: 'None.' }];
  return [
    ...head,
    ...(isByMonth ? [pictureOf(table)] : []),
    {
      kind: 'table',
      columns: [
        { label: heading, width: hasBefore ? 0.5 : 0.7 },
        { label: ofWhen(table), width: hasBefore ? 0.25 : 0.3, align: 'right' },
        ...(hasBefore ? [{ label: 'A year before', width: 0.25, align: 'right' as const }] : []),
      ],
      rows: shown.map(line),
      ...(total ? { sums: [line(total)] } : {}),
    },
  ];
};

export function monthReportPaper(report: MonthReport): Paper {
  const { month, made_at, organization, before, figures, tables } = report;
  const { from, to } = daysOfMonth(month);
  const beside = before ? `, compared with ${formatDate(before.from)} – ${formatDate(before.to)}` : '';
  return {
    title: `${monthTitle(month)} report`,
    letterhead: [organization, 'All homes'],
    parts: [
      {
        kind: 'text',
        text: `${formatDate(from)} – ${formatDate(to)}${beside}. Data as of ${formatDate(made_at.slice(0, 10))}. Later changes are not included.`,
      },
      {
        kind: 'table',
        columns: [
          { label: 'Figure', width: 0.5 },
          { label: 'This month', width: 0.25, align: 'right' },
          { label: 'A year before', width: 0.25, align: 'right' },
        ],
        rows: figures.map((row) => [row.title, currentText(row, row.unit), previousText(row, row.unit)]),
      },
      ...tables.flatMap(tableParts),
    ],
    footer: `${organization} · ${monthName(month)} report`,
    asOf: made_at,
  };
}

export const monthReportFileName = (month: string): string => paperFileName('figures', month);
