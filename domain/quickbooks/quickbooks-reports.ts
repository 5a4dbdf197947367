import * as z from 'zod';
import { type Cents, toCents } from '#domain/shared/values/money.ts';
import type { OverviewScope } from './quickbooks.schema.ts';

const cells = z.object({ ColData: z.array(z.object({ value: z.string().default('') })).default([]) });
export const QuickBooksReport = z.object({
  Columns: z.object({ Column: z.array(z.object({ ColTitle: z.string().default('') })) }),
  Rows: z.object({ Row: z.array(z.object({ group: z.string().optional(), Summary: cells.optional() })).default([]) }),
});
export type QuickBooksReport = z.output<typeof QuickBooksReport>;

/** Returns a total in cents by the names of group and column, because QuickBooks may reorder both; 0 if missing. */
export function reportSum({ Columns, Rows }: QuickBooksReport, group: string, column = 'Total'): Cents {
  const at = Columns.Column.findIndex(({ ColTitle }) => ColTitle === column);
  const summary = Rows.Row.find((row) => row.group === group)?.Summary;
  return toCents(summary?.ColData[at]?.value || '0');
}

/** Returns the days of a scope up to today; `all` starts before QuickBooks Online existed. */
export function overviewPeriod(scope: OverviewScope, today: string): { from: string; to: string } {
  const [year = '', month = ''] = today.split('-');
  const quarter = String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0');
  const from = {
    month: `${year}-${month}-01`,
    quarter: `${year}-${quarter}-01`,
    year: `${year}-01-01`,
    all: '2000-01-01',
  };
  return { from: from[scope], to: today };
}
