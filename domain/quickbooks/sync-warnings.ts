import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { type Cents, formatMoney } from '#domain/shared/values/money.ts';
import { type LedgerEntry, type PostingKind, type PostingState, postingKinds } from './postings.ts';
import { quickBooksProblem } from './reconciliation-text.ts';

/** Expected records of one kind, and those in QuickBooks; amounts in cents. */
interface KindTally {
  wanted: number;
  wanted_cents: Cents;
  there: number;
  there_cents: Cents;
  failed: number;
}
type SyncTallies = Record<PostingKind, KindTally>;

const nothing: KindTally = { wanted: 0, wanted_cents: 0, there: 0, there_cents: 0, failed: 0 };
export const emptyTallies = (): SyncTallies =>
  Object.fromEntries(postingKinds.map((kind) => [kind, { ...nothing }])) as SyncTallies;

/** An expected record with its state in QuickBooks; undefined if never sent. */
export interface Counted {
  kind: PostingKind;
  amount_cents: Cents;
  state: PostingState | undefined;
}

/** Returns the tallies plus these records; those entered by hand count as sent. */
export function addToTallies(before: SyncTallies, records: readonly Counted[]): SyncTallies {
  const after = structuredClone(before);
  for (const { kind, amount_cents, state } of records) {
    const tally = after[kind];
    tally.wanted += 1;
    tally.wanted_cents += amount_cents;
    if (state === 'sent' || state === 'by_hand') {
      tally.there += 1;
      tally.there_cents += amount_cents;
    }
    if (state === 'failed') tally.failed += 1;
  }
  return after;
}

export const recordsOf = (tallies: SyncTallies): number =>
  postingKinds.reduce((total, kind) => total + tallies[kind].wanted, 0);

/** Reasons to review a case before it is sent; those that make the books wrong first. */
export const attentionKinds = [
  'perhaps_there',
  'failed_before',
  'paid_before',
  'statement_before',
  'overpaid',
  'no_payer',
  'no_statement',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

export interface SyncWarning {
  kind: AttentionKind;
  what: string;
  remedy: string;
}

export interface CaseToSend {
  payer: string;
  statement: { number: string; date: string; total: Cents } | undefined;
  /** The whole ledger in its order, including earlier days. */
  ledger: readonly LedgerEntry[];
  /** Receipt numbers of payments whose day and amount QuickBooks has in a record that Stillwater did not create. */
  possibleDuplicates: readonly string[];
  failed: readonly { number: string; code: string; detail: string }[];
}

const sum = (entries: readonly LedgerEntry[]): Cents =>
  entries.reduce((total, { amount_cents }) => total + amount_cents, 0);

/** Returns warnings about a case in the order of {@link attentionKinds}. No warning prevents sending. */
export function preSyncWarnings(
  { payer, statement, ledger, possibleDuplicates, failed }: CaseToSend,
  from: string,
): SyncWarning[] {
  const recorded = ledger.filter(({ isVoided }) => !isVoided);
  const sent = recorded.filter(({ payment_date }) => payment_date >= from);
  const before = sum(recorded.filter(({ payment_date }) => payment_date < from));
  const isSent = statement !== undefined && statement.date >= from;
  const over = isSent ? sum(recorded) - statement.total : 0;
  const found: SyncWarning[] = [];
  const tell = (kind: AttentionKind, what: string, remedy: string): void => {
    found.push({ kind, what, remedy });
  };
  if (possibleDuplicates.length > 0)
    tell(
      'perhaps_there',
      `QuickBooks has a payment with the same date and amount that Stillwater did not send: ${possibleDuplicates.join(', ')}.`,
      'If it was entered manually, delete it in QuickBooks first to avoid a duplicate.',
    );
  for (const { number, code, detail } of failed) {
    const { what, remedy } = quickBooksProblem(code, detail);
    tell('failed_before', `${number} failed before. ${what}`, remedy);
  }
  if (isSent && before !== 0)
    tell(
      'paid_before',
      `${formatMoney(before)} was received before ${formatDate(from)} and will not be sent. The invoice balance in QuickBooks will be too high by that amount.`,
      'Choose an earlier start date, or enter the earlier payments in QuickBooks.',
    );
  if (statement && !isSent && sent.length > 0)
    tell(
      'statement_before',
      `Statement ${statement.number} is dated ${formatDate(statement.date)}, before the start date, and will not be sent. Its payments become a credit.`,
      'Choose a start date before the Statement date, or enter the invoice in QuickBooks and apply the credit there.',
    );
  if (over > 0)
    tell(
      'overpaid',
      `Payments exceed the Statement total by ${formatMoney(over)}. The rest becomes a credit.`,
      'Refund it, or finalize a new Statement.',
    );
  if (payer === '' && (isSent || sent.length > 0))
    tell(
      'no_payer',
      'No purchaser is listed, so the customer has the deceased’s name.',
      'Enter the purchaser or the informant in the case.',
    );
  if (!statement && sent.length > 0)
    tell(
      'no_statement',
      'No Statement is finalized. The payments become a credit.',
      'Finalize the Statement once it is agreed. The invoice will be sent and the payments applied.',
    );
  return found;
}
