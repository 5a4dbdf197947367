import type { MailProblem } from '#domain/shared/email/mail-problem.ts';
import { mailNames } from '#functions/platform/store/keys.ts';
import { keepMailProblem } from '#functions/team/repository/mail-problems.ts';
import type { NotifyDependencies } from './send-mail.ts';

/** Keeps what became of a mail that staff are shown; of the others SES's rates and their alarms tell. */
export const onMailFailed =
  ({ table, now }: Pick<NotifyDependencies, 'table' | 'now'>) =>
  async ({ organization, effect, record, version }: Record<string, string>, problem: MailProblem): Promise<void> => {
    const mail = mailNames.find((name) => name === effect);
    if (!organization || !mail || !record || !version) return;
    await keepMailProblem(table, organization, { mail, record, version: Number(version) }, problem, now());
  };
