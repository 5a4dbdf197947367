import { formatDate } from '#domain/shared/values/calendar-date.ts';
import type { PostingState } from './quickbooks-webhooks.ts';
import type { Difference, DifferenceKind } from './reconciliation.ts';

/** What stands in the way of a document, as a bookkeeper reads it, and what can be done about it. */
interface AccountingProblem {
  what: string;
  remedy: string;
  /** Whether sending it again without a change can help. */
  canRetry: boolean;
}

const problem = (what: string, remedy: string, canRetry = true): AccountingProblem => ({ what, remedy, canRetry });

/** By the code that QuickBooks refuses with. */
const byCode: Readonly<Record<string, AccountingProblem>> = {
  '3200': problem('QuickBooks no longer lets Stillwater in.', 'Reconnect QuickBooks; what waits is sent then.'),
  '120': problem(
    'The person who connected QuickBooks is no longer an administrator of the company.',
    'Let an administrator of the company reconnect QuickBooks.',
  ),
  '3100': problem(
    'The connection belongs to another QuickBooks company.',
    'Disconnect QuickBooks and connect it again.',
  ),
  '610': problem(
    'A record that this one refers to was deleted or made inactive in QuickBooks.',
    'Make it active again in QuickBooks, or choose another one in the settings, then send again.',
  ),
  '620': problem(
    'The payment cannot be applied: the invoice has less open than the payment pays.',
    'Look at the payments of the invoice in QuickBooks; remove what was applied by hand, then send again.',
  ),
  '2500': problem(
    'An account, item or class that was chosen no longer exists in QuickBooks.',
    'Choose another one in the settings, then send again.',
  ),
  '6000': problem(
    'QuickBooks does not take this transaction as it is.',
    'Read what QuickBooks says, mend it, then send again.',
  ),
  '6140': problem(
    'QuickBooks already has a transaction with this number.',
    'Change the number of the other transaction in QuickBooks, then send again; or mark this one as done by hand.',
  ),
  '6190': problem(
    'The QuickBooks subscription has ended or the company is suspended.',
    'Renew it with Intuit; what waits is sent by itself afterwards.',
  ),
  '6210': problem(
    'The books are closed for this date.',
    'Reopen the period in QuickBooks and send again, or enter the difference in an open period and mark this as done by hand.',
    true,
  ),
  '6240': problem(
    'Another customer, vendor or employee in QuickBooks has this name.',
    'Rename the other one in QuickBooks, then send again.',
  ),
  '6540': problem(
    'The payment was deposited in QuickBooks and is locked.',
    'Take it out of the bank deposit in QuickBooks and send again, or mark this as done by hand.',
  ),
  '429': problem('QuickBooks is busy.', 'It is sent by itself in a few minutes.'),
  paused: problem('QuickBooks is not answering.', 'It is sent by itself when QuickBooks answers again.'),
  customer: problem(
    'QuickBooks has not taken the customer of this case.',
    'Mend what failed of the customer; this is sent then.',
  ),
  invoice: problem(
    'QuickBooks has not taken the invoice of this case.',
    'Mend what failed of the invoice; this is sent then.',
  ),
  mapping: problem(
    'Accounts have not been chosen yet.',
    'Choose the accounts in the settings; what waits is sent then.',
  ),
  'deleted-there': problem(
    'Somebody has deleted this in QuickBooks since it was sent.',
    'Send it again to enter it anew, or mark it as done by hand where it is to stay away.',
  ),
  'changed-there': problem(
    'Somebody has changed this in QuickBooks since it was sent.',
    'Compare both; send ours to replace theirs, or mark it as done by hand to leave theirs.',
  ),
};

/** What a code means; codes without words of their own are told with what QuickBooks says. */
export function accountingProblem(code: string, detail: string): AccountingProblem {
  // QuickBooks writes some codes with zeros in front.
  const known = byCode[code.replace(/^0+(?=\d)/, '')];
  if (known) return known;
  return problem(
    detail ? `QuickBooks refused it: ${detail}` : `QuickBooks refused it (code ${code}).`,
    'Mend what it names, then send again; or enter it in QuickBooks and mark it as done by hand.',
  );
}

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
