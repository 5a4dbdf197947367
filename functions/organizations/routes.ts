import { organizationEndpoints } from '#domain/organizations/organization.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { getOrganization } from './get-organization.ts';
import { updateOrganization } from './update-organization.ts';

export const organizationRoutes = routesOf(organizationEndpoints, {
  get: getOrganization,
  update: updateOrganization,
});
