// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
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

describe('SignInPage', () => {
  it('says why a call needs a sign-in on a device that no one has used', async () => {
    draw('/signin?return=%2Ffirst-calls%2Fnew');
    expect(await screen.findByText(why)).toBeTruthy();
  });

  it('gives no reason to a person who only signs in', async () => {
    draw('/signin?return=%2Fcases');
    expect(await screen.findByLabelText('Email')).toBeTruthy();
    expect(screen.queryByText(why)).toBeNull();
  });
});
