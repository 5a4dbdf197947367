import * as z from 'zod';
import { companyAssignment, companyOfCase, hasSingleCompany } from '#domain/quickbooks/company-plan.ts';
import { ledgerPostingKind } from '#domain/quickbooks/postings.ts';
import type { MonthQuery, MonthReconciliation } from '#domain/quickbooks/quickbooks.schema.ts';
import { paymentIdInNote } from '#domain/quickbooks/quickbooks-documents.ts';
import {
  type QuickBooksRecord,
  quickBooksMessages,
  quickBooksRecords,
  quoted,
} from '#domain/quickbooks/quickbooks-records.ts';
import {
  type Difference,
  numbersThere,
  type OurEntry,
  reconcile,
  type TheirEntry,
} from '#domain/quickbooks/reconciliation.ts';
import { differenceText } from '#domain/quickbooks/reconciliation-text.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { addDays, addMonths, todayIn } from '#domain/shared/values/calendar-date.ts';
import { type Cents, toCents, toDecimal } from '#domain/shared/values/money.ts';
import type { PlainHome } from '#functions/organizations/repository/homes.ts';
import type { PaymentRecord, Payments } from '#functions/payments/repository/payments.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import type {
  createConnectionRepository,
  PartnerConnection,
} from '#functions/platform/partners/partner-connections.ts';
import { PartnerError, ReauthorizationError } from '#functions/platform/store/partners/circuit.ts';
import {
  entryName,
  type PostingRecord,
  type Postings,
  type QuickBooksSettingsRepository,
} from '#functions/quickbooks/repository/postings.ts';
import type { ConnectedCompany, QuickBooksCompanies } from '../client/adapters.ts';
import type { QuickBooksCompany } from '../client/quickbooks.ts';

/** Returns the first company, or the one of a realm id. Throws 409 if it is not connected. */
export const requireCompany = async (
  companies: QuickBooksCompanies,
  organizationId: string,
  realmId?: string,
): Promise<ConnectedCompany> => {
  const company = await companies.of(organizationId, realmId);
  if (!company) throw new AppError('conflict', { detail: quickBooksMessages.notConnected });
  return company;
};

/** Throws 409 if QuickBooks does not respond. */
export const callCompany = async <T>(
  company: QuickBooksCompany,
  question: (company: QuickBooksCompany) => Promise<T>,
): Promise<T> => {
  try {
    return await question(company);
  } catch (error) {
    if (error instanceof ReauthorizationError) throw new AppError('conflict', { detail: quickBooksMessages.reconnect });
    if (error instanceof PartnerError)
      throw new AppError('conflict', { detail: quickBooksMessages.silent, reason: `quickbooks: ${error.message}` });
    throw error;
  }
};

const Accounts = z.array(quickBooksRecords.Account);

/** Cached for ten minutes, because QuickBooks limits reads. */
export const chartOfAccounts = async (
  db: QuickBooksSettingsRepository,
  company: QuickBooksCompany,
  now: Date,
): Promise<QuickBooksRecord<'Account'>[]> => {
  const name = accountsCacheName(company.realmId);
  const cachedAccounts = await db.cachedAnswer(name, Accounts, now);
  if (cachedAccounts?.fresh) return cachedAccounts.value;
  const accounts = await callCompany(company, () => company.all('Account', 'Active IN (true, false)'));
  await db.cacheAnswer(name, accounts, now);
  return accounts;
};

export const accountsCacheName = (realmId: string): string => `accounts.${realmId}`;

/** More than one month has. */
const maxEntries = 20_000;
/** Receipt numbers that are looked up outside the month, in total and per query. */
const maxLookedFor = 200;
const askedAtOnce = 40;

const paymentEntry = (payment: QuickBooksRecord<'Payment'>): TheirEntry => ({
  id: `Payment ${payment.Id}`,
  ourId: paymentIdInNote(payment.PrivateNote),
  reference: payment.PaymentRefNum ?? '',
  date: payment.TxnDate,
  amount: toCents(payment.TotalAmt),
  who: payment.CustomerRef.name ?? '',
});
const purchaseEntry = (purchase: QuickBooksRecord<'Purchase'>): TheirEntry => ({
  id: `Purchase ${purchase.Id}`,
  ourId: paymentIdInNote(purchase.PrivateNote),
  reference: purchase.DocNumber ?? '',
  date: purchase.TxnDate,
  amount: -toCents(purchase.TotalAmt) || 0,
  who: purchase.EntityRef?.name ?? '',
});
/** Bills and wages are ignored: only expenses to customers count. */
const isRefund = ({ EntityRef, PrivateNote }: QuickBooksRecord<'Purchase'>): boolean =>
  EntityRef?.type === 'Customer' || paymentIdInNote(PrivateNote) !== null;

const quickBooksEntries = async (company: QuickBooksCompany, from: string, to: string): Promise<TheirEntry[]> => {
  const days = `TxnDate >= '${from}' AND TxnDate <= '${to}'`;
  const payments = await company.all('Payment', days);
  const purchases = await company.all('Purchase', days);
  return [...payments.map(paymentEntry), ...purchases.filter(isRefund).map(purchaseEntry)];
};

/** The same by receipt number, of any day. */
const quickBooksEntriesByNumber = async (
  company: QuickBooksCompany,
  receiptNumbers: readonly string[],
): Promise<TheirEntry[]> => {
  const numbers = [...new Set(receiptNumbers.flatMap(numbersThere))];
  const entries: TheirEntry[] = [];
  for (let at = 0; at < Math.min(numbers.length, maxLookedFor); at += askedAtOnce) {
    const quotedNumbers = numbers.slice(at, at + askedAtOnce).map(quoted);
    const numberList = quotedNumbers.join(', ');
    const payments = await company.all('Payment', `PaymentRefNum IN (${numberList})`);
    const purchases = await company.all('Purchase', `DocNumber IN (${numberList})`);
    entries.push(...payments.map(paymentEntry), ...purchases.filter(isRefund).map(purchaseEntry));
  }
  return entries;
};

const ourEntry = (record: PaymentRecord): OurEntry => ({
  id: record.id,
  receipt_number: record.receipt_number,
  date: record.payment_date,
  amount: record.amount_cents,
  isVoided: record.status === 'voided',
  who: record.received_from,
});

/** Ledger entries of a period in all homes, including voided ones. */
const ledgerRecords = async (
  payments: Pick<Payments, 'rows' | 'findAll'>,
  from: string,
  to: string,
): Promise<PaymentRecord[]> => {
  const { rows } = await payments.rows({ from, to }, maxEntries);
  return payments.findAll(rows.map(({ id }) => id));
};

interface Sources {
  db: {
    quickBooksSettings: Pick<QuickBooksSettingsRepository, 'settings' | 'homes'>;
    postings: Pick<Postings, 'findAll' | 'realmsOfCases'>;
    paymentsReadOnly: Pick<Payments, 'rows' | 'findAll'>;
  };
  companies: QuickBooksCompanies;
  organizationId: string;
  now: Date;
}

const side = (entry: { date: string; amount: Cents } | null) =>
  entry && { date: entry.date, amount: toDecimal(entry.amount) };

const presentDifferences = async (
  { db }: Sources,
  further: string | undefined,
  differences: readonly Difference[],
  records: ReadonlyMap<string, PaymentRecord>,
): Promise<MonthReconciliation['differences']> => {
  const about = differences.flatMap(({ id }) => records.get(id ?? '') ?? []);
  const [postings, settings] = await Promise.all([
    db.postings.findAll(about.map((record) => ({ kind: ledgerPostingKind(record), id: record.id }))),
    db.quickBooksSettings.settings(further),
  ]);
  const bySent = new Map(postings.map((posting): [string, PostingRecord] => [posting.id, posting]));
  return differences.map((difference) => {
    const record = records.get(difference.id ?? '');
    const entry = bySent.get(difference.id ?? '');
    return {
      kind: difference.kind,
      reference: difference.reference,
      who: difference.who,
      ours: side(difference.ours),
      theirs: side(difference.theirs),
      case_id: record?.case_id ?? null,
      case_number: record?.case_number ?? '',
      ...differenceText(difference, entry, settings?.start_date ?? ''),
      entry: entry ? entryName(entry) : null,
    };
  });
};

const recordsOfCompany = async (
  { db, companies, organizationId }: Sources,
  { realmId }: ConnectedCompany,
  records: readonly PaymentRecord[],
): Promise<PaymentRecord[]> => {
  const [realmIds, kept] = await Promise.all([companies.all(organizationId), db.quickBooksSettings.homes()]);
  const plan = companyAssignment(realmIds, kept);
  if (hasSingleCompany(plan)) return [...records];
  const realms = await db.postings.realmsOfCases([...new Set(records.map(({ case_id }) => case_id))]);
  return records.filter(
    ({ case_id, funeral_home_id }) => companyOfCase(plan, funeral_home_id, realms.get(case_id)) === realmId,
  );
};

/** Receipt numbers that no record in QuickBooks has or names. */
const missingNumbers = (ourEntries: readonly OurEntry[], theirEntries: readonly TheirEntry[]): string[] => {
  const ids = new Set(theirEntries.map(({ ourId }) => ourId));
  const numbers = new Set(theirEntries.filter(({ ourId }) => ourId === null).map(({ reference }) => reference));
  const isThere = (receipt: string): boolean => numbersThere(receipt).some((number) => numbers.has(number));
  const missing = ourEntries.filter(({ id, receipt_number }) => !ids.has(id) && !isThere(receipt_number));
  return missing.map(({ receipt_number }) => receipt_number);
};

/** Compares a month of the ledger with a company. Throws 409 if QuickBooks does not respond. */
export const compareMonth = async (
  sources: Sources,
  { month, company: realmId }: z.output<typeof MonthQuery>,
): Promise<MonthReconciliation> => {
  const { db, companies, organizationId, now } = sources;
  const company = await requireCompany(companies, organizationId, realmId);
  const from = `${month}-01`;
  const to = addDays(addMonths(from, 1), -1);
  const [records, theirs] = await Promise.all([
    ledgerRecords(db.paymentsReadOnly, from, to).then((all) => recordsOfCompany(sources, company, all)),
    callCompany(company, () => quickBooksEntries(company, from, to)),
  ]);
  const ours = records.map(ourEntry);
  const missingThere = missingNumbers(ours, theirs);
  const foundElsewhere = await callCompany(company, () => quickBooksEntriesByNumber(company, missingThere));
  const theirsElsewhere = foundElsewhere.filter(({ date }) => date < from || date > to);
  const byId = new Map(records.map((record) => [record.id, record]));
  const namedIds = [...theirs, ...theirsElsewhere].flatMap(({ ourId }) => ourId ?? []);
  const otherPayments = await db.paymentsReadOnly.findAll([...new Set(namedIds)].filter((id) => !byId.has(id)));
  for (const payment of otherPayments) byId.set(payment.id, payment);
  const reconciliation = reconcile(ours, theirs, { ours: otherPayments.map(ourEntry), theirs: theirsElsewhere });
  return {
    month,
    from,
    to,
    matched: reconciliation.matched,
    as_of: now.toISOString(),
    ours: { count: ours.filter(({ isVoided }) => !isVoided).length, amount: toDecimal(reconciliation.ours) },
    theirs: { count: theirs.filter(({ amount }) => amount !== 0).length, amount: toDecimal(reconciliation.theirs) },
    difference: toDecimal(reconciliation.theirs - reconciliation.ours),
    differences: await presentDifferences(sources, company.further, reconciliation.differences, byId),
  };
};

/** Marks the OAuth state of an additional company. */
export const additionalCompanySuffix = '.further';

interface RequestedCompany {
  connection: PartnerConnection | undefined;
  /** The realm id of an additional company. */
  further: string | undefined;
}

/** Returns the first company, unless the call names another realm id. */
export const requestedCompany = async (
  connections: Pick<ReturnType<typeof createConnectionRepository>, 'find'>,
  realmId: string | undefined,
): Promise<RequestedCompany> => {
  const first = await connections.find('quickbooks');
  if (realmId === undefined || first?.oauth?.subject === realmId) return { connection: first, further: undefined };
  return { connection: await connections.find('quickbooks', realmId), further: realmId };
};

/** Returns the date at the caller's home; in UTC if that was deleted. */
export const todayAt = async (
  homes: { plainHome(id: string): Promise<PlainHome | undefined> },
  { homeId }: Pick<Actor, 'homeId'>,
  now: Date,
): Promise<string> => todayIn((await homes.plainHome(homeId))?.time_zone ?? 'UTC', now);
