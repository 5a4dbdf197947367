// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '#domain/shared/access/roles.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { ApiContext } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { sealedStore } from '../session/device/sealed-store.ts';
import { createSession, SessionContext } from '../session/session-context.ts';
import { answering, userWith } from '../testing/render-page.tsx';
import { hasUnsavedChanges, registerUnsaved } from '../ui/record-form/use-record-form.tsx';
import { ErrorPage } from './router.tsx';
import { Shell } from './shell.tsx';
import { theme } from './theme.ts';

vi.mock('../session/identity.ts', () => ({ identity: {} }));

const Broken = ({ error }: { error: Error }) => {
  throw error;
};
const missing = {
  script: new TypeError('Failed to fetch dynamically imported module: /assets/cases-1.js'),
  style: new Error('Unable to preload CSS for /assets/cases-1.css'),
};
const newSubmissions = { count: 120, next: null, previous: null, results: [] };

const draw = (at: string, user: () => unknown) => {
  const session = createSession({
    holdsTokens: () => true,
    accessToken: async () => 'token',
    signOut: async () => undefined,
  });
  const call = answering({
    'GET /api/customers/user-profiles/current_user/': user,
    'GET /api/forms/submissions/': () => newSubmissions,
    'GET /api/services/tasks/': () => ({ ...newSubmissions, count: 2 }),
    'GET /api/customers/team-invitations/pending_count/': () => ({ count: 2 }),
  });
  const pages = [
    { index: true, element: <h1>Home page</h1> },
    { path: 'cases', element: <h1>Cases page</h1> },
    { path: 'broken', element: <Broken error={new Error('broken')} /> },
    { path: 'no-script', element: <Broken error={missing.script} /> },
    { path: 'no-style', element: <Broken error={missing.style} /> },
  ];
  const router = createMemoryRouter(
    [
      { path: '/', element: <Shell />, children: [{ errorElement: <ErrorPage inside />, children: pages }] },
      { path: '/signin', element: <h1>Sign in</h1> },
    ],
    { initialEntries: [at] },
  );
  render(
    <MantineProvider theme={theme} defaultColorScheme="auto" env="test">
      <SessionContext value={session}>
        <ApiContext value={call}>
          <RouterProvider router={router} />
        </ApiContext>
      </SessionContext>
    </MantineProvider>,
  );
  return router;
};

const open = async (at = '/', role: Role = 'super_admin') => {
  const router = draw(at, () => userWith(role));
  await screen.findByRole('navigation', { name: 'Main' });
  return router;
};

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  act(() => notifications.clean());
  vi.restoreAllMocks();
});

describe('Shell', () => {
  it('shows on every page that there is no connection, until there is one', async () => {
    await open('/cases');
    expect(screen.queryByText(/^Offline/)).toBeNull();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByText(/^Offline/).textContent).toBe('Offline: information may be out of date');
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.queryByText(/^Offline/)).toBeNull();
  });

  it('leads from the count of new reports to the families that wait, longest first', async () => {
    await open('/cases');
    const link = await screen.findByRole('link', { name: /^Submissions\s?(99\+)?\s?120 new$/ });
    expect(link.getAttribute('href')).toBe(paths.waitingFamilies);
  });

  it('counts the overdue tasks of the user with those of their role', async () => {
    await open('/cases');
    expect(await screen.findByRole('link', { name: /^Tasks\s?4 overdue$/ })).toBeTruthy();
  });

  it('keeps its navigation around a broken page', async () => {
    const router = await open('/broken');
    expect((await screen.findByRole('alert')).textContent).toContain('An unexpected error occurred');
    await act(() => router.navigate('/cases'));
    await screen.findByText('Cases page');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['/no-script', 'Check your connection and reload the page.'],
    ['/no-style', 'Check your connection and reload the page.'],
  ])('reports a chunk that failed to load soon after a start: %s', async (path, message) => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
    vi.spyOn(performance, 'now').mockReturnValue(5000);
    await open(path);
    const alert = (await screen.findByRole('alert')).textContent;
    expect(alert).toContain('This page could not be loaded');
    expect(alert).toContain(message);
    expect(document.title).toBe('This page could not be loaded · Stillwater');
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads when a chunk is gone, or when the connection returns', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
    vi.spyOn(performance, 'now').mockReturnValue(60_000);
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const router = await open('/no-script');
    expect((await screen.findByRole('alert')).textContent).toContain('You are offline.');
    expect(reload).not.toHaveBeenCalled();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(reload).toHaveBeenCalledTimes(1);
    await act(() => router.navigate('/cases'));
    online.mockReturnValue(true);
    await act(() => router.navigate('/no-style'));
    expect(reload).toHaveBeenCalledTimes(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks before signing out with unsaved changes', async () => {
    vi.spyOn(sealedStore, 'close').mockResolvedValue(undefined);
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const letGo = registerUnsaved('a form');
    await open();
    const signOut = async () => {
      fireEvent.click(screen.getByRole('button', { name: /Eleanor Whitcomb/ }));
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
      return within(await screen.findByRole('dialog', { name: 'Sign out without saving?' }));
    };
    fireEvent.click((await signOut()).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(hasUnsavedChanges()).toBe(true);
    expect(assign).not.toHaveBeenCalled();
    fireEvent.click((await signOut()).getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/signin'));
    letGo();
  });

  describe('Shell without the signed-in user', () => {
    const unreadable = () => {
      throw new ApiError(404, 'Not found');
    };
    const signOut = async () => fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }));

    it('leaves nothing on this device at sign-out', async () => {
      const close = vi.spyOn(sealedStore, 'close').mockResolvedValue(undefined);
      const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
      draw('/', unreadable);
      await signOut();
      await waitFor(() => expect(assign).toHaveBeenCalledWith('/signin'));
      expect(close).toHaveBeenCalledTimes(1);
    });

    it('asks before deleting an unsent first call of any user', async () => {
      const close = vi.spyOn(sealedStore, 'close').mockResolvedValue(undefined);
      vi.spyOn(sealedStore, 'names').mockResolvedValue(['person', 'somebody/call']);
      draw('/', unreadable);
      await signOut();
      expect(await screen.findByText('A first call or a move on this device has not been sent')).toBeTruthy();
      expect(close).not.toHaveBeenCalled();
    });
  });
});
