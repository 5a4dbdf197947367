import {
  type BookingRefs,
  customerOf,
  invoiceOf,
  moneyBackOf,
  type Payer,
  paymentOf,
} from '#domain/accounting/accounting-documents.ts';
import { type LedgerEntry, ledgerPlan } from '#domain/accounting/bookings.ts';
import { deceasedName, sectionText } from '#domain/cases/case-row.ts';
import { byLedgerOrder } from '#domain/payments/payment.rules.ts';
import { type Cents, parseMoney } from '#domain/values/money.ts';
import { mayStand } from '#functions/records/accounting-entries.ts';
import { type CaseRecord, hasLedger, hasStatements } from '#functions/records/case-record.ts';
import { casesIn, type StoredCase } from '#functions/records/cases.ts';
import { type PaymentRecord, paymentsIn } from '#functions/records/payments.ts';
import type { StatementRecord } from '#functions/records/statement-record.ts';
import { statementsIn } from '#functions/records/statements.ts';
import type { Named, Wanted } from './book.ts';
import type { CompanyWork, QuickBooksDependencies } from './company-work.ts';

/** What of a case is to be booked. */
export interface CaseBooks {
  stored: StoredCase;
  statement: StatementRecord | undefined;
  /** In ledger order, from the day on that was chosen. */
  entries: LedgerEntry[];
  /** What the case's invoice is to amount to, in cents; undefined where there is none. */
  invoiced: Cents | undefined;
  settings: CompanyWork['settings'];
}

const entryOf = (record: PaymentRecord): LedgerEntry => ({ ...record, isVoided: record.status === 'voided' });

/** What a case has been stated to cost, and what it has received and given back, of whichever day. */
interface CaseLedger {
  latest: StatementRecord | undefined;
  ledger: LedgerEntry[];
  /** The ids of what is dated before the day that was chosen and stands in the books all the same, or may. */
  standing: ReadonlySet<string>;
}
/** All that a case has in money, of whichever day. */
export interface CaseMoney extends CaseLedger {
  stored: StoredCase;
}

const kindOf = ({ kind }: LedgerEntry): 'payment' | 'money_back' => (kind === 'payment' ? 'payment' : 'money_back');

const ledgerOf = async (
  { table }: QuickBooksDependencies,
  { keys, entries, realm, settings: { start_date } }: CompanyWork,
  caseId: string,
): Promise<CaseLedger> => {
  const [all, statements] = await Promise.all([
    paymentsIn(table, keys).ofCase(caseId),
    statementsIn(table, keys).ofCase(caseId),
  ]);
  const latest = statements.at(-1)?.record;
  const ledger = all.toSorted(byLedgerOrder).map(entryOf);
  const older = ledger.filter(({ payment_date }) => payment_date < start_date);
  const known = await entries.findAll([
    ...(latest && latest.content.date_of_statement < start_date ? [{ kind: 'invoice', id: caseId } as const] : []),
    ...older.map((one) => ({ kind: kindOf(one), id: one.id })),
  ]);
  const standing = known.filter((one) => one.realm === realm && mayStand(one));
  return { latest, ledger, standing: new Set(standing.map(({ id }) => id)) };
};

/** The money of a case; undefined where the case is gone. */
export const moneyOf = async (
  dependencies: QuickBooksDependencies,
  work: CompanyWork,
  caseId: string,
): Promise<CaseMoney | undefined> => {
  const stored = await casesIn(dependencies.table, work.keys).find(caseId);
  return stored && { stored, ...(await ledgerOf(dependencies, work, caseId)) };
};

/**
 * What is dated on the day that was chosen, or later. What stands in the books already stays with them whatever day it is
 * given since: corrected here and left as it was there, it would be in none of both.
 */
const bookedOf = (
  caseId: string,
  { latest, ledger, standing }: CaseLedger,
  { start_date }: CompanyWork['settings'],
) => ({
  statement: latest && (latest.content.date_of_statement >= start_date || standing.has(caseId)) ? latest : undefined,
  entries: ledger.filter(({ payment_date, id }) => payment_date >= start_date || standing.has(id)),
});

/**
 * Whether anything of a case is to be booked. When the case itself was changed last says nothing of that: money and
 * Statements may be dated ahead, and the day of a payment may be corrected without its case.
 */
export const hasMoneySince = async (
  dependencies: QuickBooksDependencies,
  work: CompanyWork,
  core: CaseRecord,
): Promise<boolean> => {
  if (!hasLedger(core) && !hasStatements(core)) return false;
  const { statement, entries } = bookedOf(core.id, await ledgerOf(dependencies, work, core.id), work.settings);
  return statement !== undefined || entries.length > 0;
};

const isCancelled = ({ core }: StoredCase): boolean => core.status === 'cancelled';

/** What of it is to be booked from the day on that was chosen; undefined where nothing is. */
export const booksFrom = (money: CaseMoney, settings: CompanyWork['settings']): CaseBooks | undefined => {
  const { stored } = money;
  const { statement, entries } = bookedOf(stored.core.id, money, settings);
  if (!statement && entries.length === 0) return undefined;
  // Nobody owes what a cancelled case was to cost; what it has received is the customer's credit.
  const total = statement && (parseMoney(statement.content.totals.complete_total) ?? 0);
  const invoiced = statement && (isCancelled(stored) ? 0 : total);
  return { stored, statement, entries, invoiced, settings };
};

export const booksOf = async (
  dependencies: QuickBooksDependencies,
  work: CompanyWork,
  caseId: string,
): Promise<CaseBooks | undefined> => {
  const money = await moneyOf(dependencies, work, caseId);
  return money && booksFrom(money, work.settings);
};

/** Whom the Statement names as the one who pays, else the informant; '' for nobody. */
export const payerName = ({ sections }: StoredCase, statement: StatementRecord | undefined): string =>
  statement?.content.purchaser.name || sectionText(sections.informant?.values ?? {}, 'informant_name');

/** Who pays; where nobody is named, the family of the deceased. The last word is the family name. */
const payerOf = ({ stored, statement }: CaseBooks): Payer => {
  const { core, sections } = stored;
  const informant = sections.informant?.values ?? {};
  const name = payerName(stored, statement) || deceasedName(sections.deceased?.values) || 'Family';
  const words = name.trim().split(/\s+/);
  return {
    ...{ case_id: core.id, case_number: core.case_number },
    ...{ family_name: words.at(-1) ?? '', given_name: words.slice(0, -1).join(' ') },
    ...{ email: sectionText(informant, 'customer_email'), phone: sectionText(informant, 'customer_phone') },
    address: statement?.content.purchaser.address || sectionText(informant, 'informant_address'),
  };
};

const aboutCase = ({ stored: { core } }: CaseBooks) => ({ case_id: core.id, case_number: core.case_number });

/** An entry of the ledger by its name, without what is sent of it. */
const namedEntry = (books: CaseBooks, entry: LedgerEntry): Named => ({
  ...{ ...aboutCase(books), kind: kindOf(entry), id: entry.id },
  ...{ number: entry.receipt_number, date: entry.payment_date, amount_cents: entry.amount_cents },
  isVoided: entry.isVoided,
});

const namedInvoice = (books: CaseBooks, { statement_number, content }: StatementRecord): Named => ({
  ...{ ...aboutCase(books), kind: 'invoice', id: books.stored.core.id, number: statement_number },
  ...{ date: content.date_of_statement, amount_cents: books.invoiced ?? 0, isVoided: isCancelled(books.stored) },
});

/** Everything of the case that is to stand there, but for its customer. */
export const namesOf = (books: CaseBooks): Named[] => [
  ...(books.statement ? [namedInvoice(books, books.statement)] : []),
  ...books.entries.map((entry) => namedEntry(books, entry)),
];

export const customerWanted = (books: CaseBooks): Wanted<'Customer'> => ({
  ...{ ...aboutCase(books), kind: 'customer', type: 'Customer', id: books.stored.core.id, amount_cents: 0 },
  ...{ number: books.stored.core.case_number, isVoided: false, applied_cents: 0 },
  date: books.statement?.content.date_of_statement ?? books.entries[0]?.payment_date ?? '',
  body: customerOf(payerOf(books)),
});

/** What a case says that decides how it is to stand in the books: the same for what is to stand there in the same way. */
export const saidOf = (books: CaseBooks | undefined): string => {
  if (!books) return '';
  const { stored, statement, entries } = books;
  const { funeral_home_id } = stored.core;
  return JSON.stringify([customerWanted(books), namesOf(books), statement, entries, funeral_home_id]);
};

export const invoiceWanted = (books: CaseBooks, refs: BookingRefs): Wanted<'Invoice'> | undefined =>
  books.statement && {
    ...{ ...namedInvoice(books, books.statement), type: 'Invoice', applied_cents: 0 },
    body: invoiceOf(books.statement, refs, { tax: books.settings.tax, isVoided: isCancelled(books.stored) }),
  };

/** Payments, and what went back; `invoice`: where the invoice stands, and what it amounts to there, in cents. */
export const ledgerWanted = (
  books: CaseBooks,
  refs: BookingRefs,
  invoice: { id: string; amount: Cents } | undefined,
): { payments: Wanted<'Payment'>[]; moneyBack: Wanted<'Purchase'>[] } => {
  const plan = ledgerPlan(books.entries, invoice?.amount);
  return {
    payments: plan.payments.map(({ entry, applied }) => ({
      ...{ ...namedEntry(books, entry), type: 'Payment', applied_cents: applied },
      body: paymentOf(entry, refs, invoice ? { invoice: invoice.id, applied } : null),
    })),
    moneyBack: plan.moneyBack.map((entry) => ({
      ...{ ...namedEntry(books, entry), type: 'Purchase', applied_cents: 0 },
      body: moneyBackOf(entry, refs, entry.isVoided),
    })),
  };
};
