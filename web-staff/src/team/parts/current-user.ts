import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { Permission } from '#domain/shared/access/roles.ts';
import { type CurrentUser, userProfileEndpoints } from '#domain/team/user-profile.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { profileKeys } from '../profile/keys.ts';

export const useCurrentUserQuery = () => {
  const call = useApi();
  return useQuery({
    queryKey: profileKeys.currentUser,
    queryFn: ({ signal }) => call(userProfileEndpoints.currentUser, {}, { signal }),
  });
};

export const CurrentUserContext = createContext<CurrentUser | null>(null);

/** Who is signed in; the shell shows its pages only once that is known. */
export const useCurrentUser = (): CurrentUser => {
  const user = use(CurrentUserContext);
  if (!user) throw new Error('useCurrentUser needs a CurrentUserContext above it');
  return user;
};

/** Whether the signed-in person's role permits something; the server asks the same question again. */
export const useCan = (): ((permission: Permission) => boolean) => {
  const { permissions } = useCurrentUser();
  return (permission) => permissions.includes(permission);
};
