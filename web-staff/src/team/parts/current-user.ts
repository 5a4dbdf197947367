import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { Permission } from '#domain/shared/access/roles.ts';
import type { ListView, ViewedList } from '#domain/team/list-views.ts';
import { type CurrentUser, userProfileEndpoints } from '#domain/team/user-profile.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { callQuery } from '../../api/calls.ts';
import { toastFailure } from '../../ui/feedback/toasts.tsx';
import type { OwnViews } from '../../ui/lists/saved-views.tsx';
import { profileKeys } from '../profile/keys.ts';

export const useCurrentUserQuery = () => {
  const call = useApi();
  return useQuery(callQuery(call, userProfileEndpoints.currentUser, {}, profileKeys.currentUser));
};

export const CurrentUserContext = createContext<CurrentUser | null>(null);

/** Defined in every page: the shell waits for it. */
export const useCurrentUser = (): CurrentUser => {
  const user = use(CurrentUserContext);
  if (!user) throw new Error('useCurrentUser must be used inside a CurrentUserContext');
  return user;
};

/** Returns whether the user's role has a permission; the server checks it too. */
export const useCan = (): ((permission: Permission) => boolean) => {
  const { permissions } = useCurrentUser();
  return (permission) => permissions.includes(permission);
};

type Views = readonly ListView[];

/** The user's saved views of a list, updated optimistically. */
export const useOwnViews = (list: ViewedList): OwnViews => {
  const call = useApi();
  const client = useQueryClient();
  const { list_views } = useCurrentUser();
  const put = (change: (views: Views) => Views) =>
    client.setQueryData<CurrentUser>(
      profileKeys.currentUser,
      (user) =>
        user && { ...user, list_views: { ...user.list_views, [list]: [...change(user.list_views[list] ?? [])] } },
    );
  const { mutate } = useMutation({
    mutationFn: async (change: (views: Views) => Views) => {
      // Another tab or device may have saved some since.
      const { list_views: now } = await call(userProfileEndpoints.getPreferences, {});
      const views = [...change(now[list] ?? [])];
      await call(userProfileEndpoints.changePreferences, { body: { list_views: { [list]: views } } });
      return views;
    },
    scope: { id: 'list-views' },
    onMutate: (change) => put(change) && undefined,
    onSuccess: (views) => put(() => views) && undefined,
    onError: (error) => {
      put(() => list_views[list] ?? []);
      toastFailure(error);
    },
  });
  return {
    views: list_views[list] ?? [],
    save: (view) => mutate((views) => [...views.filter(({ query }) => query !== view.query), view]),
    forget: (forgotten) => mutate((views) => views.filter(({ query }) => query !== forgotten.query)),
  };
};
