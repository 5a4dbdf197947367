import type { Delivery } from '#functions/kernel/worker.ts';
import { organizationsIn } from '#functions/records/organizations.ts';
import { submissionsIn } from '#functions/records/submissions.ts';
import { keysOf } from '#functions/store/keys.ts';
import { confirmationMail, notificationMail } from './intake-mails.ts';
import { type NotifyMeans, sendOnce } from './send-once.ts';

/** The home's staff hear of a report, and the family that it has arrived: each mail once. */
export const onIntakeSubmitted =
  (means: NotifyMeans) =>
  async ({ envelope }: Delivery<'intake.submitted'>): Promise<void> => {
    const { table, staffSiteUrl } = means;
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
    // A mail that cannot be delivered does not keep the other one back.
    const outcomes = await Promise.allSettled(
      mails.filter(({ to }) => to.length > 0).map(({ name, ...mail }) => sendOnce(means, envelope, name, () => mail)),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  };

class HomeMissing extends Error {
  override readonly name = 'HomeMissing';
}
