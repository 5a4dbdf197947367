// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { SubmissionsPage } from './submissions-page.tsx';

vi.mock('../organizations/parts/public-site.ts', async (original) => ({
  ...(await original<object>()),
  usePublicSite: () => 'https://families.example',
}));

it('shows the public link before the first report', async () => {
  const home = { id: 'h1', name: 'Quiet Water Chapel', slug: 'quiet-water', time_zone: 'America/New_York' };
  const none = { count: 0, next: null, previous: null, results: [] };
  renderPage(<SubmissionsPage />, {
    user: { funeral_home_details: home as Partial<FuneralHome> as FuneralHome },
    call: answering({
      'GET /api/forms/submissions/': () => none,
      'GET /api/customers/funeral-homes/': () => ({ ...none, results: [home] }),
    }),
  });
  await screen.findByText('No submissions yet');
  expect(screen.getByRole('link', { name: /families\.example\/quiet-water/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy public link for Quiet Water Chapel' })).toBeTruthy();
});
