import * as z from 'zod';
import type { MonthReport } from '#domain/reports/month-report.ts';
import { units } from '#domain/reports/report.schema.ts';
import { organizationSchema } from '#functions/organizations/repository/organization-record.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { type Repository, recordReads } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

const row = z.object({
  title: z.string(),
  value: z.string(),
  before: z.string().nullable(),
  of: z.number().int().nullable(),
});

/** Written once, when the month was over, and never changed. */
export const monthReportSchema = storedSchema({
  kind: 'month report',
  shape: 1,
  schema: z.object({
    month: z.string(),
    made_at: z.string(),
    organization: z.string(),
    before: z.object({ from: z.string(), to: z.string() }).nullable(),
    figures: z.array(row.extend({ unit: z.enum(units) })),
    tables: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        heading: z.string(),
        note: z.string(),
        unit: z.enum(units),
        rows: z.array(row),
        total: row.nullable(),
      }),
    ),
  }),
});

const prefix = 'MONTH#';

export const createMonthReportRepository = (table: Table, keys: Keys) => ({
  ...recordReads(table, monthReportSchema.parse, keys.monthReport),
  /** The latest first, for two years. */
  async made(): Promise<Pick<MonthReport, 'month' | 'made_at'>[]> {
    const items = await table.query({
      pk: keys.monthReports(),
      between: [prefix, prefixEnd(prefix)] as const,
      newestFirst: true,
      limit: 24,
      only: ['month', 'made_at'],
      consistent: false,
    });
    return items.map(({ month, made_at }) => ({ month: String(month), made_at: String(made_at) }));
  },
  /** Owners get the month by email by default. */
  async organization(): Promise<{ name: string; mails: boolean }> {
    const item = await table.get(keys.organization());
    const record = item && organizationSchema.parse(item);
    return { name: record?.name ?? '', mails: record?.month_report_mail ?? true };
  },
  /** Returns whether the owners were notified, or there was nothing to report. */
  wasAnnounced: async (month: string): Promise<boolean> =>
    (await table.get(keys.monthReportAnnounced(month))) !== undefined,
  /** A conflict if the month is already marked. */
  announced: (month: string): Write => ({
    put: { ...keys.monthReportAnnounced(month) },
    when: 'absent',
    refused: () => new WriteConflictError(),
  }),
  /** A conflict if it is already stored. */
  keep: (report: MonthReport): Write => ({
    put: monthReportSchema.item(keys.monthReport(report.month), report),
    when: 'absent',
    refused: () => new WriteConflictError(),
  }),
});
export type MonthReports = ReturnType<typeof createMonthReportRepository>;

export const monthReports = {
  grants: ['table:month-reports'],
  in: createMonthReportRepository,
} as const satisfies Repository;
export const monthsReadOnly = {
  grants: ['table:month-reports-read'],
  in: (table, keys): Pick<MonthReports, 'require'> => createMonthReportRepository(table, keys),
} as const satisfies Repository;
