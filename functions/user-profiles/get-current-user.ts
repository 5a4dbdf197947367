import { permissionsOf } from '#domain/access/roles.ts';
import { notFound } from '#domain/contract/errors.ts';
import type { userProfileEndpoints } from '#domain/profiles/user-profile.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';

export const getCurrentUser: Handler<typeof userProfileEndpoints.currentUser> = async (_, { db, actor }) => {
  const [profile, organization, home] = await Promise.all([
    db.organizations.profile(actor.id),
    db.organizations.organization(),
    db.organizations.home(actor.homeId),
  ]);
  if (!profile || !organization || !home) throw notFound();
  return {
    id: profile.id,
    email: profile.email,
    first_name: profile.first_name,
    last_name: profile.last_name,
    role: profile.role,
    organization_id: organization.id,
    organization_name: organization.name,
    funeral_home: home.id,
    funeral_home_details: home,
    permissions: permissionsOf(profile.role),
  };
};
