import { type OnboardingStep, onboardingEndpoints } from '#domain/organizations/onboarding.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { callQuery } from '../../api/calls.ts';
import { useCan, useCurrentUser } from '../../team/parts/current-user.ts';

const onboardingKeys = { all: ['onboarding'] } as const;

export const onboardingQuery = (call: Call) => callQuery(call, onboardingEndpoints.get, {}, onboardingKeys.all);

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
