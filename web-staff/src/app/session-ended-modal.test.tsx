// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { userProfileEndpoints } from '#domain/team/user-profile.endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { createStaffApi } from '../api/staff-api.ts';
import { createSession } from '../session/session-context.ts';
import { renderPage } from '../testing/render-page.tsx';
import { discardUnsavedChanges, useUnsavedChanges } from '../ui/record-form/use-record-form.tsx';
import { SessionEndedModal } from './session-ended-modal.tsx';

vi.mock('../session/identity.ts', () => ({ identity: {} }));

const title = 'Your session has ended';
const refusing = () => {
  const session = createSession({
    holdsTokens: () => true,
    accessToken: async () => 'token',
    signOut: async () => undefined,
  });
  const fetch = vi.fn(async () => Response.json({ detail: 'No authentication session found' }, { status: 401 }));
  return { session, call: createStaffApi(session, fetch), fetch };
};

const Asking = ({ name }: { name: string }) => {
  const call = useApi();
  useQuery({ queryKey: [name], queryFn: () => call(userProfileEndpoints.currentUser, {}) });
  return null;
};
const Editing = () => useUnsavedChanges(true).dialog;

describe('SessionEndedModal', () => {
  it('opens once for any number of rejected calls, and leads to sign-in and back', async () => {
    const { session, call, fetch } = refusing();
    const page = (
      <>
        <Asking name="a" />
        <Asking name="b" />
        <Asking name="c" />
        <SessionEndedModal />
      </>
    );
    const { router } = renderPage(page, { session, call, at: '/?page=2', pages: { '/signin': <p>Sign-in page</p> } });
    expect(await screen.findAllByText(title)).toHaveLength(1);
    expect(fetch).toHaveBeenCalledTimes(3);
    fireEvent.click(screen.getByRole('button', { name: 'Sign in again' }));
    await screen.findByText('Sign-in page');
    expect(router.state.location.search).toBe('?return=%2F%3Fpage%3D2');
  });

  it('lets a user with unsaved changes sign in on the spot', async () => {
    const { session } = refusing();
    renderPage(
      <>
        <Editing />
        <SessionEndedModal />
      </>,
      { session },
    );
    act(() => session.end());
    expect(await screen.findByLabelText('Password')).toBeTruthy();
    expect((screen.getByLabelText('Email') as HTMLInputElement).readOnly).toBe(true);
    expect(screen.queryByRole('button', { name: 'Sign in again' })).toBeNull();
    act(() => session.begin());
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
    discardUnsavedChanges();
  });
});
