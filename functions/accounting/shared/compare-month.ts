import type * as z from 'zod';
import { companyOfCase, companyPlan, isOneCompany } from '#domain/accounting/companies.ts';
import type { MonthQuery, MonthReconciliation } from '#domain/accounting/reconciliation.schema.ts';
import { type Difference, reconcile, type TheirEntry } from '#domain/accounting/reconciliation.ts';
import { differenceWords } from '#domain/accounting/reconciliation-words.ts';
import { addDays, addMonths } from '#domain/values/calendar-date.ts';
import { type Cents, toDecimal } from '#domain/values/money.ts';
import type { ConnectedCompany, QuickBooksCompanies } from '#functions/kernel/provisions.ts';
import type { Accounting } from '#functions/records/accounting.ts';
import { type AccountingEntries, type AccountingEntry, entryName } from '#functions/records/accounting-entries.ts';
import type { PaymentRecord, Payments } from '#functions/records/payments.ts';
import { askCompany, requireCompany } from './asking.ts';
import { ourEntry, oursOf, theirsByNumber, theirsOf } from './month-of-books.ts';

interface Compared {
  db: {
    accounting: Pick<Accounting, 'settings' | 'homes'>;
    accountingEntries: Pick<AccountingEntries, 'findAll' | 'bookedIn'>;
    paymentsRead: Pick<Payments, 'rows' | 'findAll'>;
  };
  companies: QuickBooksCompanies;
  organizationId: string;
  now: Date;
}

const side = (one: { date: string; amount: Cents } | null) => one && { date: one.date, amount: toDecimal(one.amount) };
const kindOf = ({ kind }: PaymentRecord) => (kind === 'payment' ? 'payment' : 'money_back');

/** What is told of each difference: whose case it is, why it is there and what to do. */
const presented = async (
  { db }: Compared,
  further: string | undefined,
  differences: readonly Difference[],
  records: ReadonlyMap<string, PaymentRecord>,
): Promise<MonthReconciliation['differences']> => {
  const about = differences.flatMap(({ id }) => records.get(id ?? '') ?? []);
  const [sent, settings] = await Promise.all([
    db.accountingEntries.findAll(about.map((record) => ({ kind: kindOf(record), id: record.id }))),
    db.accounting.settings(further),
  ]);
  const bySent = new Map(sent.map((one): [string, AccountingEntry] => [one.id, one]));
  return differences.map((one) => {
    const record = records.get(one.id ?? '');
    const entry = bySent.get(one.id ?? '');
    return {
      ...{ kind: one.kind, reference: one.reference, who: one.who, ours: side(one.ours), theirs: side(one.theirs) },
      ...{ case_id: record?.case_id ?? null, case_number: record?.case_number ?? '' },
      ...differenceWords(one, entry, settings?.start_date ?? ''),
      entry: entry ? entryName(entry) : null,
    };
  });
};

/** Those of some entries of our ledger that go to this company. */
const ownRecords = async (
  { db, companies, organizationId }: Compared,
  { realmId }: ConnectedCompany,
  records: readonly PaymentRecord[],
): Promise<PaymentRecord[]> => {
  const [numbers, kept] = await Promise.all([companies.all(organizationId), db.accounting.homes()]);
  const plan = companyPlan(numbers, kept);
  if (isOneCompany(plan)) return [...records];
  const booked = await db.accountingEntries.bookedIn([...new Set(records.map(({ case_id }) => case_id))]);
  return records.filter(
    ({ case_id, funeral_home_id }) => companyOfCase(plan, funeral_home_id, booked.get(case_id)) === realmId,
  );
};

/** A month of our ledger beside the same month in a company of QuickBooks. Throws a 409 where QuickBooks cannot be asked. */
export const compareMonth = async (
  compared: Compared,
  { month, company: number }: z.output<typeof MonthQuery>,
): Promise<MonthReconciliation> => {
  const { db, companies, organizationId, now } = compared;
  const company = await requireCompany(companies, organizationId, number);
  const from = `${month}-01`;
  const to = addDays(addMonths(from, 1), -1);
  const [records, theirs] = await Promise.all([
    oursOf(db.paymentsRead, from, to).then((all) => ownRecords(compared, company, all)),
    askCompany(company, () => theirsOf(company, from, to)),
  ]);
  const ours = records.map(ourEntry);
  const numbers = new Set(theirs.map(({ reference }) => reference));
  const unseen = ours.map(({ receipt_number }) => receipt_number).filter((number) => !numbers.has(number));
  const byId = new Map(records.map((record) => [record.id, record]));
  const strange = theirs.flatMap(({ names }) => (names !== null && !byId.has(names) ? names : []));
  const [elsewhere, others] = await Promise.all([
    unseen.length ? askCompany(company, () => theirsByNumber(company, unseen)) : new Map<string, TheirEntry>(),
    db.paymentsRead.findAll([...new Set(strange)]),
  ]);
  for (const other of others) byId.set(other.id, other);
  const here = new Map(others.map((other) => [ourEntry(other).receipt_number, ourEntry(other)]));
  const made = reconcile(ours, theirs, { ours: here, theirs: elsewhere });
  return {
    ...{ month, from, to, matched: made.matched, as_of: now.toISOString() },
    ours: { count: ours.filter(({ isVoided }) => !isVoided).length, amount: toDecimal(made.ours) },
    theirs: { count: theirs.filter(({ amount }) => amount !== 0).length, amount: toDecimal(made.theirs) },
    difference: toDecimal(made.theirs - made.ours),
    differences: await presented(compared, company.further, made.differences, byId),
  };
};
