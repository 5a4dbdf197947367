// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { SubmissionsPage } from './submissions-page.tsx';

it('shows the public link before the first report', async () => {
  const config = vi.spyOn(globalThis, 'fetch');
  config.mockImplementation(async () => Response.json({ intakeUrl: 'https://families.example' }));
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
  expect(await screen.findByRole('link', { name: /families\.example\/quiet-water/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy public link for Quiet Water Chapel' })).toBeTruthy();
  config.mockRestore();
});

const row = (id: string, changes: object = {}) => ({
  ...{ id, reference: `R-${id}`, kind: 'at_need', status: 'new', created_at: '2026-11-20T10:00:00Z', language: 'en' },
  ...{ deceased_full_name: id, date_of_death: '2026-11-18', informant_name: 'Jo', informant_relationship: 'spouse' },
  ...{ submitter_phone: '9045550142', preferred_contact_time: '', funeral_home_name: 'Quiet Water Chapel' },
  ...{ by_another: false, stillborn: false, looks_like_advertising: false, case_number: null, ...changes },
});
const spam = row('Spam', { looks_like_advertising: true });
const drawRows = (search: string, ...results: object[]) =>
  renderPage(<SubmissionsPage />, {
    at: `/${search}`,
    call: answering({
      'GET /api/forms/submissions/': () => ({ count: results.length, next: null, previous: null, results }),
      'GET /api/customers/funeral-homes/': () => ({ count: 0, next: null, previous: null, results: [] }),
    }),
  });

it('marks a new report that looks like advertising', async () => {
  drawRows('', spam, row('Called', { status: 'contacted', looks_like_advertising: true }), row('Death'));
  const marked = (await screen.findAllByRole('row')).filter(({ textContent }) =>
    /Looks like advertising/.test(textContent),
  );
  expect(marked.map((one) => within(one).getByRole('link', { name: /Spam|Called|Death/ }).textContent)).toEqual([
    'Spam',
  ]);
});

it('lists advertising after the families that wait for a call, and marks their view', async () => {
  drawRows('?ordering=created_at&status=new', spam, row('Death'));
  const names = (await screen.findAllByRole('link', { name: /Spam|Death/ })).map(({ textContent }) => textContent);
  expect(names).toEqual(['Death', 'Spam']);
  expect(screen.getByRole('button', { name: 'Waiting for a call', pressed: true })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
});
