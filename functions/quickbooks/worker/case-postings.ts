import { deceasedName } from '#domain/cases/present-case.ts';
import { contactNamed, nextOfKins } from '#domain/cases/primary-contact.ts';
import { compareLedgerEntries } from '#domain/payments/payment.rules.ts';
import { type LedgerEntry, ledgerPostingKind, planLedgerPostings } from '#domain/quickbooks/postings.ts';
import {
  type KnownName,
  type Payer,
  type PostingRefs,
  payerNameOf,
  toQuickBooksCustomer,
  toQuickBooksInvoice,
  toQuickBooksPayment,
  toQuickBooksRefund,
} from '#domain/quickbooks/quickbooks-documents.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { type Cents, toCents } from '#domain/shared/values/money.ts';
import { isSameName } from '#domain/shared/values/same-name.ts';
import { type CaseRecord, hasLedger, hasStatements } from '#functions/cases/repository/case-record.ts';
import { createCaseRepository, type StoredCase } from '#functions/cases/repository/cases.ts';
import { createPaymentRepository, type PaymentRecord } from '#functions/payments/repository/payments.ts';
import { mayBeInQuickBooks } from '#functions/quickbooks/repository/postings.ts';
import { createStatementRepository, type StatementRecord } from '#functions/statements/repository/statements.ts';
import type { Posting, PostingRequest } from './save-record.ts';
import type { CompanyContext, QuickBooksDependencies } from './synced-companies.ts';

export interface CasePostings {
  stored: StoredCase;
  statement: StatementRecord | undefined;
  ledgerEntries: LedgerEntry[];
  /** Cents; undefined without an invoice. */
  invoiced: Cents | undefined;
  settings: CompanyContext['settings'];
}

const ledgerEntryOf = (record: PaymentRecord): LedgerEntry => ({ ...record, isVoided: record.status === 'voided' });

interface CaseLedger {
  latest: StatementRecord | undefined;
  ledger: LedgerEntry[];
  /** Ids of entries before the first day that are, or may be, in QuickBooks. */
  postedEarlier: ReadonlySet<string>;
}
export interface CaseMoney extends CaseLedger {
  stored: StoredCase;
}

const readLedger = async (
  { table }: QuickBooksDependencies,
  { keys, entries, realm, settings: { start_date } }: CompanyContext,
  caseId: string,
): Promise<CaseLedger> => {
  const [all, statements] = await Promise.all([
    createPaymentRepository(table, keys).ofCase(caseId),
    createStatementRepository(table, keys).ofCase(caseId),
  ]);
  const latest = statements.at(-1)?.record;
  const ledger = all.toSorted(compareLedgerEntries).map(ledgerEntryOf);
  const older = ledger.filter(({ payment_date }) => payment_date < start_date);
  const known = await entries.findAll([
    ...(latest && latest.content.date_of_statement < start_date ? [{ kind: 'invoice', id: caseId } as const] : []),
    ...older.map((ledgerEntry) => ({ kind: ledgerPostingKind(ledgerEntry), id: ledgerEntry.id })),
  ]);
  const realmEntries = known.filter((entry) => entry.realm === realm && mayBeInQuickBooks(entry));
  return { latest, ledger, postedEarlier: new Set(realmEntries.map(({ id }) => id)) };
};

export const readCaseMoney = async (
  dependencies: QuickBooksDependencies,
  context: CompanyContext,
  caseId: string,
): Promise<CaseMoney | undefined> => {
  const stored = await createCaseRepository(dependencies.table, context.keys).find(caseId);
  return stored && { stored, ...(await readLedger(dependencies, context, caseId)) };
};

/** Keeps earlier entries that QuickBooks has: a corrected day must not remove an entry from both sides. */
const toBePosted = (
  caseId: string,
  { latest, ledger, postedEarlier }: CaseLedger,
  { start_date }: CompanyContext['settings'],
) => ({
  statement:
    latest && (latest.content.date_of_statement >= start_date || postedEarlier.has(caseId)) ? latest : undefined,
  ledgerEntries: ledger.filter(({ payment_date, id }) => payment_date >= start_date || postedEarlier.has(id)),
});

/** True if a case has postings, whenever it changed: entries may be dated ahead or corrected without it. */
export const hasPostings = async (
  dependencies: QuickBooksDependencies,
  context: CompanyContext,
  core: CaseRecord,
): Promise<boolean> => {
  if (!hasLedger(core) && !hasStatements(core)) return false;
  const ledger = await readLedger(dependencies, context, core.id);
  const { statement, ledgerEntries } = toBePosted(core.id, ledger, context.settings);
  return statement !== undefined || ledgerEntries.length > 0;
};

const isCancelled = ({ core }: StoredCase): boolean => core.status === 'cancelled';

export const postingsFrom = (money: CaseMoney, settings: CompanyContext['settings']): CasePostings | undefined => {
  const { stored } = money;
  const { statement, ledgerEntries } = toBePosted(stored.core.id, money, settings);
  if (!statement && ledgerEntries.length === 0) return undefined;
  // Nothing is owed for a cancelled case; its payments are the customer's credit.
  const total = statement && toCents(statement.content.totals.complete_total);
  const invoiced = statement && (isCancelled(stored) ? 0 : total);
  return { stored, statement, ledgerEntries, invoiced, settings };
};

/** Returns the current postings of a case; undefined if there are none or the case was deleted. */
export const readCasePostings = async (
  dependencies: QuickBooksDependencies,
  context: CompanyContext,
  caseId: string,
): Promise<CasePostings | undefined> => {
  const money = await readCaseMoney(dependencies, context, caseId);
  return money && postingsFrom(money, context.settings);
};

/** Returns the Statement's purchaser, else the informant, else ''. */
export const payerName = ({ sections }: StoredCase, statement: StatementRecord | undefined): string =>
  statement?.content.purchaser.name || stringAt(sections.informant?.values ?? {}, 'informant_name');

/** Names of contact, next of kin and decedent, which the case has as first and last names. */
const namesIn = ({ informant, deceased }: StoredCase['sections']): KnownName[] =>
  [
    ...[informant?.values, deceased?.values].flatMap((values) => (values ? [values] : [])),
    ...nextOfKins(informant?.values),
  ].flatMap((values) =>
    ['customer_', 'deceased_', ''].map((before) => ({
      first: stringAt(values, `${before}first_name`),
      middle: stringAt(values, `${before}middle_name`),
      last: stringAt(values, `${before}last_name`),
    })),
  );

const payerOf = ({ stored, statement }: CasePostings): Payer => {
  const { core, sections } = stored;
  const informant = sections.informant?.values ?? {};
  const payer = payerName(stored, statement);
  const name = payer || deceasedName(sections.deceased?.values) || 'Family';
  // A Statement keeps its purchaser after the informant changes: the new contact data is not the purchaser's.
  const isInformant = payer === '' || isSameName(payer, stringAt(informant, 'informant_name'));
  return {
    case_id: core.id,
    case_number: core.case_number,
    name: payerNameOf(name, namesIn(sections)),
    ...contactNamed(informant, payer || stringAt(informant, 'informant_name')),
    address: statement?.content.purchaser.address || (isInformant ? stringAt(informant, 'informant_address') : ''),
  };
};

const caseFields = ({ stored: { core } }: CasePostings) => ({ case_id: core.id, case_number: core.case_number });

const ledgerPosting = (postings: CasePostings, entry: LedgerEntry): Posting => ({
  ...caseFields(postings),
  kind: ledgerPostingKind(entry),
  id: entry.id,
  number: entry.receipt_number,
  date: entry.payment_date,
  amount_cents: entry.amount_cents,
  isVoided: entry.isVoided,
});

const invoicePosting = (postings: CasePostings, { statement_number, content }: StatementRecord): Posting => ({
  ...caseFields(postings),
  kind: 'invoice',
  id: postings.stored.core.id,
  number: statement_number,
  date: content.date_of_statement,
  amount_cents: postings.invoiced ?? 0,
  isVoided: isCancelled(postings.stored),
});

export const transactionPostings = (postings: CasePostings): Posting[] => [
  ...(postings.statement ? [invoicePosting(postings, postings.statement)] : []),
  ...postings.ledgerEntries.map((entry) => ledgerPosting(postings, entry)),
];

export const customerRequest = (postings: CasePostings): PostingRequest<'Customer'> => ({
  ...caseFields(postings),
  kind: 'customer',
  type: 'Customer',
  id: postings.stored.core.id,
  amount_cents: 0,
  number: postings.stored.core.case_number,
  isVoided: false,
  applied_cents: 0,
  date: postings.statement?.content.date_of_statement ?? postings.ledgerEntries[0]?.payment_date ?? '',
  body: toQuickBooksCustomer(payerOf(postings)),
});

/** Returns a digest of everything that decides the postings. */
export const postingsFingerprint = (postings: CasePostings | undefined): string => {
  if (!postings) return '';
  const { stored, statement, ledgerEntries } = postings;
  const { funeral_home_id } = stored.core;
  const transactions = transactionPostings(postings);
  return JSON.stringify([customerRequest(postings), transactions, statement, ledgerEntries, funeral_home_id]);
};

export const invoiceRequest = (postings: CasePostings, refs: PostingRefs): PostingRequest<'Invoice'> | undefined =>
  postings.statement && {
    ...invoicePosting(postings, postings.statement),
    type: 'Invoice',
    applied_cents: 0,
    body: toQuickBooksInvoice(postings.statement, refs, {
      tax: postings.settings.tax,
      isVoided: isCancelled(postings.stored),
    }),
  };

/** `invoice`: its id and amount in QuickBooks. */
export const ledgerRequests = (
  postings: CasePostings,
  refs: PostingRefs,
  invoice: { id: string; amount: Cents } | undefined,
): { payments: PostingRequest<'Payment'>[]; refunds: PostingRequest<'Purchase'>[] } => {
  const plan = planLedgerPostings(postings.ledgerEntries, invoice?.amount);
  return {
    payments: plan.payments.map(({ entry, applied }) => ({
      ...ledgerPosting(postings, entry),
      type: 'Payment',
      applied_cents: applied,
      body: toQuickBooksPayment(entry, refs, invoice ? { invoice: invoice.id, applied } : null),
    })),
    refunds: plan.refunds.map((entry) => ({
      ...ledgerPosting(postings, entry),
      type: 'Purchase',
      applied_cents: 0,
      body: toQuickBooksRefund(entry, refs, entry.isVoided),
    })),
  };
};
