// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SecondFactorState } from '#domain/shared/access/second-factor.ts';
import { authenticator } from '../../session/authenticator.ts';
import { sealedStore } from '../../session/device/sealed-store.ts';
import { createSession } from '../../session/session-context.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { Toasts } from '../../ui/feedback/toasts.tsx';
import { AuthenticatorCard } from './authenticator-card.tsx';
import { ProfilePage } from './profile-page.tsx';

vi.mock('../../session/authenticator.ts', () => ({
  authenticator: { isOn: vi.fn(), begin: vi.fn(), turnOn: vi.fn(), turnOff: vi.fn() },
}));

const pool = vi.mocked(authenticator);
const secret = 'ABCDEFGHIJKLMNOP';
const named = (name: string) => Object.assign(new Error(name), { name });

const server = { isNew: false };
beforeEach(() => {
  server.isNew = false;
  vi.resetAllMocks();
  pool.begin.mockResolvedValue({ secret, uri: `otpauth://totp/Stillwater:x?secret=${secret}` });
});

const draw = (second_factor: SecondFactorState = 'optional') => {
  const session = createSession({
    holdsTokens: () => true,
    accessToken: async () => 'token',
    signOut: async () => undefined,
  });
  const page = (
    <>
      <AuthenticatorCard />
      <Toasts />
    </>
  );
  const look = vi.fn(() => ({ confirmed: false, sign_in_again: server.isNew }));
  const call = answering({ 'POST /api/customers/user-profiles/{id}/second_factor/': look });
  return { session, look, ...renderPage(page, { session, call, user: { second_factor } }) };
};
const setUp = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Set up' }));
  return screen.findByRole('textbox', { name: 'Code' });
};
const enter = async (code: string) => {
  fireEvent.change(await screen.findByRole('textbox', { name: 'Code' }), { target: { value: code } });
  fireEvent.click(screen.getByRole('button', { name: 'Turn on' }));
};

describe('AuthenticatorCard', () => {
  it('S-08 turns on after a code, and caches no key', async () => {
    pool.isOn.mockResolvedValue(false);
    pool.turnOn.mockRejectedValueOnce(named('EnableSoftwareTokenMFAException')).mockResolvedValueOnce();
    const { client } = draw();
    await setUp();
    expect(screen.getByLabelText('Key').textContent).toBe('ABCD EFGH IJKL MNOP');
    const queries = client.getQueryCache().getAll();
    expect(JSON.stringify(queries.map(({ state }) => state))).not.toContain(secret);
    await enter('12');
    expect(screen.getByText('Enter the 6-digit code')).toBeTruthy();
    expect(pool.turnOn).not.toHaveBeenCalled();
    await enter('123 456');
    expect(await screen.findByText('That code is not correct. Check it and try again.')).toBeTruthy();
    expect(pool.turnOn).toHaveBeenCalledWith('123456');
    await enter('654321');
    expect(await screen.findByText(/^On\./)).toBeTruthy();
  });

  it('S-08 ends the session after a new app, so that the next sign-in uses it', async () => {
    pool.isOn.mockResolvedValue(false);
    pool.turnOn.mockResolvedValue();
    server.isNew = true;
    const { session } = draw();
    await setUp();
    await enter('654321');
    expect(await screen.findByText('Two-step verification is on')).toBeTruthy();
    await waitFor(() => expect(session.status()).toBe('ended'));
  });

  it('S-08 stays on while the organization requires it, with an explanation', async () => {
    pool.isOn.mockResolvedValue(true);
    draw('confirmed');
    const off = await screen.findByRole('button', { name: 'Turn off' });
    expect(off.getAttribute('aria-description')).toBe('Required for owners and administrators.');
    fireEvent.click(off);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Use another app' })).toBeTruthy();
  });

  it('ends a session that the user pool no longer knows', async () => {
    pool.isOn.mockResolvedValue(false);
    pool.begin.mockRejectedValueOnce(named('NotAuthorizedException'));
    const { session } = draw();
    fireEvent.click(await screen.findByRole('button', { name: 'Set up' }));
    await waitFor(() => expect(session.status()).toBe('ended'));
  });
});

describe('ProfilePage', () => {
  const drawPage = (answers: Parameters<typeof answering>[0] = {}) => {
    pool.isOn.mockResolvedValue(false);
    const signOut = vi.fn(async () => undefined);
    const session = createSession({ holdsTokens: () => true, accessToken: async () => 'token', signOut });
    renderPage(<ProfilePage />, { session, call: answering(answers) });
    return { signOut };
  };

  it('ends every session of the user after a confirmation', async () => {
    const close = vi.spyOn(sealedStore, 'close').mockResolvedValue(undefined);
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const endAll = vi.fn(() => ({ success: true }));
    const { signOut } = drawPage({ 'POST /api/customers/user-profiles/{id}/sign_out_everywhere/': endAll });
    fireEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sign out everywhere?' });
    expect(endAll).not.toHaveBeenCalled();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/signin'));
    expect(endAll).toHaveBeenCalledWith({ params: { id: expect.any(String) } });
    expect([close, signOut].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });
});
