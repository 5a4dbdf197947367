import * as z from 'zod';
import { Instant } from '#domain/shared/contract/wire.ts';
import { CompanyQuery } from './quickbooks.schema.ts';
import { differenceKinds } from './reconciliation.ts';

const amount = z.string().regex(/^-?\d+\.\d{2}$/);
const side = z.object({ date: z.iso.date(), amount });

export const MonthQuery = CompanyQuery.extend({
  month: z
    .string('Month is required')
    .regex(/^(?:20|21)\d{2}-(?:0[1-9]|1[0-2])$/, 'Month must be a year and a month, such as 2026-11'),
});

export const MonthDifference = z.object({
  kind: z.enum(differenceKinds),
  /** The receipt number, or its counterpart in QuickBooks. */
  reference: z.string(),
  who: z.string(),
  case_id: z.string().nullable(),
  case_number: z.string(),
  ours: side.nullable(),
  theirs: side.nullable(),
  what: z.string(),
  remedy: z.string(),
  entry: z.string().nullable(),
});
export type MonthDifference = z.output<typeof MonthDifference>;

const total = z.object({ count: z.int(), amount });

/** Receipts less refunds of a month, in the ledger and in QuickBooks. */
export const MonthReconciliation = z.object({
  month: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  ours: total,
  theirs: total,
  /** QuickBooks less Stillwater. */
  difference: amount,
  matched: z.int(),
  differences: z.array(MonthDifference),
  as_of: Instant,
});
export type MonthReconciliation = z.output<typeof MonthReconciliation>;
