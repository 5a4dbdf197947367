import type { Figure, FigureTable, Insight } from './insight.schema.ts';

/** Whether a table tells how things stand now, whatever the days of its report. */
export const isPointInTime = ({ id, heading }: Pick<FigureTable, 'id' | 'heading'>): boolean =>
  heading === 'Age' || id === 'staff-load';

type DaysOfReport = Pick<Insight, 'today' | 'from' | 'to' | 'before'>;

/** Of when a table is, for the name of its file: '2026-03-01-2026-03-31', or the day on which it stands so. */
export const tableDays = (table: FigureTable, { today, from, to }: DaysOfReport): string =>
  isPointInTime(table) ? today : `${from}-${to}`;

/** What stands above the figures of a table: what they are, and of when. */
const figuresTitle = (table: FigureTable, { today, from, to }: DaysOfReport): string => {
  const { heading, title } = table;
  if (heading === 'Month') return title;
  return isPointInTime(table) ? `${title}, as of ${today}` : `${title}, ${from} to ${to}`;
};

/** A table as lines of texts, the first of them titles: what its files hold, and what it says to who cannot see a chart. */
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
