// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Role } from '#domain/shared/access/roles.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import type { Task } from '#domain/tasks/task.schema.ts';
import { taskWith } from '../testing/example-task.ts';
import { answering, renderPage, userWith } from '../testing/render-page.tsx';
import { TaskPanel } from './task-panel.tsx';

const update = vi.fn<(input: unknown) => unknown>();
const complete = vi.fn<(input: unknown) => unknown>();
const nextOfKin = { first_name: 'Karin', last_name: 'Lindqvist', relationship: 'daughter', phone: '9045550181' };
const draw = (task: Task | (() => Task), role: Role = 'coordinator', next_of_kins: object[] = [nextOfKin]) =>
  renderPage(<TaskPanel id={taskWith().id} onClose={() => undefined} />, {
    role,
    call: answering({
      'GET /api/services/tasks/{id}/': typeof task === 'function' ? task : () => task,
      'GET /api/services/cases/{id}/': () => ({ sections: { informant: { values: { next_of_kins } } } }),
      'PATCH /api/services/tasks/{id}/': update,
      'POST /api/services/tasks/{id}/complete/': complete,
      'GET /api/customers/funeral-homes/': () => ({ results: [] }),
      'GET /api/customers/user-profiles/': () => ({ results: [] }),
    }),
  });
const button = (name: string) => screen.queryByRole('button', { name });

it('shows the other version of a changed task and keeps what was typed', async () => {
  const task = taskWith();
  const theirs = { ...task, version: 2, note: 'Their note', promised_to: 'Karin Lindqvist' };
  update.mockRejectedValueOnce(new ApiError(409, 'Changed', { current: theirs }));
  update.mockReturnValueOnce({ ...theirs, version: 3, note: 'My note' });
  draw(task);
  fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'My note' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = await screen.findByRole('dialog', { name: /changed this while you were editing/ });
  expect(within(dialog).getByLabelText(/Their note/)).toBeTruthy();
  expect(within(dialog).getByLabelText(/My note/)).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save with these choices' }));
  await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
  expect(update.mock.calls[1]?.[0]).toEqual({ params: { id: task.id }, body: { note: 'My note', version: 2 } });
});

it('sends a role as owner, and a cleared day as the day of the checklist', async () => {
  const task = taskWith({ due_is_own: true, time: '17:00' });
  update.mockReset().mockReturnValue({ ...task, version: 2 });
  draw(task);
  fireEvent.change(await screen.findByLabelText('Owner'), { target: { value: 'office_staff' } });
  fireEvent.change(screen.getByLabelText('Due'), { target: { value: '' } });
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(update).toHaveBeenCalled());
  const body = { role: 'office_staff', due: null, time: null, version: 1 };
  expect(update).toHaveBeenCalledWith({ params: { id: task.id }, body });
});

it('ends a task as not needed with a reason', async () => {
  let task = taskWith();
  complete.mockImplementation(() => {
    task = { ...task, state: 'not_needed', reason: 'one entrance only' };
    return task;
  });
  draw(() => task);
  fireEvent.click(await screen.findByRole('button', { name: 'Not needed…' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Not needed' }));
  expect(await within(dialog).findByText('Say why it is not needed')).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText(/Why/), { target: { value: 'one entrance only' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Not needed' }));
  expect(await screen.findByText(/Not needed: one entrance only/)).toBeTruthy();
  const body = { not_needed: true, reason: 'one entrance only' };
  expect(complete).toHaveBeenCalledWith({ params: { id: task.id }, body });
});

it('calls the next of kin of its case', async () => {
  draw(taskWith());
  const link = await screen.findByRole('link', { name: 'Call Karin Lindqvist, (904) 555-0181' });
  expect(link.getAttribute('href')).toBe('tel:9045550181');
  expect(screen.getByText('Next of kin')).toBeTruthy();
});

it.each([
  ['a case', taskWith({ case: null }), [nextOfKin]],
  ['a phone number', taskWith(), [{ ...nextOfKin, phone: '' }]],
])('offers no call without %s', async (_, task, family) => {
  const { client } = draw(task, 'coordinator', family);
  await screen.findByRole('button', { name: 'Complete' });
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull();
});

it('says which fact completes an open task', async () => {
  draw(taskWith({ met_by: 'permit_added' }), 'office_staff');
  expect(await screen.findByText('Completed once this is recorded: permit added.')).toBeTruthy();
});

it('offers office staff to change and delete a task of their own', async () => {
  draw(taskWith({ rule: null, group: null, owner: userWith('office_staff').id }), 'office_staff');
  await screen.findByRole('button', { name: 'Save' });
  expect(button('Delete')).not.toBeNull();
});

it('offers office staff no change of the plan of others', async () => {
  draw(taskWith({ rule: null, group: null, note: 'Call first', owner: null }), 'office_staff');
  expect(await screen.findByText('Call first')).toBeTruthy();
  expect([button('Complete'), button('Add comment')].every(Boolean)).toBe(true);
  expect([button('Save'), button('Delete')]).toEqual([null, null]);
});

it.each([
  [null, true],
  [taskWith().rule, false],
])('offers to delete a task with the rule %o: %s', async (rule, isOffered) => {
  draw(taskWith({ rule }));
  await screen.findByRole('button', { name: 'Save' });
  expect(button('Delete') !== null).toBe(isOffered);
});
