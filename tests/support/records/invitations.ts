import { onInvitation } from '#functions/emails/staff-emails.ts';
import type { Mail } from '#functions/platform/adapters/mailer.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { createTeamRepository } from '#functions/team/repository/team.ts';
import type { Harness } from '#tests/support/harness.ts';

export const mailSites = { staffSiteUrl: 'https://staff.example', intakeSiteUrl: 'https://report.example' };

export const mailInvitation = async (
  harness: Harness,
  organizationId: string,
  id: string,
  mailing?: number,
): Promise<{ mails: Mail[]; token: string }> => {
  const { calmTable: table, state } = harness;
  const mails: Mail[] = [];
  const due = mailing ?? (await createTeamRepository(table, keysOf(organizationId)).requireInvitation(id)).mailing;
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  const envelope = {
    ...{ id: crypto.randomUUID(), organization_id: organizationId, request_id: 'request' },
    ...{ occurred_at: state.now().toISOString(), payload: { invitation_id: id, mailing: due } },
  };
  await onInvitation({ ...{ table, mailer, leaseSeconds: 30, ...mailSites }, now: () => state.now() })({ envelope });
  return { mails, token: /invitations\/(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? '' };
};
