import { onboardingEndpoints } from '#domain/onboarding/onboarding.endpoints.ts';
import { implement } from '#functions/kernel/api.ts';
import { getOnboarding, saveOnboarding } from './onboarding.ts';

export const onboardingRoutes = implement(onboardingEndpoints, { get: getOnboarding, save: saveOnboarding });
