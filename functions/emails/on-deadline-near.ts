import { deadlineLabels } from '#domain/deadlines/deadline-kinds.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { type DueRecord, dueId, dueSchema } from '#functions/deadlines/repository/deadline-rows.ts';
import { createOrganizationRepository } from '#functions/organizations/repository/organizations.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Delivery } from '#functions/platform/workers/worker.ts';
import { type MailContent, oneLine } from './mail-content.ts';
import { type NotifyDependencies, sendMail } from './send-mail.ts';

const reminderMail = (to: string[], row: DueRecord, staffSiteUrl: string): MailContent => {
  const what = deadlineLabels[row.kind];
  const name = oneLine(row.deceased_name) || 'Name not given';
  return {
    to,
    subject: `Due ${formatDate(row.due)}: ${what} (${name})`,
    text: [
      `${what} is due on ${formatDate(row.due)}.`,
      '',
      `Case: ${oneLine(row.case_number)}, ${name}`,
      '',
      `Open the case: ${staffSiteUrl}/cases/${row.case_id}`,
      '',
      'You are told once of each deadline that you own. Why it is due, and how to give it another day or owner, stands in the case.',
    ].join('\n'),
  };
};

/** Tells the owner of a deadline that it is near; the home, where nobody owns it. Once, and not of what was settled since. */
export const onDeadlineNear =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'deadline.near'>): Promise<void> => {
    const { table, staffSiteUrl } = dependencies;
    const { case_id, kind, due } = envelope.payload;
    const keys = keysOf(envelope.organization_id);
    const item = await table.get(keys.deadline(dueId(case_id, kind)));
    const row = item && dueSchema.parse(item);
    if (row?.due !== due) return;
    const organizations = createOrganizationRepository(table, keys);
    const owner = row.owner ? await organizations.profile(row.owner) : undefined;
    const to =
      owner?.status === 'active'
        ? [owner.email]
        : ((await organizations.home(row.funeral_home_id))?.notification_emails ?? []);
    if (to.length === 0) return;
    await sendMail(dependencies, envelope, 'deadline-reminder', () => reminderMail(to, row, staffSiteUrl));
  };
