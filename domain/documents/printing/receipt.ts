import { type EntryKind, entryLabel, methodLabel, type PaymentMethod } from '#domain/payments/ledger-entry.ts';
import { balanceOf, balanceStatusLabels, returnsOf, withRunningTotals } from '#domain/payments/payment.rules.ts';
import { formatDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import { type Cents, formatMoney } from '#domain/shared/values/money.ts';
import { type HomeOnPaper, letterheadOf } from './case-papers.ts';
import { nonBlankValues, type Paper, paperFileName } from './paper.ts';

export interface EntryOnPaper {
  readonly id: string;
  readonly kind: EntryKind;
  readonly status: 'recorded' | 'voided';
  readonly receipt_number: string;
  readonly payment_date: string;
  readonly received_from: string;
  /** Negative for what goes back. */
  readonly amount_cents: Cents;
  readonly payment_method: PaymentMethod;
  readonly other_method_description: string;
  readonly check_number_masked: string;
  readonly payment_for: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** When the content of its receipt was last corrected. */
  readonly corrected_at?: string | undefined;
  readonly created_by_name: string | null;
  readonly void_reason: string | null;
  readonly refund_of: string | null;
}

export interface CaseOnPaper {
  readonly case_number: string;
  readonly deceased_name: string;
}

const titleOf = (entry: EntryOnPaper): string =>
  ({ payment: 'Receipt', refund: 'Refund receipt', reversal: entryLabel(entry) })[entry.kind];
const amounts: Record<EntryKind, string> = {
  payment: 'Amount received',
  refund: 'Amount refunded',
  reversal: 'Amount returned',
};
const from: Record<EntryKind, string> = { payment: 'Received from', refund: 'Refunded to', reversal: 'Received from' };

const methodOf = (entry: EntryOnPaper): string =>
  entry.payment_method === 'check' && entry.check_number_masked
    ? `${methodLabel(entry)}, no. ${entry.check_number_masked}`
    : methodLabel(entry);

const voided = 'VOID';

const warningOf = (entry: EntryOnPaper, entries: readonly EntryOnPaper[]): string => {
  if (entry.status === 'voided')
    return `${voided}: this ${titleOf(entry).toLowerCase()} is void. ${entry.void_reason ?? ''}`.trim();
  const returnEntry = returnsOf(entry, entries).find(({ kind }) => kind === 'reversal');
  if (!returnEntry) return '';
  const who = entry.payment_method === 'check' ? 'Returned by the bank' : 'Returned';
  return `${who} on ${formatDate(returnEntry.payment_date)}: this payment does not count. ${returnEntry.payment_for}`.trim();
};

/** Returns the contract total and the balance after an entry, in cents; empty without a contract. */
const balanceFacts = (contractTotal: Cents, paid: Cents) => {
  if (contractTotal <= 0) return [];
  const { balance, status } = balanceOf(contractTotal, paid);
  return [
    { label: 'Contract total', value: formatMoney(contractTotal) },
    { label: balanceStatusLabels[status], value: formatMoney(Math.abs(balance)) },
  ];
};

/** Returns the receipt of one entry of the ledger `entries`, with the balance after it; a void entry says so first. */
export const receiptPaper = (
  entry: EntryOnPaper,
  about: CaseOnPaper & { contractTotal: Cents },
  home: HomeOnPaper,
  entries: readonly EntryOnPaper[],
): Paper => {
  const { kind, receipt_number, payment_date, corrected_at, created_by_name } = entry;
  const warning = warningOf(entry, entries);
  const origin = entries.find(({ id }) => id === entry.refund_of);
  const corrected = corrected_at && formatDate(todayIn(home.time_zone, new Date(corrected_at)));
  const paid = withRunningTotals(entries).find(({ id }) => id === entry.id)?.paid ?? 0;
  return {
    title: `${titleOf(entry)} ${receipt_number}`,
    letterhead: letterheadOf(home),
    asOf: entry.updated_at,
    footer: `${home.name} · ${titleOf(entry)} ${receipt_number}`,
    parts: [
      ...(warning ? [{ kind: 'text' as const, strong: true as const, text: warning }] : []),
      ...(corrected ? [{ kind: 'text' as const, text: `Corrected on ${corrected}` }] : []),
      {
        kind: 'facts',
        facts: nonBlankValues([
          { label: 'Date', value: formatDate(payment_date) },
          { label: from[kind], value: entry.received_from },
          { label: amounts[kind], value: formatMoney(Math.abs(entry.amount_cents)) },
          { label: 'Method', value: methodOf(entry) },
          { label: kind === 'payment' ? 'For' : 'Reason', value: entry.payment_for },
          { label: 'Original receipt', value: origin?.receipt_number ?? '' },
          { label: 'Deceased', value: about.deceased_name },
          { label: 'Case number', value: about.case_number },
          ...(warning ? [] : balanceFacts(about.contractTotal, paid)),
          { label: 'Recorded by', value: created_by_name ?? '' },
        ]),
      },
      { kind: 'signature', label: 'For the funeral home' },
    ],
  };
};

/** Returns the deposit receipt of a case: all valid entries, their total and the balance, in cents. */
export const depositReceiptPaper = (
  entries: readonly EntryOnPaper[],
  { contractTotal, updatedAt, ...about }: CaseOnPaper & { contractTotal: Cents; updatedAt: string },
  home: HomeOnPaper,
): Paper => {
  const recorded = withRunningTotals(entries.filter(({ status }) => status === 'recorded'));
  const paid = recorded.at(-1)?.paid ?? 0;
  return {
    title: 'Deposit receipt',
    letterhead: letterheadOf(home),
    asOf: [updatedAt, ...entries.map(({ updated_at }) => updated_at)].toSorted().at(-1) ?? updatedAt,
    footer: `${home.name} · Deposit receipt for case ${about.case_number}`,
    parts: [
      {
        kind: 'facts',
        facts: nonBlankValues([
          { label: 'Deceased', value: about.deceased_name },
          { label: 'Case number', value: about.case_number },
        ]),
      },
      { kind: 'heading', text: 'Received' },
      recorded.length === 0
        ? { kind: 'text', text: 'No payments have been received for this case.' }
        : {
            kind: 'table',
            columns: [
              { label: 'Date', width: 0.14 },
              { label: 'Receipt', width: 0.19 },
              { label: 'From', width: 0.21 },
              { label: 'For', width: 0.18 },
              { label: 'Method', width: 0.14 },
              { label: 'Amount', width: 0.14, align: 'right' },
            ],
            rows: recorded.map((entry) => [
              formatDate(entry.payment_date),
              entry.receipt_number,
              entry.received_from,
              entry.kind === 'payment' ? entry.payment_for : entryLabel(entry),
              methodOf(entry),
              formatMoney(entry.amount_cents),
            ]),
            sums: [['Total received', '', '', '', '', formatMoney(paid)]],
          },
      { kind: 'facts', facts: balanceFacts(contractTotal, paid) },
      { kind: 'signature', label: 'For the funeral home' },
    ],
  };
};

export const receiptFileName = (receipt: string): string => paperFileName('receipt', receipt);
/** Returns a name with the documented prefix. */
export const depositReceiptFileName = (caseNumber: string): string => paperFileName('deposit_receipt', caseNumber);
