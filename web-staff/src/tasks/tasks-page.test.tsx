// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#domain/shared/contract/client.ts';
import type { Task } from '#domain/tasks/task.schema.ts';
import { pageOf, taskWith } from '../testing/example-task.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { TasksPage } from './tasks-page.tsx';

afterEach(() => notifications.clean());

interface ListInput {
  query: { owner?: string; role?: string; state?: string; since?: string };
}
const dee = '0193a000-0000-7000-8000-0000000000dd';
const list = vi.fn<(input: ListInput) => unknown>();
const complete = vi.fn<(input: unknown) => unknown>();
const reopen = vi.fn<(input: unknown) => unknown>();
const create = vi.fn<(input: unknown) => unknown>();
const draw = (...mine: Task[]) => drawAt('/', ...mine);
const drawAt = (at: string, ...mine: Task[]) => {
  list.mockImplementation(({ query }) => (query.owner && !query.state ? pageOf(...mine) : pageOf()));
  return renderPage(
    <>
      <TasksPage />
      <Toasts />
    </>,
    {
      at,
      call: answering({
        'GET /api/services/tasks/people/': () => [
          { owner: dee, role: null, name: 'Dee Kowalski', open: 1, overdue: 0 },
        ],
        'GET /api/services/tasks/': (input) => list(input as ListInput),
        'GET /api/customers/funeral-homes/': () => ({ results: [] }),
        'GET /api/customers/user-profiles/': () => ({ results: [] }),
        'POST /api/services/tasks/{id}/complete/': complete,
        'POST /api/services/tasks/{id}/reopen/': reopen,
        'POST /api/services/tasks/': create,
      }),
    },
  );
};
const box = (title: string) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: `Done: ${title} for Harold Lindqvist` });

it('groups the tasks of the user and of their role by when they are due', async () => {
  draw(
    taskWith({ id: 'week', title: 'Week', days_left: 6 }),
    taskWith({ id: 'none', title: 'None', days_left: null, due: null }),
    taskWith({ id: 'today', title: 'Today', days_left: 0, due: '2026-03-10' }),
    taskWith({ id: 'late', title: 'Late', days_left: -3, due: '2026-03-07', overdue: true }),
    taskWith({ id: 'passed', title: 'Passed', days_left: 0, due: '2026-03-10', time: '07:15', overdue: true }),
    taskWith({ id: 'later', title: 'Later', days_left: 7, due: '2026-03-17' }),
  );
  await box('Week');
  const titlesIn = (group: string) =>
    within(screen.getByRole('region', { name: group }))
      .getAllByRole('checkbox')
      .map((tick) => tick.getAttribute('aria-label'));
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Overdue',
    'Today',
    'This week',
    'Later',
    'No date yet',
  ]);
  expect(titlesIn('Overdue')).toEqual(['Late', 'Passed'].map((title) => `Done: ${title} for Harold Lindqvist`));
  expect(titlesIn('This week')).toEqual(['Done: Week for Harold Lindqvist']);
  expect(list.mock.calls.map(([{ query }]) => query.owner ?? query.role)).toEqual([
    '0193a000-0000-7000-8000-000000000002',
    'super_admin',
  ]);
});

it('completes a task at once, and reopens it by Undo', async () => {
  const task = taskWith();
  let answer: (task: Task) => void = () => undefined;
  complete.mockReturnValue(new Promise<Task>((resolve) => (answer = resolve)));
  reopen.mockReturnValue(task);
  draw(task);
  fireEvent.click(await box(task.title));
  await waitFor(async () => expect((await box(task.title)).checked).toBe(true));
  answer({ ...task, version: 2, state: 'done', ended_at: '2026-03-10T15:00:00.000Z' });
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect((await box(task.title)).checked).toBe(false));
  expect(complete).toHaveBeenCalledWith({ params: { id: task.id }, body: { not_needed: false, reason: '' } });
  expect(reopen).toHaveBeenCalledWith({ params: { id: task.id } });
});

it('offers to take a reopened task back to how it ended', async () => {
  vi.clearAllMocks();
  const task = taskWith({ state: 'not_needed', reason: 'One entrance only' });
  reopen.mockReturnValue({ ...task, state: 'open', reason: '' });
  complete.mockReturnValue(task);
  draw(task);
  fireEvent.click(await box(task.title));
  expect(await screen.findByText(`Reopened: ${task.title}`)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  const body = { not_needed: true, reason: 'One entrance only' };
  await waitFor(() => expect(complete).toHaveBeenCalledWith({ params: { id: task.id }, body }));
  expect(await screen.findByText(/Not needed: One entrance only/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
});

it('names the person whose tasks are shown, with a way back to all', async () => {
  drawAt(`/?tab=people&of=${dee}`, taskWith({ comment_count: 2 }));
  expect(await screen.findByRole('heading', { name: 'Dee Kowalski' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All people' }).getAttribute('href')).toMatch(/\?tab=people$/);
  expect(await screen.findByText(/2 comments/)).toBeTruthy();
});

it('takes a refused tick back and says why', async () => {
  const task = taskWith();
  complete.mockRejectedValue(new ApiError(409, 'The case is cancelled.', { detail: 'The case is cancelled.' }));
  draw(task);
  fireEvent.click(await box(task.title));
  expect((await screen.findByRole('alert')).textContent).toContain('The case is cancelled.');
  expect((await box(task.title)).checked).toBe(false);
});

it('says which fact completed a task of today, and omits those of yesterday', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-10T19:00:00Z') });
  const ended = (ended_at: string, title: string) =>
    taskWith({
      ...{ id: title, title, ended_at, state: 'done', is_by_fact: true },
      ...{ met_by: 'permit_added', ended_by_name: 'Dee Kowalski' },
    });
  draw();
  list.mockImplementation(({ query }) =>
    query.state && query.owner
      ? pageOf(ended('2026-03-10T18:10:00.000Z', 'Get the permit'), ended('2026-03-10T02:00:00.000Z', 'Yesterday'))
      : pageOf(),
  );
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Show what was done today' }));
  expect(await screen.findByText(/Done: permit added, Dee Kowalski, 2:10 PM/)).toBeTruthy();
  expect(screen.queryByText('Yesterday')).toBeNull();
  expect(list.mock.calls.at(-1)?.[0].query.since).toBe('2026-03-10');
  vi.useRealTimers();
});

it('adds a task of the user without a case', async () => {
  create.mockReturnValue(taskWith());
  draw();
  fireEvent.click(await screen.findByRole('button', { name: 'New task' }));
  const dialog = await screen.findByRole('dialog', { name: 'New task' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add task' }));
  expect(await within(dialog).findByText('Say what has to be done')).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText(/What has to be done/), { target: { value: 'Order door signs' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add task' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const body = {
    ...{ case: null, title: 'Order door signs', owner: '0193a000-0000-7000-8000-000000000002' },
    ...{ due: null, time: null, promised_to: '', note: '' },
  };
  expect(create).toHaveBeenCalledWith({ body });
});
