// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#domain/shared/contract/client.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import { ApiContext } from '../../api/api-context.ts';
import { identity } from '../../session/identity.ts';
import { createSession, SessionContext } from '../../session/session-context.ts';
import { answering } from '../../testing/render-page.tsx';
import { InvitationPage } from './invitation-page.tsx';

vi.mock('../../session/identity.ts', () => ({ identity: { signIn: vi.fn() } }));

const path = '/api/customers/invitations/{token}/';
const offer = {
  ...{ email: 'nora@example.com', role: 'coordinator', organization_name: 'Whitcomb & Ames' },
  ...{ funeral_home_name: 'Northside Chapel', expires_at: '2026-12-01T12:00:00Z' },
};
const signIn = vi.mocked(identity.signIn);
const get = vi.fn();
const accept = vi.fn();
const failing =
  (status: number, message: string, body: Record<string, unknown> = { detail: message }) =>
  () => {
    throw new ApiError(status, message, body);
  };
const busy = failing(429, 'Too many requests. Please wait a moment and try again.');
let begun: boolean;

beforeEach(() => {
  vi.resetAllMocks();
  begun = false;
  get.mockReturnValue(offer);
  accept.mockReturnValue({ success: true, email: offer.email });
});
afterEach(cleanup);

const draw = (signedIn = false) => {
  const session = createSession({
    holdsTokens: () => signedIn,
    accessToken: async () => undefined,
    signOut: async () => undefined,
  });
  session.subscribe(() => {
    begun = session.status() === 'signed-in';
  });
  const routes = [
    { path: '/invitations/:token', element: <InvitationPage /> },
    { path: '/', element: <p>the home page</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/invitations/some-secret-token-of-a-mail'] });
  render(
    <MantineProvider env="test">
      <SessionContext value={session}>
        <ApiContext value={answering({ [`GET ${path}`]: get, [`POST ${path}`]: accept })}>
          <RouterProvider router={router} />
        </ApiContext>
      </SessionContext>
    </MantineProvider>,
  );
  return router;
};
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const fill = async () => {
  await screen.findByRole('heading', { name: 'Join Whitcomb & Ames' });
  type('First name', 'Nora');
  type('Last name', 'Quill');
  type('Password', 'Long-enough-1');
  type('Confirm the password', 'Long-enough-1');
};
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Accept and sign in' }));

describe('InvitationPage', () => {
  it('leads to sign-in if the account was created but signing in failed', async () => {
    signIn.mockRejectedValue(new Error('NetworkError'));
    draw();
    await fill();
    press();
    expect(await screen.findByText(/Your account is ready/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin');
    expect(begun).toBe(false);
  });

  it('shows server errors at fields, and general ones', async () => {
    const tooLong = { password: ['Password must be 256 characters or less'] };
    accept.mockImplementationOnce(failing(400, 'Bad request', tooLong));
    accept.mockImplementationOnce(busy);
    draw();
    await fill();
    press();
    expect(await screen.findByText('Password must be 256 characters or less')).toBeTruthy();
    press();
    expect((await screen.findByRole('alert')).textContent).toContain('Too many requests');
    expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Nora');
  });

  it.each([
    [404, 'The requested resource was not found.', 'This link is not valid', 'Go to the sign-in page'],
    [410, teamMessages.invitationExpired, 'This invitation is no longer open', 'Go to the sign-in page'],
    [410, teamMessages.invitationUsed, 'This invitation is no longer open', 'Sign in'],
    [410, teamMessages.invitationCancelled, 'This invitation is no longer open', 'Go to the sign-in page'],
  ])('explains %i %s', async (status, detail, title, way) => {
    get.mockImplementation(failing(status, detail));
    draw();
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByRole('link', { name: way })).toBeTruthy();
    if (status === 410) expect(screen.getByRole('alert').textContent).toContain(detail);
    const asks = screen.queryByText(/If this seems wrong, contact the person who invited you/);
    expect(asks !== null).toBe(detail === teamMessages.invitationCancelled);
  });

  it('explains an invitation that ended while the form was being filled in', async () => {
    accept.mockImplementationOnce(failing(409, teamMessages.accountExists));
    draw();
    await fill();
    press();
    expect(await screen.findByRole('heading', { name: 'You already have an account' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain(teamMessages.accountExists);
    expect(screen.getByText(/An email address can belong to only one organization/)).toBeTruthy();
  });
});
