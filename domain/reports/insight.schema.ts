import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { cursor, Instant } from '#domain/shared/contract/wire.ts';
import { isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { firstDay, scopes } from './periods.ts';
import { FigureName } from './sums.ts';

const day = z
  .string()
  .refine(isCalendarDate, { error: 'Enter a date as YYYY-MM-DD', abort: true })
  .refine((date) => date >= firstDay, 'The date cannot be before 1850');
const Day = z.iso.date();
const location = idSchema('home').optional();

export const units = ['count', 'money', 'days', 'percent'] as const;
export type Unit = (typeof units)[number];

/** Where the records behind a figure are: the query of the call that lists them. */
export const Behind = z.object({ figure: z.string(), from: Day, to: Day, location: z.uuid().optional() });
export type Behind = z.output<typeof Behind>;

/**
 * A figure. Money is a decimal string with two places, days have one place, a percentage none; counts are whole. `before` is the
 * same of the year before, null where there is none to compare with.
 */
export const Figure = z.object({
  id: z.string(),
  title: z.string(),
  unit: z.enum(units),
  value: z.string(),
  before: z.string().nullable(),
  /** Of what it is the mean: how many records. */
  of: z.number().int().nullable(),
  behind: Behind.nullable(),
});
export type Figure = z.output<typeof Figure>;

/** Figures of one kind, row by row; `total` is their sum where they have one. */
export const FigureTable = z.object({
  id: z.string(),
  title: z.string(),
  unit: z.enum(units),
  /** What the rows are: 'Month', 'Kind of service'. */
  heading: z.string(),
  note: z.string(),
  rows: z.array(Figure),
  total: Figure.nullable(),
});
export type FigureTable = z.output<typeof FigureTable>;

export const Insight = z.object({
  /** The home's day. */
  today: Day,
  from: Day,
  to: Day,
  /** What is compared with; null where there is nothing before. */
  before: z.object({ from: Day, to: Day }).nullable(),
  location: z.uuid().nullable(),
  figures: z.array(Figure),
  tables: z.array(FigureTable),
});
export type Insight = z.output<typeof Insight>;

export const InsightQuery = z.object({
  /** The month, quarter or year that has begun, or everything; the month unless days are given. */
  scope: z.enum(scopes).optional(),
  from: day.optional(),
  to: day.optional(),
  location,
});
export type InsightQuery = z.output<typeof InsightQuery>;

export const reports = ['analytics', 'financial-overview'] as const;
export type Report = (typeof reports)[number];

export const ExportQuery = InsightQuery.extend({
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
  /** Where the page before ended. */
  cursor: cursor.optional(),
});

/** A record behind a figure, and what it adds to it. */
export const BehindRow = z.object({
  date: Day,
  case: z.uuid().nullable(),
  submission: z.uuid().nullable(),
  title: z.string(),
  detail: z.string(),
  location: z.uuid(),
  value: z.string(),
});
export type BehindRow = z.output<typeof BehindRow>;

export const BehindFigure = z.object({
  unit: z.enum(units),
  /** The sum of all rows, and how many there are. */
  sum: z.string(),
  count: z.number().int(),
  rows: z.array(BehindRow),
  next_cursor: z.string().nullable(),
});
export type BehindFigure = z.output<typeof BehindFigure>;

/** A month whose figures were kept when it was over. */
export const KeptMonth = z.object({ month: z.string(), made_at: Instant });
export const MonthReports = z.object({
  /** The last month that is over at every home. */
  last: z.string(),
  /** Two years of them. */
  months: z.array(KeptMonth),
});
export type MonthReports = z.output<typeof MonthReports>;
