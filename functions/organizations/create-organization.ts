import { v7 as uuid } from 'uuid';
import type * as z from 'zod';
import { invalid } from '#domain/contract/errors.ts';
import { organizationName, secondFactor } from '#domain/organizations/organization.endpoints.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import { emailAddress } from '#domain/values/email.ts';
import { required } from '#domain/values/when-given.ts';
import { databaseOf } from '#functions/store/database.ts';
import { registerOrganization } from '#functions/store/organization-registry.ts';
import type { Table } from '#functions/store/table.ts';
import { addressTaken, NewHome, newHome } from './new-home.ts';
import { operatorTrace } from './operator-trace.ts';
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
 * through the event, as every invitation's does. Throws a 400 when the public address is taken.
 */
export const createOrganization = async (
  table: Table,
  wanted: NewOrganization,
  now: Date,
): Promise<{ organizationId: string; invitationId: string }> => {
  const organization = { id: uuid(), name: wanted.name, second_factor: wanted.second_factor, version: 1 };
  const db = databaseOf(table, organization.id, operatorTrace(now));
  const home = newHome(organization.id, wanted, [wanted.email]);
  const invitation = ownerInvitation(organization, home, wanted.email, now);
  await db.commit(
    [
      db.organizations.putOrganization(organization),
      registerOrganization(organization.id),
      ...db.organizations.createHome(home, addressTaken),
      db.team.createInvitation(invitation),
      db.team.holdAddress(invitation, now, () => invalid({ email: [teamMessages.alreadyInvited] })),
      db.audit.entry('ORGANIZATION', organization.id, 'organization.created'),
      db.audit.entry('INVITATION', invitation.id, 'invitation.created'),
      db.outbox.event('invitation.created', invitation.id, { invitation_id: invitation.id, mailing: 1 }),
    ],
    undefined,
  );
  return { organizationId: organization.id, invitationId: invitation.id };
};
