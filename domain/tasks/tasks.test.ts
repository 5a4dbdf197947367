import { describe, expect, it } from 'vitest';
import { readyMadeItems, readyMadeLists } from './ready-made.ts';
import { caseCancelled, dueText, type TaskCase, type TaskEntry, type TaskPart, taskEntry, tasksOf } from './tasks.ts';

const zone = 'America/Chicago';
const core = (changes: object = {}): TaskCase['core'] => ({
  ...{ status: 'active', created_at: '2026-11-10T04:30:00.000Z', created_by_id: 'dee', home_time_zone: zone },
  ...changes,
});
const sections = (changes: Record<string, object> = {}): TaskCase['sections'] =>
  ({
    deceased: { date_of_birth: '1940-05-06', date_of_death: '2026-11-09', time_of_death: '21:00' },
    service: { service_type: 'traditional', service_date: '2026-11-14', service_time: '10:00' },
    ...changes,
  }) as TaskCase['sections'];
const part = (changes: Partial<TaskPart> = {}): TaskPart => ({
  items: readyMadeItems,
  met: {},
  entries: [],
  ...changes,
});
const entry = (key: string, changes: Partial<TaskEntry> = {}) => taskEntry(key, { version: 1, ...changes });
const keysOf = (of: TaskCase['sections']) => tasksOf({ core: core(), sections: of }, part()).map(({ key }) => key);
const task = (key: string, changes: Partial<TaskPart> = {}, found: TaskCase = { core: core(), sections: sections() }) =>
  tasksOf(found, part(changes)).find((one) => one.key === key);

describe('tasksOf', () => {
  const listsOf = (of: TaskCase['sections']) => {
    const keys = keysOf(of);
    return readyMadeLists.filter(({ items }) => items.every(({ key }) => keys.includes(key))).map(({ name }) => name);
  };
  const common = ['Every case', 'Our own family'];
  it.each([
    [
      'burial',
      sections({ service: { service_type: 'traditional', disposition_method: 'burial' } }),
      [...common, 'Service', 'Burial'],
    ],
    [
      'direct cremation',
      sections({ service: { service_type: 'direct_cremation' } }),
      [...common, 'Without a service', 'Cremation'],
    ],
    [
      'cremation with service',
      sections({ service: { service_type: 'memorial', disposition_method: 'cremation' } }),
      [...common, 'Service', 'Cremation', 'Cremation with service'],
    ],
    ['veteran', sections({ service: {}, veteran: { is_veteran: true } }), [...common, 'Veteran']],
    [
      'child',
      sections({ service: {}, deceased: { date_of_birth: '2020-05-06', date_of_death: '2026-11-09' } }),
      [...common, 'Child'],
    ],
    ['stillborn child', sections({ service: {}, deceased: { stillborn: true } }), [...common, 'Child']],
    [
      'trade in',
      sections({ service: {}, servicesFees: { receiving_remains_from: 'Hall' } }),
      ['Every case', 'Trade in'],
    ],
    ['trade out', sections({ service: {}, servicesFees: { forwarding_remains_to: 'Hall' } }), [...common, 'Trade out']],
    ['case of which nothing is known', sections({ service: {}, deceased: {} }), common],
  ])('lists the tasks of a %s', (_, of, expected) => {
    expect(listsOf(of)).toEqual(expected);
  });

  const due = (key: string, found?: TaskCase, entries: TaskEntry[] = []) =>
    dueText(task(key, { entries }, found) ?? { due: undefined });
  it('counts days and hours from each anchor on the clock of the home', () => {
    expect([due('into-care'), due('embalming'), due('to-doctor'), due('room'), due('flowers')]).toEqual([
      '2026-11-10 02:30',
      '2026-11-10',
      '2026-11-11',
      '2026-11-14 08:00',
      '2026-11-13',
    ]);
  });
  it('counts real hours over a change of the clocks', () => {
    const found = { core: core({ created_at: '2026-11-01T05:30:00.000Z' }), sections: sections() };
    expect(due('into-care', found)).toBe('2026-11-01 03:30');
  });
  it('counts hours from a day without a time as the day', () => {
    const found = {
      core: core(),
      sections: sections({ service: { service_type: 'memorial', service_date: '2026-11-14' } }),
    };
    expect(due('room', found)).toBe('2026-11-14');
  });
  it('returns no due time before the anchor is known', () => {
    expect(due('room', { core: core(), sections: sections({ service: { service_type: 'memorial' } }) })).toBe('');
    expect(due('letter')).toBe('');
    expect(
      dueText(
        task('letter', { met: { case_completed: { at: '2026-11-20T15:00:00.000Z', by_name: '' } } }) ?? {
          due: undefined,
        },
      ),
    ).toBe('2026-12-20');
  });
  it('moves with the service, unless a person set the due time', () => {
    const moved = {
      core: core(),
      sections: sections({ service: { service_type: 'memorial', service_date: '2026-11-16', service_time: '14:00' } }),
    };
    const own = [entry('room', { due: { day: '2026-11-13', time: '09:00' } })];
    expect([due('room', moved), due('room', moved, own)]).toEqual(['2026-11-16 12:00', '2026-11-13 09:00']);
  });

  it('gives a task to the person who opened the case, or to directors', () => {
    expect(task('into-care')).toMatchObject({ owner: 'dee', role: null });
    const imported = { core: core({ created_by_id: null }), sections: sections() };
    expect(task('into-care', {}, imported)).toMatchObject({ owner: null, role: 'funeral_director' });
    expect(task('copies')).toMatchObject({ owner: null, role: 'office_staff' });
    const entries = [entry('copies', { owner: { profile: 'tom', role: null } })];
    expect(task('copies', { entries })).toMatchObject({ owner: 'tom', role: null });
  });

  const met = { copies_ordered: { at: '2026-11-12T20:10:00.000Z', by_name: 'Dee Kowalski' } };
  it('completes a task by the fact that is recorded', () => {
    expect(task('copies', { met })).toMatchObject({ state: 'done', isByFact: true, ended_by_name: 'Dee Kowalski' });
    expect(task('copies')).toMatchObject({ state: 'open', isByFact: false });
  });
  it('leaves a task open that a person reopened although its fact is recorded', () => {
    expect(task('copies', { met, entries: [entry('copies', { state: 'open' })] })).toMatchObject({
      state: 'open',
      isByFact: false,
    });
  });
  it('keeps the person who completed a task before its fact was recorded', () => {
    const done = entry('copies', { state: 'done', ended_at: '2026-11-11T15:00:00.000Z', ended_by_name: 'Tom' });
    expect(task('copies', { met, entries: [done] })).toMatchObject({ ended_by_name: 'Tom', isByFact: false });
  });

  it('returns free tasks after those of the checklist', () => {
    const free = entry('0199', { title: 'Call the nephew', owner: { profile: null, role: 'coordinator' } });
    expect(tasksOf({ core: core(), sections: sections() }, part({ entries: [free] })).at(-1)).toMatchObject({
      ...{ key: '0199', title: 'Call the nephew', group: null, role: 'coordinator', state: 'open' },
    });
  });
  it('closes the tasks of a cancelled case, and opens them when it is reopened', () => {
    const cancelled = {
      core: core({ status: 'cancelled', cancelled_at: '2026-11-12T00:00:00.000Z' }),
      sections: sections(),
    };
    const states = tasksOf(cancelled, part({ met })).map(({ state, reason }) => [state, reason].join(' ').trim());
    expect(new Set(states)).toEqual(new Set(['done', `not_needed ${caseCancelled}`]));
    expect(task('into-care')?.state).toBe('open');
  });
});

describe('readyMadeItems', () => {
  it('gives each item a key of its own', () => {
    expect(new Set(readyMadeItems.map(({ key }) => key)).size).toBe(readyMadeItems.length);
  });
});
