import { LimitedRetries } from '#functions/kernel/backoff.ts';
import type { Delivery } from '#functions/kernel/worker.ts';
import { organizationsIn } from '#functions/records/organizations.ts';
import { submissionsIn } from '#functions/records/submissions.ts';
import { allEffectsDone } from '#functions/store/effects.ts';
import { keysOf } from '#functions/store/keys.ts';
import { confirmationMail, notificationMail } from './intake-mails.ts';
import { type NotifyDependencies, sendMail } from './send-mail.ts';

/** The home's staff hear of a report, and the family that it has arrived: each mail once. */
export const onIntakeSubmitted =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'intake.submitted'>): Promise<void> => {
    const { table, staffSiteUrl } = dependencies;
    const { organization_id: organizationId, payload } = envelope;
    const keys = keysOf(organizationId);
    const submission = await submissionsIn(table, keys).find(payload.submission_id);
    // Deleted before the mail went out: there is nobody left to write to about it.
    if (!submission) return;
    const home = await organizationsIn(table, keys).home(payload.funeral_home_id);
    if (!home) throw new HomeMissing();
    const mails = [
      { name: 'staff-notification', ...notificationMail(home, submission, staffSiteUrl) },
      { name: 'family-confirmation', ...confirmationMail(home, submission) },
    ];
    const addressed = mails.filter(({ to }) => to.length > 0);
    await allEffectsDone(addressed.map(({ name, ...mail }) => sendMail(dependencies, envelope, name, () => mail)));
  };

class HomeMissing extends LimitedRetries {
  override readonly name = 'HomeMissing';
  readonly receives = 5;
  override readonly seconds = 2;
}
