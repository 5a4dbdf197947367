import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';

export const onboardingSteps = ['home', 'numbering', 'team', 'settings'] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];

export const Onboarding = z.object({
  completed: z.boolean(),
  steps: z.array(z.object({ id: z.enum(onboardingSteps), done: z.boolean() })),
  next_step: z.enum(onboardingSteps).nullable(),
});
export type Onboarding = z.output<typeof Onboarding>;

export const onboardingEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/customers/onboarding/',
    permission: 'profile:read',
    summary: 'Get the setup checklist',
    response: Onboarding,
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/customers/onboarding/',
    permission: 'onboarding:edit',
    summary: 'Mark a setup step as done or not done',
    body: z.object({ step: z.enum(onboardingSteps, 'Please select a step'), done: z.boolean().optional() }),
    response: Onboarding,
    auditActions: ['onboarding.step'],
    events: ['onboarding.changed'],
  }),
} as const;
