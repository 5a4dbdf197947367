// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { defaultNotifications } from '#domain/team/notification-preferences.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { Toasts } from '../../ui/feedback/toasts.tsx';
import { NotificationForm } from './notification-form.tsx';

const save = vi.fn(({ body }) => body);

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
  const enter = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
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
