import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { cursor, Instant } from '#domain/shared/contract/wire.ts';
import { isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { FigureName } from './contributions.ts';
import { firstDay, scopes } from './periods.ts';

const day = z
  .string()
  .refine(isCalendarDate, { error: 'Enter a date as YYYY-MM-DD', abort: true })
  .refine((date) => date >= firstDay, 'The date cannot be before 1850');
const Day = z.iso.date();
const location = idSchema('home').optional();

export const units = ['count', 'money', 'days', 'hours', 'percent'] as const;
export type Unit = (typeof units)[number];

export const DrillDown = z.object({ figure: z.string(), from: Day, to: Day, location: z.uuid().optional() });
export type DrillDown = z.output<typeof DrillDown>;

/** Money has two decimals, days one, percentages and counts none. `before` is the previous year's value, or null. */
export const Figure = z.object({
  id: z.string(),
  title: z.string(),
  unit: z.enum(units),
  value: z.string(),
  before: z.string().nullable(),
  /** Number of records behind a mean. */
  of: z.number().int().nullable(),
  behind: DrillDown.nullable(),
});
export type Figure = z.output<typeof Figure>;

/** `total` is the sum of the rows, if they have one. */
export const FigureTable = z.object({
  id: z.string(),
  title: z.string(),
  unit: z.enum(units),
  heading: z.string(),
  note: z.string(),
  rows: z.array(Figure),
  total: Figure.nullable(),
});
export type FigureTable = z.output<typeof FigureTable>;

export const ReportResponse = z.object({
  /** The location's date. */
  today: Day,
  from: Day,
  to: Day,
  before: z.object({ from: Day, to: Day }).nullable(),
  location: z.uuid().nullable(),
  figures: z.array(Figure),
  tables: z.array(FigureTable),
});
export type ReportResponse = z.output<typeof ReportResponse>;

export const ReportQuery = z.object({
  /** The current month, quarter or year, or everything; the month by default. */
  scope: z.enum(scopes).optional(),
  from: day.optional(),
  to: day.optional(),
  location,
});
export type ReportQuery = z.output<typeof ReportQuery>;

export const reports = ['analytics', 'financial-overview'] as const;
export type Report = (typeof reports)[number];

export const ExportQuery = ReportQuery.extend({
  report: z.enum(reports),
  table: z.string().max(60),
  format: z.enum(['csv', 'xlsx']).optional(),
});

export const DashboardQuery = z.object({ location });

export const DrillDownQuery = z.object({
  figure: FigureName,
  from: day,
  to: day,
  location,
  cursor: cursor.optional(),
});

export const DrillDownRow = z.object({
  date: Day,
  case: z.uuid().nullable(),
  submission: z.uuid().nullable(),
  title: z.string(),
  detail: z.string(),
  location: z.uuid(),
  value: z.string(),
});
export type DrillDownRow = z.output<typeof DrillDownRow>;

export const DrillDownPage = z.object({
  unit: z.enum(units),
  sum: z.string(),
  count: z.number().int(),
  rows: z.array(DrillDownRow),
  next_cursor: z.string().nullable(),
});
export type DrillDownPage = z.output<typeof DrillDownPage>;

export const StoredMonth = z.object({ month: z.string(), made_at: Instant });
export const MonthReports = z.object({
  /** The last month that is over at every location. */
  last: z.string(),
  /** Two years. */
  months: z.array(StoredMonth),
});
export type MonthReports = z.output<typeof MonthReports>;
