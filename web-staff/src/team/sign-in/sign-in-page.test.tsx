// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { identity } from '../../session/identity.ts';
import type { Session } from '../../session/session-context.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

const begin = vi.fn();
const session = { status: () => 'signed-out', subscribe: () => () => {}, begin };
const why = /saves calls only for someone who has signed in here/;
const draw = (at: string) =>
  renderPage(<p>Home</p>, {
    ...{ at, session: session as Partial<Session> as Session },
    pages: { '/signin': <SignInPage /> },
  });

let focused: string | null | undefined;
const prepare = vi.spyOn(identity, 'prepare').mockImplementation(() => {
  focused = document.activeElement?.getAttribute('type');
});

describe('SignInPage', () => {
  it('loads the user pool once the email field has the focus', async () => {
    draw('/signin');
    await screen.findByLabelText('Email');
    expect([prepare.mock.calls.length, focused]).toEqual([1, 'email']);
  });

  it('says why a call needs a sign-in on a device that no one has used', async () => {
    draw('/signin?return=%2Ffirst-calls%2Fnew');
    expect(await screen.findByText(why)).toBeTruthy();
  });

  it('takes over what was typed and submitted before the script ran', async () => {
    const field = (type: string, value: string) => `<input type="${type}" value="${value}">`;
    const painted = document.createElement('div');
    painted.id = 'first-paint';
    painted.innerHTML = field('email', 'owner@example.com') + field('password', 'Secret-2026');
    document.body.append(painted);
    document.documentElement.dataset.signsIn = 'submitted';
    const signIn = vi.spyOn(identity, 'signIn').mockResolvedValue({ step: 'done' });
    draw('/signin');
    painted.remove();
    await vi.waitFor(() => expect(signIn).toHaveBeenCalledExactlyOnceWith('owner@example.com', 'Secret-2026'));
    expect(document.documentElement.dataset.signsIn).toBe('');
  });

  it('signs a visitor of the demo in with one click', async () => {
    const demo = {
      password: 'Stillwater-2026',
      accounts: [{ email: 'owner@example.com', role: 'Owner', work: 'reports' }],
    };
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ demo }));
    const signIn = vi.spyOn(identity, 'signIn').mockResolvedValue({ step: 'done' });
    draw('/signin?demo');
    fireEvent.click(await screen.findByRole('button', { name: 'Owner (reports)' }));
    await vi.waitFor(() => expect(begin).toHaveBeenCalledOnce());
    expect(signIn).toHaveBeenCalledExactlyOnceWith('owner@example.com', 'Stillwater-2026');
  });
});
