import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { accountingProblem } from './accounting-problems.ts';
import type { PostingState } from './postings.ts';
import type { Difference, DifferenceKind } from './reconciliation.ts';

/** How an entry of ours was sent, as far as it was. */
export interface SentState {
  state: PostingState;
  problem: { code: string; detail: string } | null;
}
interface Words {
  what: string;
  remedy: string;
}
const words = (what: string, remedy: string): Words => ({ what, remedy });

const byKind: Record<Exclude<DifferenceKind, 'missing_there'>, Words> = {
  missing_here: words(
    'It stands in QuickBooks alone.',
    'If it is money of a family, record it on its case and delete this one in QuickBooks; else it may stay.',
  ),
  amount: words(
    'QuickBooks has another amount.',
    'Compare both with the receipt. Correct the payment here, or send it again to replace what is there.',
  ),
  date: words(
    'QuickBooks has another day.',
    'Compare both with the receipt. Correct the payment here, or send it again to replace what is there.',
  ),
  not_voided_there: words(
    'It was voided here and still counts in QuickBooks.',
    'Send it again, or void it in QuickBooks.',
  ),
  twice_there: words('It stands in QuickBooks twice.', 'Delete the one there that Stillwater did not send.'),
  number: words(
    'QuickBooks has a payment of the same day and amount without this receipt number.',
    'If it is the same one, enter the receipt number there as its reference number.',
  ),
};

const missing = (receivedOn: string, sent: SentState | undefined, startDate: string): Words => {
  if (receivedOn < startDate)
    return words(
      `It is of before ${formatDate(startDate)}, from which money is sent.`,
      'Send earlier money from the settings of QuickBooks, or enter it there.',
    );
  if (!sent) return words('It was not sent yet.', 'Choose “Send what is missing” in the settings of QuickBooks.');
  if (sent.problem) return accountingProblem(sent.problem.code, sent.problem.detail);
  switch (sent.state) {
    case 'waiting':
    case 'failed':
      return words('It waits to be sent.', 'It is sent by itself; look again in a few minutes.');
    case 'by_hand':
      return words(
        'It was marked as done by hand and does not stand there under its receipt number.',
        'Enter the receipt number in QuickBooks as its reference number, or send it.',
      );
    case 'sent':
      return words(
        'It was sent, and has been deleted in QuickBooks since, or has another number.',
        'Look for it in QuickBooks, and send it again where it is gone.',
      );
  }
};

/** Why a difference is there, as a bookkeeper reads it, and what can be done about it. */
export function differenceText(
  { kind, ours }: Pick<Difference, 'kind' | 'ours'>,
  sent: SentState | undefined,
  startDate: string,
): Words {
  if (kind === 'missing_there') return missing(ours?.date ?? '', sent, startDate);
  const known = byKind[kind];
  if (sent?.state !== 'failed' || !sent.problem) return known;
  // What somebody changed there, or QuickBooks refused, is told as that.
  const { what, remedy } = accountingProblem(sent.problem.code, sent.problem.detail);
  return words(`${known.what} ${what}`, remedy);
}
