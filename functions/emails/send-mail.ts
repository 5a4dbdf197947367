import type { Mailer } from '#functions/platform/adapters/mailer.ts';
import { type EffectDependencies, effect } from '#functions/platform/store/partners/effects.ts';
import type { MailContent } from './mail-content.ts';
import { mailHtml } from './mail-html.ts';

/** What every mail of the worker is made and sent with. */
export interface NotifyDependencies extends EffectDependencies {
  mailer: Mailer;
  staffSiteUrl: string;
  intakeSiteUrl: string;
}

/**
 * Sends the mail of this name for an event, once however often the event comes. `compose` makes it at the last moment.
 * SES knows no idempotency key; the tags lead its own "Email Sent" event back to the effect, which it so vouches for.
 */
export const sendMail = async (
  { mailer, staffSiteUrl, intakeSiteUrl, ...dependencies }: NotifyDependencies,
  { id: eventId, organization_id: organizationId }: { id: string; organization_id: string },
  name: string,
  compose: () => MailContent | Promise<MailContent>,
  /** Which record, and which of the mails about it: staff are shown there when it comes back. */
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
