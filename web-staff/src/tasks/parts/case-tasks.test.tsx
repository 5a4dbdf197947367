// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Role } from '#domain/shared/access/roles.ts';
import type { CaseTasks as CaseTasksAnswer } from '#domain/tasks/task.schema.ts';
import { taskWith } from '../../testing/example-task.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { CaseTasks } from './case-tasks.tsx';

const start = vi.fn<(input: unknown) => unknown>();
const draw = (found: Partial<CaseTasksAnswer>, role: Role = 'funeral_director') =>
  renderPage(<CaseTasks caseId="c" />, {
    role,
    call: answering({
      'GET /api/services/cases/{id}/tasks/': () => ({ checklist_version: 1, is_outdated: false, tasks: [], ...found }),
      'PUT /api/services/cases/{id}/tasks/': start,
      'GET /api/customers/funeral-homes/': () => ({ results: [] }),
    }),
  });

it('shows the progress and the open tasks by group, and ended ones on demand', async () => {
  draw({
    tasks: [
      taskWith({ id: 'paper', title: 'Get the permit' }),
      taskWith({ id: 'free', title: 'Order door signs', group: null, rule: null }),
      taskWith({ id: 'first', title: 'Bring into care', group: 'first_hours', state: 'done' }),
    ],
  });
  expect(await screen.findByText('1 of 3 done')).toBeTruthy();
  const heads = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(heads()).toEqual(['Permits and certificates', 'Other tasks']);
  expect(screen.getByText('7 days after death · Eleanor Whitcomb')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show all 3 tasks' }));
  expect(heads()[0]).toBe('First hours');
});

it.each<[Partial<CaseTasksAnswer>, Role, string | undefined]>([
  [{ checklist_version: null }, 'coordinator', 'Start the checklist'],
  [{ is_outdated: true }, 'coordinator', 'Update to the new checklist'],
  [{}, 'coordinator', undefined],
  [{ checklist_version: null }, 'office_staff', undefined],
])('offers for %o to a %s: %s', async (found, role, label) => {
  draw(found, role);
  await screen.findByRole('button', { name: 'New task' });
  const offered = screen.queryByRole('button', { name: /checklist$/ });
  expect(offered?.textContent).toBe(label);
  if (!offered) return;
  start.mockClear();
  fireEvent.click(offered);
  await waitFor(() => expect(start).toHaveBeenCalledWith({ params: { id: 'c' } }));
});
