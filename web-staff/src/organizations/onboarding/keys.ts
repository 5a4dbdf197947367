export const onboardingKeys = { all: ['onboarding'] } as const;
