// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SecondFactorState } from '#domain/shared/access/second-factor.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { ApiContext } from '../api/api-context.ts';
import { authenticator } from '../session/authenticator.ts';
import { createSession, SessionContext } from '../session/session-context.ts';
import { answering, userWith } from '../testing/render-page.tsx';
import { Shell } from './shell.tsx';
import { theme } from './theme.ts';

vi.mock('../session/identity.ts', () => ({ identity: {} }));
vi.mock('../session/authenticator.ts', () => ({
  authenticator: { isOn: vi.fn(), begin: vi.fn(), turnOn: vi.fn(), turnOff: vi.fn() },
}));

const pool = vi.mocked(authenticator);
const heading = 'Set up your authenticator app';

beforeEach(() => {
  vi.resetAllMocks();
  pool.begin.mockResolvedValue({ secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/Stillwater:x?secret=ABCD' });
  pool.turnOn.mockResolvedValue();
});
afterEach(cleanup);

/** `server` returns what it finds. */
const open = (state: SecondFactorState, found: boolean) => {
  const server = { state, found, isNew: false, looked: 0, fails: false };
  const session = createSession({
    holdsTokens: () => true,
    accessToken: async () => 'token',
    signOut: async () => undefined,
  });
  const call = answering({
    'GET /api/customers/user-profiles/current_user/': () => ({
      ...userWith('funeral_home_admin'),
      second_factor: server.state,
    }),
    'POST /api/customers/user-profiles/{id}/second_factor/': () => {
      server.looked += 1;
      if (server.fails) throw new ApiError(0, 'Network error: Unable to connect to server.');
      if (server.found && server.isNew) return { confirmed: false, sign_in_again: true };
      if (server.found) server.state = 'confirmed';
      return { confirmed: server.found, sign_in_again: false };
    },
    'GET /api/forms/submissions/': () => ({ count: 0, next: null, previous: null, results: [] }),
    'GET /api/customers/team-invitations/pending_count/': () => ({ count: 0 }),
  });
  const page = (
    <>
      <h1>Cases page</h1>
      <input aria-label="Notes" />
    </>
  );
  const router = createMemoryRouter([{ path: '/', element: <Shell />, children: [{ path: 'cases', element: page }] }], {
    initialEntries: ['/cases?page=2'],
  });
  render(
    <MantineProvider theme={theme} forceColorScheme="light" env="test">
      <SessionContext value={session}>
        <ApiContext value={call}>
          <RouterProvider router={router} />
        </ApiContext>
      </SessionContext>
    </MantineProvider>,
  );
  return { server, session, router };
};
const enterCode = async () => {
  fireEvent.change(await screen.findByRole('textbox', { name: 'Code' }), { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Turn on' }));
};

describe('SecondFactorGate', () => {
  it('S-08 shows only the setup to a user without one, then the requested page', async () => {
    const { server, router } = open('missing', false);
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    expect(screen.queryByText('Cases page')).toBeNull();
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    server.found = true;
    await enterCode();
    expect(await screen.findByText('Cases page')).toBeTruthy();
    expect(pool.begin).toHaveBeenCalledOnce();
    expect(router.state.location.pathname + router.state.location.search).toBe('/cases?page=2');
  });

  it('S-08 requires a new sign-in after the setup, and keeps input until then', async () => {
    const { server, session } = open('optional', false);
    fireEvent.change(await screen.findByLabelText('Notes'), { target: { value: 'White roses' } });
    act(() => session.askSecondFactor());
    expect(await screen.findByText(heading)).toBeTruthy();
    Object.assign(server, { found: true, isNew: true });
    await enterCode();
    await waitFor(() => expect(session.status()).toBe('ended'));
    expect(await screen.findByText('Your session has ended')).toBeTruthy();
    expect(screen.getByLabelText('Notes')).toHaveProperty('value', 'White roses');
    server.isNew = false;
    act(() => session.begin());
    act(() => session.askSecondFactor());
    await waitFor(() => expect(session.status()).toBe('signed-in'));
    expect(screen.queryByText(heading)).toBeNull();
  });

  it('S-08 keeps the page and its input when a factor is required during work', async () => {
    const { server, session } = open('optional', false);
    fireEvent.change(await screen.findByLabelText('Notes'), { target: { value: 'White roses' } });
    act(() => session.askSecondFactor());
    expect(await screen.findByText(heading)).toBeTruthy();
    server.found = true;
    await enterCode();
    await waitFor(() => expect(screen.queryByText(heading)).toBeNull());
    expect(screen.getByLabelText('Notes')).toHaveProperty('value', 'White roses');
    expect(session.status()).toBe('signed-in');
  });

  it('S-08 asks nothing during work if the app is already set up', async () => {
    const { server, session } = open('optional', true);
    await screen.findByText('Cases page');
    act(() => session.askSecondFactor());
    await waitFor(() => expect(session.status()).toBe('signed-in'));
    expect([server.looked, screen.queryByText(heading)]).toEqual([1, null]);
    expect(await screen.findByText(/^Your authenticator app is verified/)).toBeTruthy();
  });
});
