import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Call } from '#domain/shared/contract/client.ts';
import { type CaseFormPreferences, defaultCaseFormPreferences } from '#domain/team/case-form-preferences.ts';
import { type CurrentUser, userProfileEndpoints } from '#domain/team/user-profile.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { profileKeys } from '../profile/keys.ts';

/**
 * How the signed-in person likes the case form: what sign-in brought along until the answer is there, and also where
 * there comes none (D2 §8: a failure to load is silent, the defaults stay).
 */
export const caseFormPreferencesQuery = (call: Call, user: Pick<CurrentUser, 'case_form_preferences'>) =>
  queryOptions({
    queryKey: profileKeys.caseFormPreferences,
    queryFn: async ({ signal }): Promise<CaseFormPreferences> =>
      (await call(userProfileEndpoints.getPreferences, {}, { signal })).case_form_preferences,
    initialData: (): CaseFormPreferences => user.case_form_preferences ?? defaultCaseFormPreferences,
    initialDataUpdatedAt: 0,
    // What was chosen since sign-in is newer than what sign-in brought along.
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Saves them as a whole; one save waits for the other, so that the last one stays. */
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
