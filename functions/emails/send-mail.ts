import type { MailProblem } from '#domain/shared/email/mail-problem.ts';
import type { Mailer } from '#functions/platform/adapters/mailer.ts';
import { mailNames } from '#functions/platform/store/keys.ts';
import { type EffectDependencies, effect } from '#functions/platform/store/partners/effects.ts';
import { keepMailProblem } from '#functions/team/repository/mail-problems.ts';
import { type MailContent, mailHtml } from './mail-html.ts';

export interface NotifyDependencies extends EffectDependencies {
  mailer: Mailer;
  staffSiteUrl: string;
  intakeSiteUrl: string;
}

/**
 * Sends an email of an event once, however often the event arrives. `compose` creates it at the last moment. SES has
 * no idempotency key; its "Email Sent" event confirms the effect through the tags.
 */
export const sendMail = async (
  { mailer, staffSiteUrl, intakeSiteUrl, ...dependencies }: NotifyDependencies,
  { id: eventId, organization_id: organizationId }: { id: string; organization_id: string },
  name: string,
  compose: () => MailContent | Promise<MailContent>,
  /** The record that shows a failure of this email. */
  about?: { record: string; version: number },
): Promise<void> => {
  await effect(dependencies, {
    kind: 'vouched',
    partner: 'ses',
    organizationId,
    eventId,
    name,
    act: async () => {
      const ids = { organization: organizationId, event: eventId, effect: name };
      const tags = about ? { ...ids, record: about.record, version: String(about.version) } : ids;
      const content = await compose();
      const { to, subject, text } = content;
      await mailer.send({ to, subject, text, html: mailHtml(content, [staffSiteUrl, intakeSiteUrl]), tags });
    },
  });
};

/** Records the failure of an email that staff can see; alarms on SES's rates cover the others. */
export const onMailFailed =
  ({ table, now }: Pick<NotifyDependencies, 'table' | 'now'>) =>
  async ({ organization, effect, record, version }: Record<string, string>, problem: MailProblem): Promise<void> => {
    const mail = mailNames.find((name) => name === effect);
    if (!organization || !mail || !record || !version) return;
    await keepMailProblem(table, organization, { mail, record, version: Number(version) }, problem, now());
  };
