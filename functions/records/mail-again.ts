import { invalid } from '#domain/contract/errors.ts';
import { invitationEnd, teamMessages } from '#domain/team/team.rules.ts';
import type { Database } from '#functions/store/database.ts';
import type { Write } from '#functions/store/table.ts';
import type { InvitationRecord } from './team.ts';

/**
 * An open invitation with a new mail to come, and the writes that make it so: a new link, seven new days, the old link
 * ends. Refused when the address is meanwhile held by another invitation.
 */
export const mailAgain = (
  db: Database,
  before: InvitationRecord,
  now: Date,
): { next: InvitationRecord; writes: Write[] } => {
  const mailing = before.mailing + 1;
  const next = { ...before, sent_at: null, expires_at_instant: invitationEnd(now), mailing };
  const { id } = next;
  return {
    next,
    writes: [
      db.team.changeInvitation(before, next),
      db.team.holdAddress(next, now, () => invalid({ email: [teamMessages.alreadyInvited] })),
      db.audit.entry('INVITATION', id, 'invitation.resent'),
      db.outbox.event('invitation.resent', id, { invitation_id: id, mailing }),
    ],
  };
};
