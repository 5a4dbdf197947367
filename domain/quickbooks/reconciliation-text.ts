import { formatDate } from '#domain/shared/values/calendar-date.ts';
import type { PostingState } from './postings.ts';
import type { MonthReconciliation } from './quickbooks.schema.ts';
import type { Difference, DifferenceKind } from './reconciliation.ts';

/** In a bookkeeper's words. */
interface Words {
  what: string;
  remedy: string;
}
const words = (what: string, remedy: string): Words => ({ what, remedy });

const byCode: Readonly<Record<string, Words>> = {
  '3200': words('QuickBooks revoked Stillwater’s access.', 'Reconnect QuickBooks. Waiting records will then be sent.'),
  '120': words(
    'The person who connected QuickBooks is no longer an administrator of the company.',
    'Ask a QuickBooks company administrator to reconnect.',
  ),
  '3100': words('The connection belongs to another QuickBooks company.', 'Disconnect QuickBooks and connect it again.'),
  '610': words(
    'A record that this one refers to was deleted or made inactive in QuickBooks.',
    'Reactivate it in QuickBooks or choose another in Settings, then send again.',
  ),
  '620': words(
    'The payment is more than the invoice balance in QuickBooks.',
    'In QuickBooks, remove payments applied manually to this invoice, then send again.',
  ),
  '2500': words(
    'An account, item or class that was chosen no longer exists in QuickBooks.',
    'Choose another one in the settings, then send again.',
  ),
  '6000': words('QuickBooks rejected this transaction.', 'Fix the problem QuickBooks reports, then send again.'),
  '6140': words(
    'QuickBooks already has a transaction with this number.',
    'Change the other transaction’s number in QuickBooks and send again, or mark this one as entered manually.',
  ),
  '6190': words(
    'The QuickBooks subscription has ended or the company is suspended.',
    'Renew the subscription with Intuit. Waiting records are then sent automatically.',
  ),
  '6210': words(
    'The books are closed for this date.',
    'Reopen the period in QuickBooks and send again, or enter it in an open period and mark this as entered manually.',
  ),
  '6240': words(
    'QuickBooks already has a customer, vendor or employee with this name.',
    'Rename it in QuickBooks, then send again.',
  ),
  '6540': words(
    'The payment is part of a QuickBooks deposit and is locked.',
    'Remove it from the bank deposit in QuickBooks and send again, or mark this as entered manually.',
  ),
  '429': words('QuickBooks is busy.', 'It will be sent automatically in a few minutes.'),
  paused: words('QuickBooks is not responding.', 'It will be sent automatically when QuickBooks is back.'),
  customer: words(
    'The customer for this case has not been sent to QuickBooks.',
    'Fix the customer error first. This will then be sent.',
  ),
  invoice: words(
    'The invoice for this case has not been sent to QuickBooks.',
    'Fix the invoice error first. This will then be sent.',
  ),
  mapping: words('No accounts selected yet.', 'Choose accounts in Settings. Waiting records will then be sent.'),
  'deleted-there': words(
    'This was deleted in QuickBooks after it was sent.',
    'Send it again to recreate it, or mark it as entered manually to leave it out.',
  ),
  'changed-there': words(
    'This was changed in QuickBooks after it was sent.',
    'Compare both. Overwrite the QuickBooks version, or mark as entered manually to keep it.',
  ),
};

/** Returns the meaning of an error code; unknown codes show QuickBooks' own text. */
export function quickBooksProblem(code: string, detail: string): Words {
  // QuickBooks writes some codes with leading zeros.
  const knownWords = byCode[code.replace(/^0+(?=\d)/, '')];
  if (knownWords) return knownWords;
  return words(
    detail ? `QuickBooks rejected it: ${detail}` : `QuickBooks rejected it (code ${code}).`,
    'Fix the problem and send again, or enter it in QuickBooks and mark it as entered manually.',
  );
}

export interface SentState {
  state: PostingState;
  problem: { code: string; detail: string } | null;
}

const byKind: Record<Exclude<DifferenceKind, 'missing_there'>, Words> = {
  missing_here: words(
    'Only in QuickBooks.',
    'If it is a family’s payment, record it on the case and delete it in QuickBooks. Otherwise, leave it.',
  ),
  amount: words(
    'Different amount in QuickBooks.',
    'Compare both with the receipt. Correct the payment here, or send it again to replace the one in QuickBooks.',
  ),
  date: words(
    'Different date in QuickBooks.',
    'Compare both with the receipt. Correct the payment here, or send it again to replace the one in QuickBooks.',
  ),
  not_voided_there: words('Voided here but still active in QuickBooks.', 'Send it again, or void it in QuickBooks.'),
  twice_there: words('Duplicate in QuickBooks.', 'Delete the one Stillwater did not send.'),
  number: words(
    'QuickBooks has a payment with the same date and amount but without this receipt number.',
    'If it is the same payment, enter the receipt number as its reference number in QuickBooks.',
  ),
};

const missing = (receivedOn: string, sentState: SentState | undefined, startDate: string): Words => {
  if (receivedOn < startDate)
    return words(
      `Dated before ${formatDate(startDate)}, the start date for sending.`,
      'Send earlier transactions from QuickBooks settings, or enter it in QuickBooks.',
    );
  if (!sentState) return words('Not sent yet.', 'Choose “Send missing records” in QuickBooks settings.');
  if (sentState.problem) return quickBooksProblem(sentState.problem.code, sentState.problem.detail);
  switch (sentState.state) {
    case 'waiting':
    case 'failed':
      return words('Waiting to be sent.', 'It will be sent automatically. Check again in a few minutes.');
    case 'by_hand':
      return words(
        'Marked as entered manually, but not found in QuickBooks under its receipt number.',
        'Enter the receipt number in QuickBooks as its reference number, or send it.',
      );
    case 'sent':
      return words(
        'It was sent but has been deleted or renumbered in QuickBooks.',
        'Look for it in QuickBooks. If it is gone, send it again.',
      );
  }
};

/** Returns the reason for a difference and its remedy in a bookkeeper's words. */
export function differenceText(
  { kind, ours }: Pick<Difference, 'kind' | 'ours'>,
  sentState: SentState | undefined,
  startDate: string,
): Words {
  if (kind === 'missing_there') return missing(ours?.date ?? '', sentState, startDate);
  const knownWords = byKind[kind];
  if (sentState?.state !== 'failed' || !sentState.problem) return knownWords;
  // A user's change in QuickBooks and an error have their own texts.
  const { what, remedy } = quickBooksProblem(sentState.problem.code, sentState.problem.detail);
  return words(`${knownWords.what} ${what}`, remedy);
}

/** Returns a month's reconciliation as table rows: both totals, then each difference with its reason. */
export function monthRows({ month, ours, theirs, difference, matched, differences }: MonthReconciliation): string[][] {
  return [
    ['Month', month],
    ['', 'Entries', 'Sum'],
    ['Stillwater', String(ours.count), ours.amount],
    ['QuickBooks', String(theirs.count), theirs.amount],
    ['Difference', '', difference],
    ['Matched', String(matched)],
    [],
    [
      'Receipt',
      'Who',
      'Case',
      'Day here',
      'Amount here',
      'Date in QuickBooks',
      'Amount in QuickBooks',
      'Problem',
      'What to do',
    ],
    ...differences.map((difference) => [
      difference.reference,
      difference.who,
      difference.case_number,
      difference.ours?.date ?? '',
      difference.ours?.amount ?? '',
      difference.theirs?.date ?? '',
      difference.theirs?.amount ?? '',
      difference.what,
      difference.remedy,
    ]),
  ];
}
