import * as z from 'zod';
import { secondFactorPolicies } from '#domain/shared/access/second-factor.ts';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { currentOf, version } from '#domain/shared/contract/wire.ts';
import { required } from '#domain/shared/values/required.ts';
import { linkFreeName } from '#domain/shared/values/text.ts';

export const secondFactor = z.enum(secondFactorPolicies, 'Second factor is optional, administrators or everybody');
export const organizationName = required(linkFreeName('Name', 100), 'Name is required');

export const Organization = z.object({
  id: z.uuid(),
  name: z.string(),
  second_factor: secondFactor,
  /** Whether owners get an email with each month's figures. */
  month_report_mail: z.boolean(),
  version,
});
export type Organization = z.output<typeof Organization>;

export const organizationEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/customers/organization/',
    permission: 'organization:read',
    summary: "Get the signed-in user's organization and its sign-in policy",
    response: Organization,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/customers/organization/',
    permission: 'organization:edit',
    summary: 'Update the organization: name, two-step verification policy, monthly report emails',
    body: z.object({
      version: version.optional(),
      name: organizationName.optional(),
      second_factor: secondFactor.optional(),
      month_report_mail: z.boolean('Say true or false').optional(),
    }),
    response: Organization,
    conflict: currentOf(Organization),
    auditActions: ['organization.updated'],
    events: ['organization.updated'],
    skipActorCache: true,
  }),
} as const;
