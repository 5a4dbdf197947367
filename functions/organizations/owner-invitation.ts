import { v7 as uuid } from 'uuid';
import { invitationEnd } from '#domain/team/team.rules.ts';
import type { HomeRecord } from '#functions/organizations/repository/homes.ts';
import type { Organization } from '#functions/organizations/repository/organizations.ts';
import type { InvitationRecord } from '#functions/team/repository/team.ts';

/** The invitation of an owner, whom nobody of the organization invites. */
export const ownerInvitation = (
  { id, name }: Organization,
  home: Pick<HomeRecord, 'id' | 'name'>,
  email: string,
  now: Date,
): InvitationRecord => ({
  id: uuid(),
  organization_id: id,
  organization_name: name,
  email,
  role: 'super_admin',
  funeral_home_id: home.id,
  funeral_home_name: home.name,
  status: 'pending',
  invited_by_name: 'Stillwater',
  invited_by: null,
  created_at: now.toISOString(),
  sent_at: null,
  expires_at_instant: invitationEnd(now),
  mailing: 1,
  token_hash: null,
});
