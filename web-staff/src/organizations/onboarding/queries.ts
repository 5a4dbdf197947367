import { queryOptions } from '@tanstack/react-query';
import { onboardingEndpoints } from '#domain/organizations/onboarding.endpoints.ts';
import type { OnboardingStep } from '#domain/organizations/onboarding-steps.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { useCan, useCurrentUser } from '../../team/parts/current-user.ts';

const onboardingKeys = { all: ['onboarding'] } as const;

export const onboardingQuery = (call: Call) =>
  queryOptions({
    queryKey: onboardingKeys.all,
    queryFn: ({ signal }) => call(onboardingEndpoints.get, {}, { signal }),
  });

export const useSetUpWanted = (): boolean => {
  const { onboarding_completed } = useCurrentUser();
  return useCan()('onboarding:edit') && !onboarding_completed;
};

export const onboardingTitles: Record<OnboardingStep, string> = {
  home: 'Your funeral home',
  numbering: 'Case numbers',
  team: 'Your team',
  settings: 'Settings',
};
