import * as z from 'zod';
import { Instant } from '#domain/shared/contract/wire.ts';
import { taxTreatments } from './accounting-documents.ts';
import { postingKinds, postingStates } from './postings.ts';
import { accountingMessages, accountingParts, accountPurposes } from './quickbooks-records.ts';

const amount = z.string().regex(/^-?\d+\.\d{2}$/);
/** Ids in QuickBooks are digits as text. */
const quickBooksId = z.string().regex(/^[\w-]{1,50}$/, accountingMessages.accountUnknown);

const companyNumber = z.string('Company is required').regex(/^\d{1,30}$/, 'Company is required');
/** Which company a call is about: the organization's first one, unless it is a further one's number. */
export const CompanyQuery = z.object({ company: companyNumber.optional() });
/** Null: the organization's first one. */
export const CompanyChoice = z.object({ company: companyNumber.nullable() });
/** `further`: beside the company that is connected, for some of the homes. */
export const AuthUrlQuery = z.object({
  further: z.enum(['true', 'false'], 'Further must be true or false').optional(),
});
export const AuthUrl = z.object({ auth_url: z.string(), state: z.string() });

/** What QuickBooks sends the browser back with. */
export const CallbackExchange = z.object({
  code: z.string('Code is required').min(1, 'Code is required').max(1000),
  state: z.string('State is required').min(1, 'State is required').max(200),
  realmId: companyNumber,
});
export const Connected = z.object({
  connected: z.literal(true),
  company_name: z.string(),
  realm_id: z.string(),
  /** Whether it is the organization's first company, and not one beside it. */
  is_first: z.boolean(),
});

/** How the organization stands with QuickBooks, as the product knows it without asking there. */
export const AccountingStatus = z.object({
  connected: z.boolean(),
  company_name: z.string().nullable(),
  realm_id: z.string().nullable(),
  environment: z.string().nullable(),
  connected_at: Instant.nullable(),
  connected_by_name: z.string().nullable(),
  /** Until when the connection holds if nothing is sent meanwhile. */
  refresh_expires_at: Instant.nullable(),
  /** Somebody has to connect anew: QuickBooks lets us in no more. */
  needs_reconnect: z.boolean(),
  /** Whether the accounts are chosen. */
  is_mapped: z.boolean(),
  /** Until when QuickBooks is not asked because it did not answer. */
  paused_until: Instant.nullable(),
  /** How much waits and how much failed: five hundred of each are counted at most. */
  waiting_count: z.number().int(),
  failed_count: z.number().int(),
  /** All companies that are connected, the first one before the further ones; what stands above is of one of them. */
  companies: z.array(
    z.object({
      realm_id: z.string(),
      company_name: z.string(),
      is_first: z.boolean(),
      needs_reconnect: z.boolean(),
      is_mapped: z.boolean(),
    }),
  ),
  /** In which company each home keeps its books; null where that one is not connected. */
  homes: z.array(z.object({ id: z.string(), name: z.string(), realm_id: z.string().nullable() })),
});
export type AccountingStatus = z.output<typeof AccountingStatus>;

export const AccountingAccount = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string(),
  type: z.string(),
  sub_type: z.string(),
  classification: z.string(),
  balance: amount,
  active: z.boolean(),
});
export type AccountingAccount = z.output<typeof AccountingAccount>;

export const EntriesQuery = z.object({
  state: z.enum(postingStates, 'State must be failed, waiting, sent or by_hand'),
});
/** An entry by what it is and of what: `payment:<id>`. */
export const EntryName = z.object({
  entry: z
    .string('Entry is required')
    .regex(new RegExp(`^(${postingKinds.join('|')}):[\\da-f-]{36}$`), 'Entry is required'),
});
/** What of a case was sent to QuickBooks, waits, or failed. */
export const AccountingEntryRead = z.object({
  entry: z.string(),
  kind: z.enum(postingKinds),
  state: z.enum(postingStates),
  case_id: z.string(),
  case_number: z.string(),
  /** Of the receipt, the Statement, the case. */
  number: z.string(),
  date: z.string(),
  amount,
  /** Why it waits or failed, and what to do, in a bookkeeper's words. */
  problem: z.object({ what: z.string(), remedy: z.string() }).nullable(),
  /** The company that it stands in, or is to. */
  realm_id: z.string(),
  quickbooks_id: z.string().nullable(),
  updated_at: Instant,
});
export type AccountingEntryRead = z.output<typeof AccountingEntryRead>;
export const AccountingEntries = z.object({
  /** Those that changed last first; a hundred at most. */
  results: z.array(AccountingEntryRead),
  more: z.boolean(),
});

export const invoiceStates = ['paid', 'partial', 'open', 'overdue'] as const;
export const AccountingInvoice = z.object({
  id: z.string(),
  doc_number: z.string(),
  customer: z.string(),
  date: z.iso.date(),
  due_date: z.iso.date().nullable(),
  total: amount,
  balance: amount,
  status: z.enum(invoiceStates),
});
export type AccountingInvoice = z.output<typeof AccountingInvoice>;

export const overviewScopes = ['month', 'quarter', 'year', 'all'] as const;
export type OverviewScope = (typeof overviewScopes)[number];
export const OverviewQuery = CompanyQuery.extend({
  scope: z.enum(overviewScopes, 'Scope must be month, quarter, year or all').default('month'),
});

/** Profit and loss of the company and what it is owed, as QuickBooks reports them. */
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
  /** QuickBooks did not answer: the figures are those of `as_of`. */
  stale: z.boolean(),
});
export type FinancialOverview = z.output<typeof FinancialOverview>;

const choice = quickBooksId.nullable();
const choicesFor = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, choice])) as Record<Name, typeof choice>;

/** How money is booked, as it is chosen once: accounts by their ids in QuickBooks. */
export const AccountingChoices = z.object({
  parts: z.object(choicesFor(accountingParts)),
  ...choicesFor(accountPurposes),
  /** Whether each home is a class in QuickBooks. */
  classes: z.boolean(),
  tax: z.enum(taxTreatments),
});

export const AccountingSettings = AccountingChoices.extend({
  /** Nothing of a day before is sent: at first of the day on which accounts were chosen; a first sync sets an earlier one. */
  start_date: z.iso.date(),
});
export type AccountingSettings = z.output<typeof AccountingSettings>;

export const AccountingSettingsRead = AccountingSettings.extend({
  /** False while nobody has chosen: what is answered is proposed by the chart of accounts. */
  is_saved: z.boolean(),
  version: z.number().int(),
});
export type AccountingSettingsRead = z.output<typeof AccountingSettingsRead>;
export const AccountingSettingsChange = AccountingChoices.extend({ version: z.number().int() });
