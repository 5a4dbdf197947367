import * as z from 'zod';
import { roles } from '#domain/access/roles.ts';
import { endpoint } from '#domain/contract/endpoint.ts';
import { FuneralHome } from '#domain/funeral-homes/funeral-home.endpoints.ts';

export const CurrentUser = z.object({
  id: z.uuid(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.enum(roles),
  organization_id: z.uuid(),
  organization_name: z.string(),
  funeral_home: z.uuid(),
  funeral_home_details: FuneralHome,
  permissions: z.array(z.string()),
});
export type CurrentUser = z.output<typeof CurrentUser>;

export const userProfileEndpoints = {
  currentUser: endpoint({
    method: 'GET',
    path: '/api/customers/user-profiles/current_user/',
    may: 'profile:read',
    summary: 'Who is signed in, with the home and what the role permits',
    response: CurrentUser,
  }),
} as const;
