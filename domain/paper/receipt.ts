import { type EntryKind, entryKindLabels } from '#domain/payments/entry-kind.ts';
import { balanceOf, standingLabels, withRunningTotals } from '#domain/payments/payment.rules.ts';
import { type PaymentMethod, paymentMethodLabels } from '#domain/payments/payment-method.ts';
import { formatDate } from '#domain/values/calendar-date.ts';
import { type Cents, formatMoney } from '#domain/values/money.ts';
import { type HomeOnPaper, letterheadOf } from './letterhead.ts';
import { type Paper, paperFileName, saidFacts } from './paper.ts';

/** An entry of a ledger, as far as a receipt says it. */
export interface EntryOnPaper {
  readonly id: string;
  readonly kind: EntryKind;
  readonly status: 'recorded' | 'voided';
  readonly receipt_number: string;
  readonly payment_date: string;
  readonly received_from: string;
  /** Cents; negative for what goes back. */
  readonly amount_cents: Cents;
  readonly payment_method: PaymentMethod;
  readonly other_method_description: string;
  readonly check_number_masked: string;
  readonly payment_for: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by_name: string | null;
  readonly void_reason: string | null;
}

/** The case that money is about. */
export interface CaseOnPaper {
  readonly case_number: string;
  readonly deceased_name: string;
}

const titles: Record<EntryKind, string> = {
  payment: 'Receipt',
  refund: 'Refund receipt',
  reversal: 'Reversal of a payment',
};
const amounts: Record<EntryKind, string> = {
  payment: 'Amount received',
  refund: 'Amount refunded',
  reversal: 'Amount reversed',
};
const from: Record<EntryKind, string> = { payment: 'Received from', refund: 'Refunded to', reversal: 'Received from' };

/** How money came, with the end of a check's number or what was said of another way. */
const methodOf = ({ payment_method, check_number_masked, other_method_description }: EntryOnPaper): string =>
  [
    paymentMethodLabels[payment_method],
    payment_method === 'check' && check_number_masked ? `no. ${check_number_masked}` : '',
    payment_method === 'other' ? other_method_description : '',
  ]
    .filter(Boolean)
    .join(', ');

const voided = 'VOID';

/** The receipt of one entry of the ledger. A voided one says so first, and why. */
export const receiptPaper = (entry: EntryOnPaper, about: CaseOnPaper, home: HomeOnPaper): Paper => {
  const { kind, status, receipt_number, payment_date, created_by_name, void_reason } = entry;
  return {
    title: `${titles[kind]} ${receipt_number}`,
    letterhead: letterheadOf(home),
    asOf: entry.updated_at,
    footer: `${home.name} · ${titles[kind]} ${receipt_number}`,
    parts: [
      ...(status === 'voided'
        ? [
            {
              kind: 'text' as const,
              strong: true as const,
              text: [`${voided}: this ${titles[kind].toLowerCase()} counts for nothing.`, void_reason ?? '']
                .filter(Boolean)
                .join(' '),
            },
          ]
        : []),
      {
        kind: 'facts',
        facts: saidFacts([
          { label: 'Date', value: formatDate(payment_date) },
          { label: from[kind], value: entry.received_from },
          { label: amounts[kind], value: formatMoney(Math.abs(entry.amount_cents)) },
          { label: 'Method', value: methodOf(entry) },
          { label: 'For', value: entry.payment_for },
          { label: 'In the matter of', value: about.deceased_name },
          { label: 'Case number', value: about.case_number },
          { label: 'Recorded by', value: created_by_name ?? '' },
        ]),
      },
      { kind: 'signature', label: 'For the funeral home' },
    ],
  };
};

/**
 * Everything that was received for a case, with its sum and what is still due, all in cents: the deposit receipt. What was
 * voided stands in it no more.
 */
export const depositReceiptPaper = (
  entries: readonly EntryOnPaper[],
  { contractTotal, updatedAt, ...about }: CaseOnPaper & { contractTotal: Cents; updatedAt: string },
  home: HomeOnPaper,
): Paper => {
  const standing = withRunningTotals(entries.filter(({ status }) => status === 'recorded'));
  const paid = standing.at(-1)?.paid ?? 0;
  const { balance, standing: reads } = balanceOf(contractTotal, paid);
  return {
    title: 'Deposit receipt',
    letterhead: letterheadOf(home),
    asOf: [updatedAt, ...entries.map(({ updated_at }) => updated_at)].toSorted().at(-1) ?? updatedAt,
    footer: `${home.name} · Deposit receipt for case ${about.case_number}`,
    parts: [
      {
        kind: 'facts',
        facts: saidFacts([
          { label: 'In the matter of', value: about.deceased_name },
          { label: 'Case number', value: about.case_number },
        ]),
      },
      { kind: 'heading', text: 'Received' },
      standing.length === 0
        ? { kind: 'text', text: 'Nothing has been received for this case.' }
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
            rows: standing.map((entry) => [
              formatDate(entry.payment_date),
              entry.receipt_number,
              entry.received_from,
              entry.kind === 'payment' ? entry.payment_for : entryKindLabels[entry.kind],
              methodOf(entry),
              formatMoney(entry.amount_cents),
            ]),
            sums: [['Total received', '', '', '', '', formatMoney(paid)]],
          },
      {
        kind: 'facts',
        facts: [
          // Before a contract there is nothing to be due of.
          ...(contractTotal > 0
            ? [
                { label: 'Contract total', value: formatMoney(contractTotal) },
                { label: standingLabels[reads], value: formatMoney(Math.abs(balance)) },
              ]
            : []),
        ],
      },
      { kind: 'signature', label: 'For the funeral home' },
    ],
  };
};

/** The names of the files. */
export const receiptFileName = (receipt: string): string => paperFileName('receipt', receipt);
/** Of a deposit receipt, with the documented beginning. */
export const depositReceiptFileName = (caseNumber: string): string => paperFileName('deposit_receipt', caseNumber);
