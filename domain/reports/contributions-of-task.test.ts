import { describe, expect, it } from 'vitest';
import { contributionsOfTask } from './contributions-of-task.ts';

const done = {
  ...{ id: 'case.copies', case_id: 'case', case_number: 'WA-1', funeral_home_id: 'home', title: 'Order copies' },
  ...{ group: 'papers', due: '2026-11-12', time: null, state: 'done', ended_at: '2026-11-12T20:00:00.000Z' },
  ...{ ended_local: '2026-11-12 14:00', ended_by_id: null, ended_by_name: '', met_by: 'copies_ordered' },
  ...{ is_by_fact: true, called_at: '2026-11-11T20:00:00.000Z' },
};
const added = (changes: object = {}) => contributionsOfTask({ ...done, ...changes })[0]?.add;

describe('contributionsOfTask', () => {
  it('counts a task that a fact completed in time, and its hours since the first call', () => {
    expect(added()).toEqual({
      ...{ n: 1, dated: 1, on_time: 1, 'of.group.papers': 1, 'on_time.group.papers': 1 },
      ...{
        'of.staff.none': 1,
        'on_time.staff.none': 1,
        'hours.copies_ordered': 24,
        'n.copies_ordered': 1,
      },
    });
  });
  it('counts no hours to a fact where a person completed the task', () => {
    expect(added({ is_by_fact: false, ended_by_id: 'tom' })).toEqual({
      ...{ n: 1, dated: 1, on_time: 1, 'of.group.papers': 1, 'on_time.group.papers': 1 },
      ...{ 'of.staff.tom': 1, 'on_time.staff.tom': 1 },
    });
  });
  it.each([
    ['in the minute that it was due', { time: '14:00' }, 1],
    ['a minute late', { time: '13:59' }, undefined],
    ['a day late', { due: '2026-11-11' }, undefined],
  ])('compares the end of a task with its due time: %s', (_, changes, onTime) => {
    expect(added(changes)?.on_time).toBe(onTime);
  });
  it.each([
    ['open', { state: 'open', ended_at: null }],
    ['not needed', { state: 'not_needed' }],
  ])('counts no task that is %s', (_, changes) => {
    expect(contributionsOfTask({ ...done, ...changes })).toEqual([]);
  });
});
