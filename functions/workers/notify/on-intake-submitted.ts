import type { Mailer } from '#functions/adapters/mailer.ts';
import { once } from '#functions/data/effects.ts';
import { keysOf } from '#functions/data/keys.ts';
import { organizationsIn } from '#functions/data/organizations.ts';
import { submissionsIn } from '#functions/data/submissions.ts';
import type { Table } from '#functions/data/table.ts';
import type { Delivery } from '#functions/kernel/worker.ts';
import { confirmationMail, notificationMail } from './intake-mails.ts';

interface Means {
  table: Table;
  mailer: Mailer;
  now: () => Date;
  leaseSeconds: number;
  staffSiteUrl: string;
}

/** The home's staff hear of a report, and the family that it has arrived: each mail once. */
export const onIntakeSubmitted =
  ({ table, mailer, now, leaseSeconds, staffSiteUrl }: Means) =>
  async ({ envelope }: Delivery<'intake.submitted'>): Promise<void> => {
    const { id: eventId, organization_id: organizationId, payload } = envelope;
    const keys = keysOf(organizationId);
    const home = await organizationsIn(table, keys).home(payload.funeral_home_id);
    const submission = await submissionsIn(table, keys).find(payload.submission_id);
    // Deleted before the mail went out: there is nobody left to write to about it.
    if (!home || !submission) return;
    const mails = [
      { name: 'staff-notification', ...notificationMail(home, submission, staffSiteUrl) },
      { name: 'family-confirmation', ...confirmationMail(home, submission) },
    ];
    for (const { name, ...mail } of mails) {
      if (mail.to.length === 0) continue;
      const tags = { organization: organizationId, event: eventId, effect: name };
      await once(table, { organizationId, eventId, name }, { now: now(), leaseSeconds }, () =>
        mailer.send({ ...mail, tags }),
      );
    }
  };
