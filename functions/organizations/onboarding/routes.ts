import { onboardingEndpoints } from '#domain/organizations/onboarding.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { getOnboarding, saveOnboarding } from './onboarding.ts';

export const onboardingRoutes = routesOf(onboardingEndpoints, { get: getOnboarding, save: saveOnboarding });
