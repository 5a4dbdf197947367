import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Call } from '#domain/shared/contract/client.ts';
import {
  type CaseFormPreferences,
  type CurrentUser,
  defaultCaseFormPreferences,
  userProfileEndpoints,
} from '#domain/team/user-profile.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { profileKeys } from '../profile/keys.ts';

/** Starts with the preferences from sign-in, which remain if loading fails (D2 §8). */
export const caseFormPreferencesQuery = (call: Call, user: Pick<CurrentUser, 'case_form_preferences'>) =>
  queryOptions({
    queryKey: profileKeys.caseFormPreferences,
    queryFn: async ({ signal }): Promise<CaseFormPreferences> =>
      (await call(userProfileEndpoints.getPreferences, {}, { signal })).case_form_preferences,
    initialData: (): CaseFormPreferences => user.case_form_preferences ?? defaultCaseFormPreferences,
    initialDataUpdatedAt: 0,
    // A change since sign-in is newer than the data from sign-in.
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Saves run one after another, so that the last one wins. */
export const useSaveCaseFormPreferences = () => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'case-form-preferences' },
    mutationFn: async (preferences: CaseFormPreferences): Promise<CaseFormPreferences> => {
      await client.cancelQueries({ queryKey: profileKeys.caseFormPreferences });
      return (await call(userProfileEndpoints.replacePreferences, { body: preferences })).case_form_preferences;
    },
    onSuccess: (kept) => client.setQueryData(profileKeys.caseFormPreferences, kept),
  });
};
