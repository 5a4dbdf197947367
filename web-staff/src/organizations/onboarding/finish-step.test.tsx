// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import type { Onboarding } from '#domain/organizations/onboarding.endpoints.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { FinishStep } from './onboarding-page.tsx';

vi.mock('../parts/public-site.ts', async (original) => ({
  ...(await original<object>()),
  usePublicSite: () => 'https://families.example',
}));

const draw = (notification_emails: string[], settingsDone = true) => {
  const home = { id: 'h1', name: 'Quiet Water Chapel', slug: 'quiet-water', notification_emails };
  const onboarding: Onboarding = {
    completed: false,
    steps: [
      { id: 'home', done: true },
      { id: 'settings', done: settingsDone },
    ],
    next_step: settingsDone ? null : 'settings',
  };
  renderPage(<FinishStep onboarding={onboarding} busy={false} onFinish={() => {}} />, {
    user: { funeral_home_details: home as Partial<FuneralHome> as FuneralHome },
  });
};

it("shows the home's public address", () => {
  draw(['owner@example.com']);
  expect(screen.getByText('You’re all set. After you finish, this page will no longer appear.')).toBeTruthy();
  expect(screen.getByRole('link', { name: /families\.example\/quiet-water/ }).getAttribute('href')).toBe(
    'https://families.example/quiet-water',
  );
  expect(screen.queryByText(/No one is notified/)).toBeNull();
});

it('links to open steps, and asks for a recipient if there is none', () => {
  draw([], false);
  expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/onboarding/settings');
  expect(screen.getByText('No one is notified of new submissions')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add an address' }).getAttribute('href')).toBe('/onboarding/settings');
});
