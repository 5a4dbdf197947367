export const onboardingSteps = ['home', 'numbering', 'team', 'settings'] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];
