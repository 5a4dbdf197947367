// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { identity } from '../../session/identity.ts';
import type { Session } from '../../session/session-context.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

const session = { status: () => 'signed-out', subscribe: () => () => {}, begin: () => {} };
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
});
