import { notFound } from '#domain/contract/errors.ts';
import { organizationEndpoints } from '#domain/organizations/organization.endpoints.ts';
import { implement } from '#functions/kernel/api.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { presentOrganization, updateOrganization } from './update-organization.ts';

const getOrganization: Handler<typeof organizationEndpoints.get> = async (_, { db }) => {
  const organization = await db.organizations.organization();
  if (!organization) throw notFound();
  return presentOrganization(organization);
};

export const organizationRoutes = implement(organizationEndpoints, {
  get: getOrganization,
  update: updateOrganization,
});
