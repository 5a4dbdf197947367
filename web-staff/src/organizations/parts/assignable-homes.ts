import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { useLocations } from '../homes/queries.ts';

/** Owners assign all homes, administrators only their own. */
export const useAssignableHomes = (): readonly FuneralHome[] => {
  const { role, funeral_home_details: own } = useCurrentUser();
  const all = useLocations();
  return role === 'super_admin' ? all : [own];
};
