import { describe, expect, it } from 'vitest';
import { cooler, crematory, dorothy, room } from '../testing/example-care.ts';
import { blankMove, errorsOfMove, type MoveContext, sentMove, settledNote } from './move-values.ts';

const now = new Date('2026-11-20T15:00:00Z');
const me = { id: '0193a000-0000-7000-8000-000000000002', name: 'Dee Kowalski' };
const context = (changes: Partial<MoveContext> = {}): MoveContext => ({
  ...{ card: dorothy, found: { tag: dorothy.tag, read: 'scan' }, places: [cooler, room, crematory], me },
  ...{ timeZone: 'America/New_York', state: 'FL', countAt: () => 0 },
  ...changes,
});
const values = (changes: Partial<typeof blankMove>) => ({ ...blankMove, ...changes });
const errors = (changes: Partial<typeof blankMove>, further: Partial<MoveContext> = {}) =>
  Object.keys(errorsOfMove(values(changes), context(further), now));
const stroke = 'M1 1L20 20';

describe('sentMove', () => {
  it('follows the last known entry, now, and leaves both names to the server', () => {
    expect(sentMove(values({ to_place: room.id }), context(), now)).toMatchObject({
      ...{ kind: 'moved', subject: dorothy.id, expected: 2, to_place: room.id, read: 'scan', tag: dorothy.tag },
      ...{ gave: undefined, took: undefined, happened_at: now.toISOString(), signatures: [] },
    });
  });

  it('releases to a place of others, with a member by id and an outsider by name', () => {
    const names = { gave_name: me.name, took_name: 'Alison Marsh', took_firm: 'Palatka Crematory' };
    expect(sentMove(values({ to_place: crematory.id, ...names, sign_took: stroke }), context(), now)).toMatchObject({
      ...{ kind: 'released', gave: { profile: me.id }, took: { name: 'Alison Marsh', firm: 'Palatka Crematory' } },
      signatures: [{ of: 'took', path: stroke }],
    });
  });

  it('reads a typed time on the clock of the home', () => {
    const { happened_at } = sentMove(values({ to_place: room.id, happened_at: '2026-11-20T05:38' }), context(), now);
    expect(happened_at).toBe('2026-11-20T10:38:00.000Z');
  });
});

describe('errorsOfMove', () => {
  const release = { to_place: crematory.id, gave_name: me.name, took_name: 'Alison Marsh' };

  it.each([
    ['no place', {}, ['to_place']],
    ['the same place', { to_place: cooler.id }, ['to_place']],
    ['a release without signatures', release, ['sign_took', 'sign_gave']],
    ['a release to oneself', { ...release, took_name: me.name, sign_gave: stroke, sign_took: stroke }, ['took_name']],
    ['a found person without a reason', { to_place: room.id, is_found: true }, ['reason']],
    ['nothing of a whole release', { ...release, sign_gave: stroke, sign_took: stroke }, []],
    ['nothing of a receiver who cannot sign', { ...release, sign_gave: stroke, witness_name: 'Grace Tan' }, []],
  ])('finds %s', (_name, changes, found) => expect(errors(changes)).toEqual(found));

  it('asks the giver and the receiver to sign where the state of the home does', () => {
    const whole = { ...release, sign_gave: stroke, witness_name: 'Grace Tan' };
    expect(errors(whole, { state: 'CO' })).toEqual(['sign_took']);
  });

  it('asks why a person goes to a full place', () => {
    const full = { card: { ...dorothy, place: room }, countAt: () => 2 };
    expect(errors({ to_place: cooler.id }, full)).toEqual(['reason']);
    expect(errors({ to_place: cooler.id, reason: 'The other cooler is off' }, full)).toEqual([]);
  });

  it('asks where a person was before the first entry', () => {
    const first = { card: { ...dorothy, number: 0, place: null } };
    expect(errors({ to_place: cooler.id }, first)).toEqual(['from_text']);
  });
});

describe('settledNote', () => {
  it('says in the note what the device had recorded', () => {
    const kept = {
      ...{ key: 'k', caseId: 'c', subjectId: 's', name: 'Dorothy Briggs', tag: dorothy.tag, from: 'Cooler 1' },
      ...{ to: 'Room 2', at: '2026-11-20T10:44:00.000Z', body: { expected: 2, to_place: room.id } },
    };
    expect(settledNote([kept], 'America/New_York')).toBe('Not recorded: Cooler 1 → Room 2, Nov 20, 2026, 5:44 AM.');
  });
});
