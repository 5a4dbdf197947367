// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#domain/shared/contract/client.ts';
import { defaultNotifications } from '#domain/team/notification-preferences.ts';
import { identity } from '../../session/identity.ts';
import { createSession } from '../../session/session-context.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { Toasts } from '../../ui/feedback/toasts.tsx';
import { NotificationForm, PasswordForm } from './profile-page.tsx';

vi.mock('../../session/identity.ts', () => ({ identity: { signIn: vi.fn() } }));
const signIn = vi.mocked(identity.signIn);
beforeEach(() => signIn.mockReset().mockResolvedValue({ step: 'done' }));

const draw = (answer: () => unknown) => {
  const change = vi.fn(answer);
  const call = answering({ 'POST /api/customers/user-profiles/{id}/update_password/': change });
  const page = (
    <>
      <PasswordForm />
      <Toasts />
    </>
  );
  const session = createSession({
    holdsTokens: () => true,
    accessToken: async () => 'token',
    signOut: async () => undefined,
  });
  return { change, session, ...renderPage(page, { call, session }) };
};
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
const fill = (confirmed = 'Better-456') => {
  type('Current password', 'Secret-123');
  type('New password', 'Better-456');
  type('Confirm the new password', confirmed);
};

describe('PasswordForm', () => {
  it('changes the password, and caches nothing that was typed', async () => {
    const { change, client } = draw(() => ({ success: true }));
    fill();
    press();
    expect(await screen.findByText('Password changed')).toBeTruthy();
    expect(change.mock.lastCall).toEqual([
      {
        params: { id: expect.any(String) },
        body: { current_password: 'Secret-123', new_password: 'Better-456', confirm_password: 'Better-456' },
      },
    ]);
    for (const label of ['Current password', 'New password', 'Confirm the new password'])
      expect(screen.getByLabelText(label)).toHaveProperty('value', '');
    expect(client.getMutationCache().getAll()).toEqual([]);
    expect(client.getQueryCache().getAll()).toEqual([]);
  });

  it.each([
    ['goes on with the new one', { step: 'done' }, 'signed-in'],
    ['asks for the code of the app', { step: 'authenticator' }, 'ended'],
  ] as const)('signs in again after every session ended, and %s', async (_, step, status) => {
    signIn.mockResolvedValue(step);
    const { session } = draw(() => ({ success: true }));
    fill();
    press();
    await waitFor(() => expect(signIn).toHaveBeenCalledWith(expect.any(String), 'Better-456'));
    await waitFor(() => expect(session.status()).toBe(status));
  });

  it('shows a rejection at its field', async () => {
    draw(() => {
      throw new ApiError(400, 'Bad request', {
        current_password: ['The current password is not correct'],
        new_password: ['Password must be at least 8 characters, with uppercase, lowercase and a number'],
      });
    });
    fill();
    press();
    expect(await screen.findByText('The current password is not correct')).toBeTruthy();
    expect(screen.getByText(/^Password must be at least 8 characters/)).toBeTruthy();
    type('Current password', 'Secret-124');
    expect(screen.queryByText('The current password is not correct')).toBeNull();
  });
});

const save = vi.fn(({ body }) => body);

describe('NotificationForm', () => {
  it('sends what was chosen, and asks for both quiet times or neither', async () => {
    const page = (
      <>
        <NotificationForm />
        <Toasts />
      </>
    );
    const call = answering({
      'GET /api/customers/user-profiles/preferences/': () => ({ notifications: defaultNotifications }),
      'PATCH /api/customers/user-profiles/preferences/': save as never,
    });
    renderPage(page, { call });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Send me emails' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Only while I am on duty' }));
    const enter = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    enter('Quiet until', '');
    fireEvent.click(screen.getByRole('button', { name: 'Save Notifications' }));
    expect(screen.getByText('Enter both times, or neither')).toBeTruthy();
    expect(save).not.toHaveBeenCalled();
    enter('Quiet from', '');
    fireEvent.click(screen.getByRole('button', { name: 'Save Notifications' }));
    await waitFor(() => expect(save).toHaveBeenCalled());
    expect(save.mock.lastCall).toEqual([
      {
        body: {
          notifications: {
            ...{ channels: [], task_assigned: true, task_due: true, run_sheet_changed: true },
            ...{ quiet_from: null, quiet_to: null, only_on_duty: true },
          },
        },
      },
    ]);
    expect(await screen.findByText('Notifications saved')).toBeTruthy();
  });
});
