// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { onboardingSteps } from '#domain/organizations/onboarding.endpoints.ts';
import type { Role } from '#domain/shared/access/roles.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { OnboardingBanner } from './onboarding-banner.tsx';

const draw = (role: Role, completed: boolean, done: readonly string[] = []) => {
  const steps = onboardingSteps.map((id) => ({ id, done: done.includes(id) }));
  const get = vi.fn(() => ({ completed, steps, next_step: steps.find((step) => !step.done)?.id ?? null }));
  renderPage(<OnboardingBanner />, {
    role,
    user: { onboarding_completed: completed },
    call: answering({ 'GET /api/customers/onboarding/': get }),
  });
  return get;
};

describe('OnboardingBanner', () => {
  it('leads an administrator to the current step of the setup', async () => {
    draw('super_admin', false, ['home', 'team']);
    expect((await screen.findByRole('region', { name: 'Finish setting up Whitcomb & Ames' })).textContent).toContain(
      '2 of 4 steps done. Next: case numbers.',
    );
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/onboarding');
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('2');
  });

  it.each([
    ['super_admin', true],
    ['coordinator', false],
  ] as const)('shows nothing to %s when completed is %s', async (role, completed) => {
    const get = draw(role, completed);
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(get).not.toHaveBeenCalled();
  });
});
