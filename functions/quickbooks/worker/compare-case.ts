import { deceasedName } from '#domain/cases/case-row.ts';
import type { LedgerEntry } from '#domain/quickbooks/postings.ts';
import type { Counted } from '#domain/quickbooks/sync-counts.ts';
import { preSyncWarnings, type SyncWarning } from '#domain/quickbooks/sync-warnings.ts';
import { type Cents, parseMoney } from '#domain/shared/values/money.ts';
import { CircuitOpenError } from '#functions/platform/store/partners/circuit.ts';
import { PartnerError } from '#functions/platform/store/partners/partner-error.ts';
import { type AccountingEntry, entryName } from '#functions/quickbooks/repository/accounting-entries.ts';
import {
  type CaseMoney,
  type CasePostings,
  customerRequest,
  payerName,
  postingsFrom,
  transactionPostings,
} from './case-bookings.ts';
import type { CompanyContext } from './company-context.ts';
import { isSentByUs } from './save-record.ts';

/** Days and amounts of payments in QuickBooks that were not sent by us; undefined where it cannot say. */
export type PaymentsByOthers = ReadonlySet<string> | undefined;

const dayAndAmount = (date: string, cents: Cents): string => `${date} ${cents}`;
/** More than that are not read to be compared. */
const maxPages = 10;
const pageSize = 1000;

/** What others have entered since a day. QuickBooks that is down keeps nobody from a preview of what would be sent. */
export const paymentsByOthersSince = async ({ ask }: CompanyContext, from: string): Promise<PaymentsByOthers> => {
  const found = new Set<string>();
  try {
    for (let page = 0; page < maxPages; page += 1) {
      const first = page * pageSize + 1;
      const payments = await ask((company) => company.page('Payment', `TxnDate >= '${from}'`, first));
      for (const one of payments)
        if (!isSentByUs(one)) found.add(dayAndAmount(one.TxnDate, parseMoney(one.TotalAmt) ?? 0));
      if (payments.length < pageSize) return found;
    }
  } catch (error) {
    if (!(error instanceof PartnerError || error instanceof CircuitOpenError)) throw error;
  }
  return undefined;
};

/** How the bookings of one case stand in QuickBooks, and why a bookkeeper should look at it. */
export interface CaseComparison {
  records: Counted[];
  /** What it is called among cases to look at. */
  about: { case_id: string; case_number: string; name: string };
  attention: SyncWarning[];
}

/** Payments that were not sent, of the day and amount of one that others entered. */
const possibleDuplicatesOf = (
  { ledgerEntries }: CasePostings,
  known: ReadonlyMap<string, AccountingEntry>,
  byOthers: PaymentsByOthers,
): LedgerEntry[] =>
  ledgerEntries.filter(
    ({ kind, id, isVoided, payment_date, amount_cents }) =>
      kind === 'payment' &&
      !isVoided &&
      !known.get(entryName({ kind: 'payment', id }))?.quickbooks_id &&
      byOthers?.has(dayAndAmount(payment_date, amount_cents)),
  );

/** Compares what is to be booked of a case with its entries; undefined where nothing of it is to be sent. */
export const compareCase = async (
  context: CompanyContext,
  money: CaseMoney,
  byOthers: PaymentsByOthers,
): Promise<CaseComparison | undefined> => {
  const { settings, entries, realm } = context;
  const casePostings = postingsFrom(money, settings);
  if (!casePostings) return undefined;
  const postings = [customerRequest(casePostings), ...transactionPostings(casePostings)];
  const known = (await entries.findAll(postings)).filter((one) => one.realm === realm || one.state === 'by_hand');
  const byName = new Map(known.map((one): [string, AccountingEntry] => [entryName(one), one]));
  const counted = postings.filter((one) => !one.isVoided);
  const { core, sections } = money.stored;
  const { latest } = money;
  const failed = known.filter(({ state }) => state === 'failed');
  return {
    records: counted.map((one) => ({
      ...{ kind: one.kind, amount_cents: one.amount_cents, state: byName.get(entryName(one))?.state },
    })),
    about: { case_id: core.id, case_number: core.case_number, name: deceasedName(sections.deceased?.values) },
    attention: preSyncWarnings(
      {
        payer: payerName(money.stored, latest),
        statement: latest && {
          ...{ number: latest.statement_number, date: latest.content.date_of_statement },
          total: parseMoney(latest.content.totals.complete_total) ?? 0,
        },
        ledger: money.ledger,
        possibleDuplicates: possibleDuplicatesOf(casePostings, byName, byOthers).map(
          ({ receipt_number }) => receipt_number,
        ),
        failed: failed.map(({ number, problem }) => ({ ...{ number, code: '', detail: '' }, ...problem })),
      },
      settings.start_date,
    ),
  };
};
