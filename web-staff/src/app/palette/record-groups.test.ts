import { describe, expect, it, vi } from 'vitest';
import { hasPermission, type Permission, type Role } from '#domain/shared/access/roles.ts';
import { remember } from '../palette-button.tsx';
import {
  activeAmong,
  commandGroups,
  matching,
  movedTo,
  type PaletteEntry,
  type PaletteGroup,
  sectionGroup,
} from './record-groups.ts';

const as = (role: Role) => commandGroups((permission: Permission) => hasPermission({ role }, permission), vi.fn());
const labels = (groups: readonly PaletteGroup[]) => groups.flatMap(({ entries }) => entries.map(({ label }) => label));
const entry = (id: string): PaletteEntry => ({ id, label: id, icon: (() => null) as never, to: `/${id}` });

it('finds the sections of the case on the screen by name and description', () => {
  const at = `/cases/${crypto.randomUUID()}`;
  const [found] = matching([sectionGroup(at)], 'statement');
  expect(found?.entries).toMatchObject([{ label: 'Services & Merchandise Fees', to: `${at}?section=servicesFees` }]);
  expect(sectionGroup('/cases').entries).toEqual([]);
});

describe('commandGroups and matching', () => {
  it('S-03 omits commands without permission', () => {
    expect(labels(as('funeral_director'))).toContain('Find duplicate customers');
    expect(labels(as('office_staff'))).toEqual(expect.arrayContaining(['Customers', 'New customer', 'Sign out']));
    expect(labels(as('office_staff'))).not.toContain('Find duplicate customers');
    const nobody = commandGroups(() => false, vi.fn());
    expect(labels(nobody)).toEqual(['Home', 'Your profile', 'Sign out']);
  });

  it.each([
    ['cust', ['Customers', 'New customer', 'Find duplicate customers']],
    ['new c', ['Take a call', 'New case', 'New task', 'Record payment', 'New customer']],
    ['pay', ['Payments', 'Record payment']],
    ['go to t', ['Tasks', 'Team', 'Take a call', 'New task']],
    [
      'SETT',
      [
        ...['Funeral homes', 'Checklists', 'Google Calendar', 'E-signatures', 'Import records', 'Monthly report'],
        ...['QuickBooks', 'Export all data'],
      ],
    ],
    ['password', ['Your profile']],
    ['ustomer', []],
  ])('finds commands by prefixes of words: %s', (typed, found) => {
    expect(labels(matching(as('super_admin'), typed))).toEqual(found);
  });

  it('omits groups without a match', () => {
    expect(matching(as('super_admin'), 'sign out').map(({ title }) => title)).toEqual(['Actions']);
  });
});

describe('remember', () => {
  it('lists the latest first, each once, five at most', () => {
    const chosen = ['a', 'b', 'a', 'c', 'd', 'e', 'f'];
    const recent = chosen.reduce<readonly PaletteEntry[]>((now, id) => remember(now, entry(id)), []);
    expect(recent.map(({ id }) => id)).toEqual(['f', 'e', 'd', 'c', 'a']);
  });

  it('stores destinations only, not commands', () => {
    const { to: _, ...rest } = { ...entry('sign out'), to: '' };
    expect(remember([], { ...rest, run: vi.fn() })).toEqual([]);
  });
});

describe('activeAmong', () => {
  const { to: _, ...rest } = { ...entry('sign out'), to: '' };
  const command: PaletteEntry = { ...rest, run: vi.fn() };

  it.each([
    ['the one that was chosen', [entry('a'), command], 1, true, 1],
    ['the first place', [command, entry('a'), entry('b')], -1, false, 1],
    ['no action while a person may be found', [command], -1, true, -1],
    ['a action when there is nothing else', [command], -1, false, 0],
  ])('chooses %s', (_name, entries, chosen, searching, taken) =>
    expect(activeAmong(entries, chosen, searching)).toBe(taken),
  );
});

describe('movedTo', () => {
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 4, 0],
    ['ArrowUp', 0, 4],
    ['ArrowUp', -1, 4],
    ['ArrowDown', -1, 0],
    ['Home', 3, 0],
    ['End', 1, 4],
    ['a', 1, undefined],
  ])('%s from line %i of five', (key, from, to) => expect(movedTo(key, from, 5)).toBe(to));

  it('ignores an empty list', () => expect(movedTo('ArrowDown', 0, 0)).toBeUndefined());
});
