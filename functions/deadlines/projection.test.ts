import { describe, expect, it } from 'vitest';
import { keysOf } from '#functions/platform/store/keys.ts';
import { viewsOfRow } from '#functions/platform/store/lists/list-definition.ts';
import { deadlineProjection } from './projection.ts';

const columns = {
  ...{ id: 'case-1.filing', case_id: 'case-1', case_number: 'WA-2026-0001', deceased_name: 'Zoë d’Ávila' },
  ...{ funeral_home_id: 'home-1', kind: 'filing', time: null, due: '2026-03-08', owner: 'dee', state: 'MO' },
};
const projected = (changes: object = {}) =>
  deadlineProjection.project(keysOf('org'), 'case-1.filing', [
    { pk: 'T#org#DEADLINE#case-1.filing', sk: 'DEADLINE', shape: 1, ...columns, ...changes },
  ]);
const placesOf = (changes: object = {}) =>
  viewsOfRow(deadlineProjection.list, 'case-1.filing', projected(changes)?.row ?? {});

describe('list of deadlines', () => {
  it('shows task, person, day and owner, and finds them by name and number', () => {
    expect(projected()).toEqual({
      row: columns,
      order: '2026-03-08',
      tokens: ['zoe', 'davila', 'wa', '2026', '0001', 'avila'],
    });
  });

  it('sorts by day: of all, by home, by kind, by owner', () => {
    expect(placesOf()).toEqual([
      { index: 'gsi1', view: 'due', key: '2026-03-08#case-1.filing' },
      { index: 'gsi2', view: 'due&home=home-1', key: '2026-03-08#case-1.filing' },
      { index: 'gsi3', view: 'due&kind=filing', key: '2026-03-08#case-1.filing' },
      { index: 'gsi4', view: 'due&owner=dee', key: '2026-03-08#case-1.filing' },
    ]);
    expect(placesOf({ time: '05:00' })[0]?.key).toBe('2026-03-08 05:00#case-1.filing');
  });

  it('filters these by the state of the rule', () => {
    expect(deadlineProjection.list.filters.state?.(projected()?.row ?? {})).toBe('MO');
  });

  it('moves with a day set by a person', () => {
    expect(projected({ due: '2026-04-30' })?.order).toBe('2026-04-30');
    expect(placesOf({ due: '2026-04-30' })[0]?.key).toBe('2026-04-30#case-1.filing');
  });

  it('shows a deadline without an owner or a name', () => {
    const nobody = { deceased_name: '', owner: '', state: '' };
    expect(projected(nobody)).toEqual({
      row: { ...columns, ...nobody },
      order: '2026-03-08',
      tokens: ['wa', '2026', '0001'],
    });
    expect(placesOf(nobody).map(({ view }) => view)).toEqual(['due', 'due&home=home-1', 'due&kind=filing']);
  });

  it('omits deadlines that are done', () => {
    expect(deadlineProjection.project(keysOf('org'), 'case-1.filing', [])).toBeUndefined();
  });
});
