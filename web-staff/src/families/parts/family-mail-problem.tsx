import { type MailProblem, mailProblemText } from '#domain/shared/email/mail-problem.ts';
import { Notice } from '../../ui/feedback/notice.tsx';

const whatToDo: Readonly<Record<MailProblem, string>> = {
  no_mailbox: 'Ask the family for the right address and enter it in the case, or give them a code on paper.',
  not_taken: 'Ask the family to look into their mailbox and mail it again, or give them a code on paper.',
  complaint: 'Call the family, and give them a code on paper.',
  rejected: 'Call the family, and give them a code on paper.',
  delayed: 'If the family is waiting for it, give them a code on paper.',
};

/** Why a mail to the family did not arrive, and what helps. */
export const FamilyMailProblem = ({ problem }: { problem: MailProblem | null }) =>
  problem && (
    <Notice tone="warning" title={mailProblemText[problem]}>
      {whatToDo[problem]}
    </Notice>
  );
