import { v7 as uuid } from 'uuid';
import type * as z from 'zod';
import { organizationName, secondFactor } from '#domain/organizations/organization.endpoints.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { emailAddress } from '#domain/shared/values/email.ts';
import { required } from '#domain/shared/values/required.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import { createOrganizationRepository } from '#functions/organizations/repository/organizations.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { registerOrganization } from '#functions/platform/store/organization-registry.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { createTeamRepository } from '#functions/team/repository/team.ts';
import { addressTaken, addressWrites, NewHome, newHome } from './new-home.ts';
import { operatorWork } from './operator-work.ts';
import { ownerInvitation } from './owner-invitation.ts';

/** What an operator says of a new organization. */
export const NewOrganization = NewHome.extend({
  name: organizationName,
  email: required(emailAddress, 'Email is required'),
  second_factor: secondFactor.default('optional'),
});
export type NewOrganization = z.output<typeof NewOrganization>;

/**
 * An organization with its first home and the invitation of its first owner, in one transaction; the mail goes out
 * through the event, as every invitation's does. Throws a 400 when the public address is taken, or looks like another's.
 */
export const createOrganization = async (
  table: Table,
  wanted: NewOrganization,
  now: Date,
): Promise<{ organizationId: string; invitationId: string }> => {
  const organization = { id: uuid(), name: wanted.name, second_factor: wanted.second_factor, version: 1 };
  const keys = keysOf(organization.id);
  const db = { organizations: createOrganizationRepository(table, keys), team: createTeamRepository(table, keys) };
  const home = newHome(organization.id, wanted, [wanted.email]);
  const invitation = ownerInvitation(organization, home, wanted.email, now);
  return operatorWork(table, organization.id, now)
    .add(
      db.organizations.putOrganization(organization),
      registerOrganization(organization.id),
      await addressWrites(db.organizations, home, wanted),
      db.organizations.createHome(home, addressTaken),
      db.team.createInvitation(invitation),
      db.team.holdAddress(invitation, now, () => invalid({ email: [teamMessages.alreadyInvited] })),
    )
    .audit('organization.created', organization.id)
    .audit('invitation.created', invitation.id)
    .announce('invitation.created', invitation.id, { invitation_id: invitation.id, mailing: 1 })
    .finish({ organizationId: organization.id, invitationId: invitation.id });
};
