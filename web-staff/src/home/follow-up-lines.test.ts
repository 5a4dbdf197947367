import { expect, it } from 'vitest';
import { taskWith } from '../testing/example-task.ts';
import { taskLines } from './follow-up-lines.ts';
import { type WorkItem, workQueue } from './work-queue.ts';

const today = '2026-03-10';
const due = (id: string, days_left: number | null, overdue = false) => taskWith({ id, days_left, overdue });

it('groups tasks by day and omits those done, without a day, or farther ahead', () => {
  const rows = [due('a', -3, true), due('b', 0, true), due('c', 0), due('d', 6), due('e', 7), due('f', null)];
  const lines = taskLines([...rows, taskWith({ state: 'done', days_left: 0 })], today);
  expect(lines.map(({ id, group, next }) => [id, group, next.to])).toEqual([
    ['task.a', 'overdue', '/tasks?task=a'],
    ['task.b', 'overdue', '/tasks?task=b'],
    ['task.c', 'today', '/tasks?task=c'],
    ['task.d', 'week', '/tasks?task=d'],
  ]);
});

it('shows one line for several tasks of a day ahead', () => {
  const rows = ['Set up the room', 'Print cards'].map((title) => taskWith({ id: title, title, days_left: 3 }));
  const [line, ...others] = taskLines(rows, today);
  expect(others).toEqual([]);
  expect(line).toMatchObject({ name: '2 tasks', lines: ['Set up the room, Print cards'], day: '2026-03-13' });
  const many = ['A', 'A', 'B', 'C', 'D'].map((title, at) => taskWith({ id: `${at}`, title, days_left: 3 }));
  expect(taskLines(many, today)[0]?.lines).toEqual(['A, B, C and 2 more']);
});

it('comes after all other work of its group', () => {
  const other = (kind: WorkItem['kind'], group: WorkItem['group'], at: string): WorkItem => ({
    ...{ id: kind, kind, group, at, to: '', name: '', lines: [], next: { label: '', to: '' } },
  });
  const lines = [
    ...taskLines([due('a', -300, true), taskWith({ id: 'c', days_left: 0, time: '08:00' })], today),
    ...[other('partner', 'overdue', '2026-03-09'), other('gate', 'now', 'c 2026-03-12 10:00')],
  ];
  const { now, overdue, today: dueToday } = workQueue(lines, 'office_staff');
  expect([...now, ...overdue, ...dueToday].map(({ kind }) => kind)).toEqual(['gate', 'partner', 'task', 'task']);
});
