import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  differences,
  type EntryListVersions,
  findMergeConflicts,
  mergeEntryLists,
  sameValue,
} from './entries-merge.ts';
import { exampleFields } from './testing/example-form.ts';

const keys = ({ id, name }: Readonly<Record<string, unknown>>) =>
  [id, name].filter((key): key is string => typeof key === 'string' && key !== '');
const merge = (lists: EntryListVersions) => mergeEntryLists(lists, keys);
const names = (lists: EntryListVersions) => merge(lists)?.map(({ name }) => name);

const karin = { id: '1', name: 'Karin', phone: '1' };
const erik = { name: 'Erik', phone: '2' };
const ingrid = { name: 'Ingrid' };

describe('mergeEntryLists', () => {
  it('merges both changes of one entry, wherever it is', () => {
    const base = [karin, erik];
    const mine = [karin, { ...erik, phone: '3' }];
    const theirs = [{ ...erik, email: 'e' }, karin];
    expect(merge({ base, mine, theirs })).toEqual([{ name: 'Erik', phone: '3', email: 'e' }, karin]);
  });

  it('includes the entries that either user added, once', () => {
    const base = [karin];
    const withId = { ...ingrid, id: '3' };
    expect(merge({ base, mine: [karin, erik], theirs: [karin, ingrid] })).toEqual([karin, erik, ingrid]);
    expect(merge({ base, mine: [karin, ingrid], theirs: [karin, withId] })).toEqual([karin, withId]);
    expect(merge({ base, mine: [karin, { ...ingrid, isNew: true }], theirs: [karin, withId] })?.length).toBe(2);
  });

  it('omits what either user removed', () => {
    const base = [karin, erik, ingrid];
    expect(names({ base, mine: [karin, ingrid], theirs: [karin, erik] })).toEqual(['Karin']);
    expect(names({ base, mine: [erik, ingrid], theirs: [karin, erik, { ...ingrid, phone: '4' }] })).toEqual([
      'Erik',
      'Ingrid',
    ]);
  });

  it('recognizes a renamed entry by its id', () => {
    const base = [karin];
    const mine = [{ ...karin, name: 'Carina' }];
    const theirs = [{ ...karin, phone: '9' }];
    expect(merge({ base, mine, theirs })).toEqual([{ id: '1', name: 'Carina', phone: '9' }]);
  });

  it('uses the order that one user changed', () => {
    const base = [karin, erik, ingrid];
    expect(names({ base, mine: [ingrid, karin, erik], theirs: base })).toEqual(['Ingrid', 'Karin', 'Erik']);
    expect(names({ base, mine: [...base, { name: 'Sven' }], theirs: [erik, karin, ingrid] })).toEqual([
      'Erik',
      'Karin',
      'Ingrid',
      'Sven',
    ]);
  });

  it('returns undefined if both changed the same field', () => {
    const base = [karin, erik, ingrid];
    expect(
      merge({ base: [karin], mine: [{ ...karin, phone: '5' }], theirs: [{ ...karin, phone: '6' }] }),
    ).toBeUndefined();
    expect(merge({ base: [karin], mine: [], theirs: [{ ...karin, phone: '6' }] })).toBeUndefined();
    expect(merge({ base: [karin], mine: [{ ...karin, phone: '5' }], theirs: [] })).toBeUndefined();
    expect(merge({ base, mine: [ingrid, karin, erik], theirs: [erik, karin, ingrid] })).toBeUndefined();
  });

  it("uses one user's changes if the other made none", () => {
    const list = fc
      .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 })
      .chain((names) =>
        fc.tuple(...names.map((name) => fc.record({ name: fc.constant(name), phone: fc.constantFrom('1', '2') }))),
      );
    fc.assert(
      fc.property(list, list, (base, changed) => {
        expect(merge({ base, mine: changed, theirs: base })).toEqual(changed);
        expect(merge({ base, mine: base, theirs: changed })).toEqual(changed);
      }),
    );
  });
});

describe('differences, changedFields and findMergeConflicts', () => {
  it('lists changed fields in form order, without values of secured fields', () => {
    const before = { tenant: 'Ann', remarks: 'x', ssn: '987-65-4320', rooms_wanted: ['attic', 'cellar'], strange: 1 };
    const next = { tenant: 'Bo', garage: true, ssn: '987-65-4321', rooms_wanted: ['cellar', 'attic'], strange: 2 };
    expect(differences(exampleFields, before, next)).toEqual([
      { field: 'tenant', from: 'Ann', to: 'Bo' },
      { field: 'garage', from: null, to: true },
      { field: 'remarks', from: 'x', to: null },
      { field: 'ssn', from: null, to: null },
    ]);
  });

  it('lists nothing for two empty records, or for entries with reordered keys', () => {
    expect(differences(exampleFields, { remarks: '', rooms_wanted: [] }, { tenant: null })).toEqual([]);
    expect(sameValue({ kind: 'entries' }, [{ a: 1, b: 2 }], [{ b: 2, a: 1 }])).toBe(true);
    expect(sameValue({ kind: 'entries' }, [{ a: 1 }, { b: 2 }], [{ b: 2 }, { a: 1 }])).toBe(false);
    expect(sameValue({ kind: 'checkbox' }, false, undefined)).toBe(false);
  });

  it('lists what another user changed and I have differently', () => {
    const base = { tenant: 'Ann', remarks: 'x', email: 'a@example.com', phone: '9045550100' };
    const mine = { ...base, tenant: 'Bo', remarks: 'mine', phone: '9045550101' };
    const theirs = { ...base, remarks: 'theirs', email: 'b@example.com', phone: '9045550101' };
    const found = findMergeConflicts(exampleFields, { base, mine, theirs });
    expect(found.map(({ field, ...sides }) => [field.name, sides])).toEqual([
      ['remarks', { mine: 'mine', theirs: 'theirs', contested: true }],
      ['email', { mine: 'a@example.com', theirs: 'b@example.com', contested: false }],
    ]);
  });

  it('lists the changes that turn one record into the other', () => {
    const record = fc.record(
      {
        tenant: fc.string({ minLength: 1 }),
        rooms: fc.integer(),
        garage: fc.boolean(),
        lodgers: fc.array(fc.record({ name: fc.string() })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(record, record, (before, next) => {
        const changed = {
          ...before,
          ...Object.fromEntries(differences(exampleFields, before, next).map(({ field, to }) => [field, to])),
        };
        expect(differences(exampleFields, changed, next)).toEqual([]);
        expect(differences(exampleFields, before, before)).toEqual([]);
      }),
    );
  });
});
