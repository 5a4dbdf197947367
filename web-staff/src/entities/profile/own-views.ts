import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListView, ViewedList } from '#domain/profiles/list-views.ts';
import { type CurrentUser, userProfileEndpoints } from '#domain/profiles/user-profile.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import type { OwnViews } from '../../ui/saved-views.tsx';
import { toastFailure } from '../../ui/toasts.tsx';
import { useCurrentUser } from './current-user.ts';
import { profileKeys } from './keys.ts';

/** What the signed-in person has saved over a list, on every machine; a change is seen at once. */
export const useOwnViews = (list: ViewedList): OwnViews => {
  const call = useApi();
  const client = useQueryClient();
  const { list_views } = useCurrentUser();
  const put = (change: (user: CurrentUser) => CurrentUser) =>
    client.setQueryData<CurrentUser>(profileKeys.currentUser, (user) => user && change(user));
  const { mutate } = useMutation({
    mutationFn: (views: readonly ListView[]) =>
      call(userProfileEndpoints.changePreferences, { body: { list_views: { [list]: [...views] } } }),
    scope: { id: 'list-views' },
    onMutate: (views) =>
      put((user) => ({ ...user, list_views: { ...user.list_views, [list]: [...views] } })) && undefined,
    onError: (error) => {
      put((user) => ({ ...user, list_views }));
      toastFailure(error);
    },
  });
  return { views: list_views[list] ?? [], save: mutate };
};
