import type { Task } from '#domain/tasks/task.schema.ts';

/** An open task of a checklist, due in two days, of the signed-in user of `userWith`. */
export const taskWith = (changes: Partial<Task> = {}): Task => ({
  id: '0190a000-0000-7000-8000-00000000000c.filed',
  version: 1,
  title: 'File the death certificate',
  case: '0190a000-0000-7000-8000-00000000000c',
  case_number: 'WA-2026-0001',
  deceased_name: 'Harold Lindqvist',
  funeral_home_id: '0193a000-0000-7000-8000-000000000001',
  funeral_home_name: 'Whitcomb & Ames',
  group: 'papers',
  owner: '0193a000-0000-7000-8000-000000000002',
  owner_name: 'Eleanor Whitcomb',
  role: null,
  due: '2026-03-12',
  time: null,
  overdue: false,
  days_left: 2,
  promised_to: '',
  state: 'open',
  reason: '',
  ended_at: null,
  ended_by_name: '',
  met_by: 'filed',
  is_by_fact: false,
  comment_count: 0,
  note: '',
  due_is_own: false,
  rule: { anchor: 'death', offset: { amount: 7, unit: 'days' } },
  comments: [],
  ...changes,
});

export const pageOf = <Row>(...results: Row[]) => ({
  count: results.length,
  count_is_exact: true,
  next: null,
  previous: null,
  results,
});
