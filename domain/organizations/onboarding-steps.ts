/** What a new organization sets up, in this order; each step can be left and taken up again. */
export const onboardingSteps = ['home', 'numbering', 'team', 'settings'] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];
