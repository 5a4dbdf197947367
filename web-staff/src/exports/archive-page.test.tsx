// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Archive } from '#domain/exports/archive.endpoints.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { createSession } from '../session/session-context.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { ArchivePage } from './archive-page.tsx';

const archive = (changes: Partial<Archive> = {}): Archive => ({
  id: '0193a000-0000-7000-8000-00000000000a',
  state: 'ready',
  asked_at: '2026-11-24T06:00:00.000Z',
  asked_by_name: 'Eleanor Whitcomb',
  ready_at: '2026-11-24T06:04:00.000Z',
  available_until: '2026-11-25T06:04:00.000Z',
  size: 4_700_000,
  records: 1204,
  files: 1,
  ...changes,
});
const look = 'POST /api/customers/user-profiles/{id}/second_factor/';
const ask = 'POST /api/customers/organization/archives/';
const seen = { confirmed: true, sign_in_again: false };
const tooOld = () => {
  throw new ApiError(403, 'Please sign in again', { code: 'fresh_second_factor_required' });
};
const session = () =>
  createSession({ holdsTokens: () => true, accessToken: async () => 'token', signOut: async () => undefined });
const draw = (archives: Archive[], answers: Record<string, (input: unknown) => unknown> = {}) =>
  renderPage(<ArchivePage />, {
    session: session(),
    call: answering({
      'GET /api/customers/organization/archives/': () => ({ results: archives }),
      [look]: () => seen,
      ...answers,
    }),
  });
const press = async (name: string) => (await screen.findByRole('button', { name })).click();

describe('ArchivePage', () => {
  it('starts an export after a recent sign-in, and shows the progress of each', async () => {
    const asked = vi.fn(() => archive({ state: 'making' }));
    draw([archive(), archive({ id: '0193a000-0000-7000-8000-00000000000b', state: 'over' })], { [ask]: asked });
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Eleanor Whitcomb.*1,204 records, 1 document, 4\.7 MB.*Ready.*Download/s),
      expect.stringMatching(/Expired$/),
    ]);
    await press('Export all data');
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  });

  it('leads a user without an authenticator app to the profile', async () => {
    const asked = vi.fn();
    draw([], { [look]: () => ({ confirmed: false, sign_in_again: false }), [ask]: asked });
    await press('Export all data');
    const link = await screen.findByRole('link', { name: 'Set it up in your profile' });
    expect(link.getAttribute('href')).toBe('/profile');
    expect(asked).not.toHaveBeenCalled();
  });

  it('asks for a new sign-in after an old one', async () => {
    draw([], { [ask]: tooOld });
    await press('Export all data');
    expect(await screen.findByText('You signed in more than 15 minutes ago.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Sign in again' })).toBeDefined();
  });
});
