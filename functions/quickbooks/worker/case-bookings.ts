import { deceasedName, sectionText } from '#domain/cases/present-case.ts';
import { contactNamed, nextOfKins } from '#domain/cases/primary-contact.ts';
import { compareLedgerEntries } from '#domain/payments/payment.rules.ts';
import {
  type KnownName,
  type Payer,
  type PostingRefs,
  payerNameOf,
  toQuickBooksCustomer,
  toQuickBooksInvoice,
  toQuickBooksPayment,
  toQuickBooksRefund,
} from '#domain/quickbooks/accounting-documents.ts';
import { type LedgerEntry, ledgerPostingKind, planLedgerPostings } from '#domain/quickbooks/postings.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { type Cents, parseMoney } from '#domain/shared/values/money.ts';
import { isSameName } from '#domain/shared/values/same-name.ts';
import { type CaseRecord, hasLedger, hasStatements } from '#functions/cases/repository/case-record.ts';
import { createCaseRepository, type StoredCase } from '#functions/cases/repository/cases.ts';
import { createPaymentRepository, type PaymentRecord } from '#functions/payments/repository/payments.ts';
import { mayBeInQuickBooks } from '#functions/quickbooks/repository/accounting-entries.ts';
import { createStatementRepository, type StatementRecord } from '#functions/statements/repository/statements.ts';
import type { Posting, PostingRequest } from './save-record.ts';
import type { CompanyContext, QuickBooksDependencies } from './synced-companies.ts';

/** What of a case is to be booked, from the first day on that was chosen. */
export interface CasePostings {
  stored: StoredCase;
  statement: StatementRecord | undefined;
  /** In ledger order. */
  ledgerEntries: LedgerEntry[];
  /** What the case's invoice is to amount to, in cents; undefined where there is none. */
  invoiced: Cents | undefined;
  settings: CompanyContext['settings'];
}

const ledgerEntryOf = (record: PaymentRecord): LedgerEntry => ({ ...record, isVoided: record.status === 'voided' });

/** What a case has been stated to cost, and what it has received and given back, of whichever day. */
interface CaseLedger {
  latest: StatementRecord | undefined;
  ledger: LedgerEntry[];
  /** The ids of what is dated before the first day and stands in the books all the same, or may. */
  bookedEarlier: ReadonlySet<string>;
}
/** All that a case has in money, of whichever day. */
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
    ...older.map((one) => ({ kind: ledgerPostingKind(one), id: one.id })),
  ]);
  const booked = known.filter((one) => one.realm === realm && mayBeInQuickBooks(one));
  return { latest, ledger, bookedEarlier: new Set(booked.map(({ id }) => id)) };
};

/** The money of a case; undefined where the case is gone. */
export const readCaseMoney = async (
  dependencies: QuickBooksDependencies,
  context: CompanyContext,
  caseId: string,
): Promise<CaseMoney | undefined> => {
  const stored = await createCaseRepository(dependencies.table, context.keys).find(caseId);
  return stored && { stored, ...(await readLedger(dependencies, context, caseId)) };
};

/**
 * What is dated on the first day that was chosen, or later. What stands in the books already stays with them whatever
 * day it is given since: corrected here and left as it was there, it would be in none of both.
 */
const toBeBooked = (
  caseId: string,
  { latest, ledger, bookedEarlier }: CaseLedger,
  { start_date }: CompanyContext['settings'],
) => ({
  statement:
    latest && (latest.content.date_of_statement >= start_date || bookedEarlier.has(caseId)) ? latest : undefined,
  ledgerEntries: ledger.filter(({ payment_date, id }) => payment_date >= start_date || bookedEarlier.has(id)),
});

/**
 * Whether anything of a case is to be booked. When the case itself was changed last says nothing of that: money and
 * Statements may be dated ahead, and the day of a payment may be corrected without its case.
 */
export const hasPostings = async (
  dependencies: QuickBooksDependencies,
  context: CompanyContext,
  core: CaseRecord,
): Promise<boolean> => {
  if (!hasLedger(core) && !hasStatements(core)) return false;
  const ledger = await readLedger(dependencies, context, core.id);
  const { statement, ledgerEntries } = toBeBooked(core.id, ledger, context.settings);
  return statement !== undefined || ledgerEntries.length > 0;
};

const isCancelled = ({ core }: StoredCase): boolean => core.status === 'cancelled';

/** What of it is to be booked from the first day on that was chosen; undefined where nothing is. */
export const postingsFrom = (money: CaseMoney, settings: CompanyContext['settings']): CasePostings | undefined => {
  const { stored } = money;
  const { statement, ledgerEntries } = toBeBooked(stored.core.id, money, settings);
  if (!statement && ledgerEntries.length === 0) return undefined;
  // Nobody owes what a cancelled case was to cost; what it has received is the customer's credit.
  const total = statement && (parseMoney(statement.content.totals.complete_total) ?? 0);
  const invoiced = statement && (isCancelled(stored) ? 0 : total);
  return { stored, statement, ledgerEntries, invoiced, settings };
};

/** What of a case is to be booked as it stands; undefined where nothing is, or the case is gone. */
export const readCasePostings = async (
  dependencies: QuickBooksDependencies,
  context: CompanyContext,
  caseId: string,
): Promise<CasePostings | undefined> => {
  const money = await readCaseMoney(dependencies, context, caseId);
  return money && postingsFrom(money, context.settings);
};

/** Whom the Statement names as the one who pays, else the informant; '' for nobody. */
export const payerName = ({ sections }: StoredCase, statement: StatementRecord | undefined): string =>
  statement?.content.purchaser.name || sectionText(sections.informant?.values ?? {}, 'informant_name');

/** People whom the case knows by first and last names: its contact, next of kin and the deceased. */
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

/** Who pays; without a name, the family of the deceased. */
const payerOf = ({ stored, statement }: CasePostings): Payer => {
  const { core, sections } = stored;
  const informant = sections.informant?.values ?? {};
  const payer = payerName(stored, statement);
  const name = payer || deceasedName(sections.deceased?.values) || 'Family';
  // A Statement keeps its purchaser when the informant changes: what reaches the new one is not the purchaser's.
  const isInformant = payer === '' || isSameName(payer, sectionText(informant, 'informant_name'));
  return {
    ...{ case_id: core.id, case_number: core.case_number, name: payerNameOf(name, namesIn(sections)) },
    ...contactNamed(informant, payer || sectionText(informant, 'informant_name')),
    address: statement?.content.purchaser.address || (isInformant ? sectionText(informant, 'informant_address') : ''),
  };
};

const caseFields = ({ stored: { core } }: CasePostings) => ({ case_id: core.id, case_number: core.case_number });

const ledgerPosting = (postings: CasePostings, entry: LedgerEntry): Posting => ({
  ...{ ...caseFields(postings), kind: ledgerPostingKind(entry), id: entry.id },
  ...{ number: entry.receipt_number, date: entry.payment_date, amount_cents: entry.amount_cents },
  isVoided: entry.isVoided,
});

const invoicePosting = (postings: CasePostings, { statement_number, content }: StatementRecord): Posting => ({
  ...{ ...caseFields(postings), kind: 'invoice', id: postings.stored.core.id, number: statement_number },
  ...{ date: content.date_of_statement, amount_cents: postings.invoiced ?? 0, isVoided: isCancelled(postings.stored) },
});

/** The transactions of the case that are to stand in QuickBooks: all of its bookings but its customer. */
export const transactionPostings = (postings: CasePostings): Posting[] => [
  ...(postings.statement ? [invoicePosting(postings, postings.statement)] : []),
  ...postings.ledgerEntries.map((entry) => ledgerPosting(postings, entry)),
];

/** The request for the customer of the case. */
export const customerRequest = (postings: CasePostings): PostingRequest<'Customer'> => ({
  ...{ ...caseFields(postings), kind: 'customer', type: 'Customer', id: postings.stored.core.id, amount_cents: 0 },
  ...{ number: postings.stored.core.case_number, isVoided: false, applied_cents: 0 },
  date: postings.statement?.content.date_of_statement ?? postings.ledgerEntries[0]?.payment_date ?? '',
  body: toQuickBooksCustomer(payerOf(postings)),
});

/** What a case says that decides how it is to be booked: the same for what is to be booked in the same way. */
export const postingsFingerprint = (postings: CasePostings | undefined): string => {
  if (!postings) return '';
  const { stored, statement, ledgerEntries } = postings;
  const { funeral_home_id } = stored.core;
  const transactions = transactionPostings(postings);
  return JSON.stringify([customerRequest(postings), transactions, statement, ledgerEntries, funeral_home_id]);
};

/** The request for the invoice of the latest Statement; undefined where there is none. */
export const invoiceRequest = (postings: CasePostings, refs: PostingRefs): PostingRequest<'Invoice'> | undefined =>
  postings.statement && {
    ...{ ...invoicePosting(postings, postings.statement), type: 'Invoice', applied_cents: 0 },
    body: toQuickBooksInvoice(postings.statement, refs, {
      tax: postings.settings.tax,
      isVoided: isCancelled(postings.stored),
    }),
  };

/** Requests for payments and for what went back; `invoice`: its id in QuickBooks, and what it amounts to there. */
export const ledgerRequests = (
  postings: CasePostings,
  refs: PostingRefs,
  invoice: { id: string; amount: Cents } | undefined,
): { payments: PostingRequest<'Payment'>[]; moneyBack: PostingRequest<'Purchase'>[] } => {
  const plan = planLedgerPostings(postings.ledgerEntries, invoice?.amount);
  return {
    payments: plan.payments.map(({ entry, applied }) => ({
      ...{ ...ledgerPosting(postings, entry), type: 'Payment', applied_cents: applied },
      body: toQuickBooksPayment(entry, refs, invoice ? { invoice: invoice.id, applied } : null),
    })),
    moneyBack: plan.moneyBack.map((entry) => ({
      ...{ ...ledgerPosting(postings, entry), type: 'Purchase', applied_cents: 0 },
      body: toQuickBooksRefund(entry, refs, entry.isVoided),
    })),
  };
};
