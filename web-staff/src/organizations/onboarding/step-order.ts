import type { Onboarding } from '#domain/organizations/onboarding.endpoints.ts';
import { type OnboardingStep, onboardingSteps } from '#domain/organizations/onboarding-steps.ts';

/** A step of the wizard, or its end. */
export type WizardStep = OnboardingStep | 'finish';

const places: readonly WizardStep[] = [...onboardingSteps, 'finish'];

/** Where the address says to be; without a word of it, where the set-up stands. */
export const placeAt = (wanted: string | undefined, { next_step }: Pick<Onboarding, 'next_step'>): WizardStep =>
  places.find((place) => place === wanted) ?? next_step ?? 'finish';

export const placeAfter = (step: OnboardingStep): WizardStep => places[places.indexOf(step) + 1] ?? 'finish';
