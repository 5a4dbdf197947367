import { organizationEndpoints } from '#domain/organizations/organization.endpoints.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { presentOrganization } from './present-organization.ts';

export const getOrganization = handler(organizationEndpoints.get, { organizations }, async (_, { db }) => {
  const organization = await db.organizations.organization();
  if (!organization) throw notFound();
  return presentOrganization(organization);
});
