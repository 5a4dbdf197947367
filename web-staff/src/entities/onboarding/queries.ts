import { queryOptions } from '@tanstack/react-query';
import type { Call } from '#domain/contract/client.ts';
import { type OnboardingStep, onboardingEndpoints } from '#domain/onboarding/onboarding.endpoints.ts';
import { onboardingKeys } from './keys.ts';

/** How far the organization is set up. */
export const onboardingQuery = (call: Call) =>
  queryOptions({
    queryKey: onboardingKeys.all,
    queryFn: ({ signal }) => call(onboardingEndpoints.get, {}, { signal }),
  });

export const onboardingTitles: Record<OnboardingStep, string> = {
  home: 'Your funeral home',
  numbering: 'Case numbers',
  team: 'Your team',
  settings: 'First settings',
};
