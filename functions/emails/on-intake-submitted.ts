import { createSubmissionRepository } from '#functions/intake/repository/submissions.ts';
import { createOrganizationRepository } from '#functions/organizations/repository/organizations.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { awaitAllEffects } from '#functions/platform/store/partners/effects.ts';
import { LimitedRetries } from '#functions/platform/workers/backoff.ts';
import type { Delivery } from '#functions/platform/workers/worker.ts';
import { addressOfFamily, confirmationMail, notificationMail } from './intake-mails.ts';
import { issueEmailCode } from './issue-family-code.ts';
import { type NotifyDependencies, sendMail } from './send-mail.ts';

/** The home's staff hear of a report, and the family that it has arrived: each mail once. */
export const onIntakeSubmitted =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'intake.submitted'>): Promise<void> => {
    const { table, staffSiteUrl } = dependencies;
    const { organization_id: organizationId, payload } = envelope;
    const keys = keysOf(organizationId);
    const submission = await createSubmissionRepository(table, keys).find(payload.submission_id);
    // Deleted before the mail went out: there is nobody left to write to about it.
    if (!submission) return;
    const home = await createOrganizationRepository(table, keys).home(payload.funeral_home_id);
    if (!home) throw new HomeMissing();
    const staff = notificationMail(home, submission, staffSiteUrl);
    const family = async () =>
      confirmationMail(home, submission, await issueEmailCode(dependencies, submission.reference));
    await awaitAllEffects([
      ...(staff.to.length ? [sendMail(dependencies, envelope, 'staff-notification', () => staff)] : []),
      ...(addressOfFamily(submission) ? [sendMail(dependencies, envelope, 'family-confirmation', family)] : []),
    ]);
  };

class HomeMissing extends LimitedRetries {
  override readonly name = 'HomeMissing';
  readonly receives = 5;
  override readonly seconds = 2;
}
