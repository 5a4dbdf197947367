import { invitationEnd } from '#domain/team/team.rules.ts';
import type { Work } from '#functions/platform/api/handler.ts';
import type { InvitationRecord, Inviter, Team } from '#functions/team/repository/team.ts';

interface Context {
  db: { team: Team };
  work: Work<'invitation.resent', 'invitation.resent'>;
  now: Date;
}

/** Throws if a newer invitation holds the address. */
export const resendMail = (
  { db, work, now }: Context,
  before: InvitationRecord,
  invited_by: Inviter | null,
): InvitationRecord => {
  const mailing = before.mailing + 1;
  const next = { ...before, invited_by, sent_at: null, expires_at_instant: invitationEnd(now), mailing };
  const { id } = next;
  work
    .add(db.team.changeInvitation(before, next), db.team.holdAddress(next, now))
    .audit('invitation.resent', id)
    .announce('invitation.resent', id, { invitation_id: id, mailing });
  return next;
};
