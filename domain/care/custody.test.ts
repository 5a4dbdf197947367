import { describe, expect, it } from 'vitest';
import type { Party, PlaceRef } from './care.schema.ts';
import { custodyMessages, type PlaceKind } from './care-names.ts';
import { type CustodyHead, countDifferences, type Move, moveErrors, receiverAt, stateOf } from './custody.ts';
import { custodyRuleOf } from './custody-rules.ts';
import { isOurs } from './places.ts';

const place = (kind: PlaceKind, changes: Partial<PlaceRef> = {}) => ({
  ...{ id: kind, name: kind, kind, ours: isOurs(kind, false), active: true },
  ...changes,
});
const cooler = place('cooler');
const crematory = place('crematory');
const person = (name: string): Party => ({ profile_id: null, name, firm: '' });
const tag = 'KVFHMXBRTP';
const head: CustodyHead = {
  kind: 'body',
  tag,
  number: 3,
  place: cooler,
  since: '2026-03-04T08:00:00.000Z',
  found_away: false,
  ended: false,
};
const now = new Date('2026-03-04T12:00:00.000Z');

interface Asked {
  move?: Partial<Move>;
  head?: Partial<CustodyHead>;
  to?: ReturnType<typeof place>;
  state?: string;
}
const errorsOf = ({ move = {}, head: changes = {}, to, state = 'FL' }: Asked) =>
  moveErrors(
    {
      ...{ kind: 'moved', happened_at: '2026-03-04T11:58:00.000Z', gave: null, took: person('Dee Kowalski') },
      ...{ witness: null, read: 'scan', tag, reason: '', corrects: null, parts: null, signed: [] },
      ...move,
    },
    { head: { ...head, ...changes }, to, rule: custodyRuleOf(state), now },
  );
const released: Partial<Move> = {
  ...{ kind: 'released', gave: person('Dee Kowalski'), took: person('Alison Marsh'), signed: ['took'] },
};

describe('an entry of a chain', () => {
  it('moves within the house without a form', () => {
    expect(errorsOf({ to: place('chapel') })).toEqual({});
  });

  it.each<[string, Asked, object]>([
    ['a place is missing', {}, { to_place: [custodyMessages.needsPlace] }],
    ['the record says so already', { to: cooler }, { to_place: [custodyMessages.alreadyThere] }],
    ['the place is closed', { to: { ...place('chapel'), active: false } }, { to_place: [custodyMessages.closedPlace] }],
    ['the place is not ours', { to: crematory }, { to_place: [custodyMessages.notOurs] }],
    [
      'the tag is another one',
      { to: place('chapel'), move: { tag: 'BCDFGHJKMN' } },
      { tag: [custodyMessages.notThisTag(tag)] },
    ],
    [
      'it lies ahead',
      { to: place('chapel'), move: { happened_at: '2026-03-04T12:11:00.000Z' } },
      { happened_at: [custodyMessages.ahead] },
    ],
    [
      'someone is found without a reason',
      { to: crematory, move: { kind: 'found' } },
      { reason: [custodyMessages.needsReason] },
    ],
    [
      'someone leaves who never came',
      { to: crematory, move: released, head: { number: 0, place: null } },
      { kind: [custodyMessages.neverTaken] },
    ],
    [
      'one person gives and takes',
      { to: crematory, move: { ...released, took: person('Dee Kowalski') } },
      { took: [custodyMessages.needsTwo] },
    ],
    [
      'the giver is its own witness',
      { to: crematory, move: { ...released, signed: [], witness: person('Dee Kowalski') } },
      { witness: [custodyMessages.needsThird] },
    ],
    [
      'the receiver is its own witness',
      { to: crematory, move: { ...released, witness: person('Alison Marsh') } },
      { witness: [custodyMessages.needsThird] },
    ],
    [
      'it was before the last entry',
      { to: place('chapel'), move: { happened_at: '2026-03-04T07:49:00.000Z' } },
      { happened_at: [custodyMessages.before] },
    ],
    [
      'its year is mistyped',
      { to: place('chapel'), move: { kind: 'found', reason: 'Misread', happened_at: '0026-03-04T11:00:00.000Z' } },
      { happened_at: [custodyMessages.longAgo] },
    ],
    [
      'the tag of a release was not read',
      { to: crematory, move: { ...released, read: 'not_read', tag: '' } },
      { tag: [custodyMessages.needsTag] },
    ],
    [
      'no one signs for a release',
      { to: crematory, move: { ...released, signed: [] } },
      { signatures: [custodyMessages.needsSignature] },
    ],
    [
      'the law asks both to sign',
      { to: crematory, move: released, state: 'CO' },
      { signatures: [custodyMessages.needsBoth] },
    ],
    ['a body is not at a crematory', { move: { kind: 'cremated' } }, { kind: [custodyMessages.notACrematory] }],
    ['a body would be divided', { move: { kind: 'parted', parts: 2 } }, { kind: [custodyMessages.onlyRemains] }],
    ['someone is still here', { move: { kind: 'closed' } }, { kind: [custodyMessages.stillHere] }],
    [
      'a body at a crematory would be closed without its cremation',
      { move: { kind: 'closed' }, head: { place: crematory } },
      { kind: [custodyMessages.notCremated] },
    ],
  ])('is refused if %s', (_, asked, errors) => {
    expect(errorsOf(asked)).toEqual(errors);
  });

  it('releases with two names and a signature, or a witness for it', () => {
    expect(errorsOf({ to: crematory, move: released })).toEqual({});
    expect(errorsOf({ to: crematory, move: { ...released, signed: [], witness: person('Grace Tan') } })).toEqual({});
    expect(errorsOf({ to: crematory, state: 'CO', move: { ...released, signed: ['gave', 'took'] } })).toEqual({});
  });

  it('stays on the board after a find at a place of others, until a release', () => {
    const astray = { ...head, place: place('cemetery'), found_away: true };
    expect(stateOf(astray)).toBe('in_care');
    expect(errorsOf({ head: astray, to: place('cemetery'), move: released })).toEqual({});
    expect(errorsOf({ head: astray, to: place('cemetery'), move: { kind: 'found', reason: 'Again' } })).toEqual({
      to_place: [custodyMessages.alreadyThere],
    });
  });

  it('leaves the board only for a cemetery or the family', () => {
    const at = (kind: PlaceKind) => stateOf({ ...head, place: place(kind) });
    expect([at('cooler'), at('crematory'), at('another_firm')]).toEqual(['in_care', 'in_care', 'in_care']);
    expect([at('cemetery'), at('family')]).toEqual(['released', 'released']);
    expect(stateOf({ ...head, number: 0, place: null })).toBe('expected');
    expect(stateOf({ ...head, ended: true })).toBe('ended');
  });

  it('asks the gate for the receiver at its place', () => {
    expect(receiverAt(crematory, 'cremation')).toBe('crematory');
    expect(receiverAt(place('another_firm'), 'burial')).toBe('firm');
    expect([receiverAt(place('other'), 'donation'), receiverAt(place('other'), 'burial')]).toEqual([
      'program',
      'family',
    ]);
  });
});

describe('a count', () => {
  const counted = (name: string, at: string) => ({
    ...{ subject_id: name, case_id: name, tag: name, name, place: { id: at, name: at } },
  });
  const all = [
    counted('Agnes', 'cooler'),
    counted('Leonard', 'cooler'),
    counted('Teresa', 'shelf'),
    counted('Ruth', 'far'),
  ];
  const seen = (tag: string, at: string) => ({ tag, place: { id: at, name: at } });

  it('names who is missing, elsewhere and on no record', () => {
    const found = countDifferences(
      all,
      [seen('Leonard', 'cooler'), seen('Leonard', 'room'), seen('Teresa', 'shelf'), seen('XXX', 'room')],
      ({ place: { id } }) => id !== 'far',
    );
    expect(found.seen.map(({ name }) => name)).toEqual(['Teresa']);
    expect(found.missing.map(({ name }) => name)).toEqual(['Agnes']);
    expect(found.elsewhere).toEqual([{ person: all[1], seen_at: { id: 'room', name: 'room' } }]);
    expect(found.unknown).toEqual([seen('XXX', 'room')]);
  });

  it('finds a person who was seen at a place of another home', () => {
    expect(countDifferences(all, [seen('Ruth', 'cooler')], () => false).elsewhere).toHaveLength(1);
  });
});
