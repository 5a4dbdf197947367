import * as z from 'zod';
import { Instant } from '#domain/shared/contract/wire.ts';
import { postingKinds, postingStates } from './postings.ts';
import { taxTreatments } from './quickbooks-documents.ts';
import { accountPurposes, invoiceParts, quickBooksMessages } from './quickbooks-records.ts';
import { differenceKinds } from './reconciliation.ts';

const amount = z.string().regex(/^-?\d+\.\d{2}$/);
const quickBooksId = z.string().regex(/^[\w-]{1,50}$/, quickBooksMessages.accountUnknown);

const companyNumber = z.string('Company is required').regex(/^\d{1,30}$/, 'Company is required');
export const CompanyQuery = z.object({ company: companyNumber.optional() });
/** Null: the organization's first company. */
export const CompanyChoice = z.object({ company: companyNumber.nullable() });
/** `further`: an additional company for some of the homes. */
export const AuthUrlQuery = z.object({
  further: z.enum(['true', 'false'], 'Further must be true or false').optional(),
});
export const AuthUrl = z.object({ auth_url: z.string(), state: z.string() });

export const CallbackExchange = z.object({
  code: z.string('Code is required').min(1, 'Code is required').max(1000),
  state: z.string('State is required').min(1, 'State is required').max(200),
  realmId: companyNumber,
});
export const Connected = z.object({
  connected: z.literal(true),
  company_name: z.string(),
  realm_id: z.string(),
  is_first: z.boolean(),
});

/** The state of the connection, read without a call to QuickBooks. */
export const QuickBooksStatus = z.object({
  connected: z.boolean(),
  company_name: z.string().nullable(),
  realm_id: z.string().nullable(),
  environment: z.string().nullable(),
  connected_at: Instant.nullable(),
  connected_by_name: z.string().nullable(),
  refresh_expires_at: Instant.nullable(),
  /** QuickBooks no longer accepts the connection; a user must reconnect. */
  needs_reconnect: z.boolean(),
  is_mapped: z.boolean(),
  /** QuickBooks did not respond; no calls until then. */
  paused_until: Instant.nullable(),
  /** At most 500 of each are counted. */
  waiting_count: z.number().int(),
  failed_count: z.number().int(),
  /** All connected companies, the first one before the others; the fields above are of one company. */
  companies: z.array(
    z.object({
      realm_id: z.string(),
      company_name: z.string(),
      is_first: z.boolean(),
      needs_reconnect: z.boolean(),
      is_mapped: z.boolean(),
    }),
  ),
  /** The company of each home; null if it is not connected. */
  homes: z.array(z.object({ id: z.string(), name: z.string(), realm_id: z.string().nullable() })),
});
export type QuickBooksStatus = z.output<typeof QuickBooksStatus>;

export const QuickBooksAccount = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string(),
  type: z.string(),
  sub_type: z.string(),
  classification: z.string(),
  balance: amount,
  active: z.boolean(),
});
export type QuickBooksAccount = z.output<typeof QuickBooksAccount>;

export const EntriesQuery = z.object({
  state: z.enum(postingStates, 'State must be failed, waiting, sent or by_hand'),
});
/** Kind and record: `payment:<id>`. */
export const EntryName = z.object({
  entry: z
    .string('Entry is required')
    .regex(new RegExp(`^(${postingKinds.join('|')}):[\\da-f-]{36}$`), 'Entry is required'),
});
export const PostingRead = z.object({
  entry: z.string(),
  kind: z.enum(postingKinds),
  state: z.enum(postingStates),
  case_id: z.string(),
  case_number: z.string(),
  number: z.string(),
  date: z.string(),
  amount,
  problem: z.object({ what: z.string(), remedy: z.string() }).nullable(),
  /** The amount in QuickBooks if a user changed the record there; null otherwise or if it is not known. */
  changed_amount: amount.nullable(),
  realm_id: z.string(),
  quickbooks_id: z.string().nullable(),
  updated_at: Instant,
});
export type PostingRead = z.output<typeof PostingRead>;
export const PostingList = z.object({
  /** The latest changes first, at most 100. */
  results: z.array(PostingRead),
  more: z.boolean(),
});

export const invoiceStates = ['paid', 'partial', 'open', 'overdue'] as const;
export const QuickBooksInvoice = z.object({
  id: z.string(),
  doc_number: z.string(),
  customer: z.string(),
  date: z.iso.date(),
  due_date: z.iso.date().nullable(),
  total: amount,
  balance: amount,
  status: z.enum(invoiceStates),
});
export type QuickBooksInvoice = z.output<typeof QuickBooksInvoice>;

export const overviewScopes = ['month', 'quarter', 'year', 'all'] as const;
export type OverviewScope = (typeof overviewScopes)[number];
export const OverviewQuery = CompanyQuery.extend({
  scope: z.enum(overviewScopes, 'Scope must be month, quarter, year or all').default('month'),
});

export const FinancialOverview = z.object({
  scope: z.enum(overviewScopes),
  period: z.object({ from: z.iso.date(), to: z.iso.date() }),
  income: amount,
  expenses: amount,
  net_income: amount,
  receivables: z.object({
    current: amount,
    d1_30: amount,
    d31_60: amount,
    d61_90: amount,
    d91_plus: amount,
    total: amount,
  }),
  open_invoices: z.number().int(),
  overdue_invoices: z.number().int(),
  as_of: Instant,
  /** QuickBooks did not respond: the figures are those of `as_of`. */
  stale: z.boolean(),
});
export type FinancialOverview = z.output<typeof FinancialOverview>;

const choice = quickBooksId.nullable();
const choicesFor = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, choice])) as Record<Name, typeof choice>;

export const SettingsChoices = z.object({
  parts: z.object(choicesFor(invoiceParts)),
  ...choicesFor(accountPurposes),
  classes: z.boolean(),
  tax: z.enum(taxTreatments),
});

export const QuickBooksSettings = SettingsChoices.extend({
  /** The first day that is sent: the day accounts were chosen, unless a first sync sets an earlier one. */
  start_date: z.iso.date(),
});
export type QuickBooksSettings = z.output<typeof QuickBooksSettings>;

export const QuickBooksSettingsRead = QuickBooksSettings.extend({
  /** False if the response is proposed from the chart of accounts. */
  is_saved: z.boolean(),
  version: z.number().int(),
});
export type QuickBooksSettingsRead = z.output<typeof QuickBooksSettingsRead>;
export const QuickBooksSettingsChange = SettingsChoices.extend({ version: z.number().int() });

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
