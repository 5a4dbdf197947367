import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EntryListVersions, mergeEntryLists } from './entries-merge.ts';

const keys = ({ id, name }: Readonly<Record<string, unknown>>) =>
  [id, name].filter((key): key is string => typeof key === 'string' && key !== '');
const merge = (lists: EntryListVersions) => mergeEntryLists(lists, keys);
const names = (lists: EntryListVersions) => merge(lists)?.map(({ name }) => name);

const karin = { id: '1', name: 'Karin', phone: '1' };
const erik = { name: 'Erik', phone: '2' };
const ingrid = { name: 'Ingrid' };

describe('a list that two people have changed', () => {
  it('has both changes of one entry, wherever it stands', () => {
    const base = [karin, erik];
    const mine = [karin, { ...erik, phone: '3' }];
    const theirs = [{ ...erik, email: 'e' }, karin];
    expect(merge({ base, mine, theirs })).toEqual([{ name: 'Erik', phone: '3', email: 'e' }, karin]);
  });

  it('has the entries that either added, each once', () => {
    const base = [karin];
    const withId = { ...ingrid, id: '3' };
    expect(merge({ base, mine: [karin, erik], theirs: [karin, ingrid] })).toEqual([karin, erik, ingrid]);
    expect(merge({ base, mine: [karin, ingrid], theirs: [karin, withId] })).toEqual([karin, withId]);
    expect(merge({ base, mine: [karin, { ...ingrid, isNew: true }], theirs: [karin, withId] })?.length).toBe(2);
  });

  it('lacks what either took away', () => {
    const base = [karin, erik, ingrid];
    expect(names({ base, mine: [karin, ingrid], theirs: [karin, erik] })).toEqual(['Karin']);
    expect(names({ base, mine: [erik, ingrid], theirs: [karin, erik, { ...ingrid, phone: '4' }] })).toEqual([
      'Erik',
      'Ingrid',
    ]);
  });

  it('knows an entry again that was renamed, by its id', () => {
    const base = [karin];
    const mine = [{ ...karin, name: 'Carina' }];
    const theirs = [{ ...karin, phone: '9' }];
    expect(merge({ base, mine, theirs })).toEqual([{ id: '1', name: 'Carina', phone: '9' }]);
  });

  it('has the order that one of them gave it', () => {
    const base = [karin, erik, ingrid];
    expect(names({ base, mine: [ingrid, karin, erik], theirs: base })).toEqual(['Ingrid', 'Karin', 'Erik']);
    expect(names({ base, mine: [...base, { name: 'Sven' }], theirs: [erik, karin, ingrid] })).toEqual([
      'Erik',
      'Karin',
      'Ingrid',
      'Sven',
    ]);
  });

  it('is for somebody to choose where both changed the same', () => {
    const base = [karin, erik, ingrid];
    expect(
      merge({ base: [karin], mine: [{ ...karin, phone: '5' }], theirs: [{ ...karin, phone: '6' }] }),
    ).toBeUndefined();
    expect(merge({ base: [karin], mine: [], theirs: [{ ...karin, phone: '6' }] })).toBeUndefined();
    expect(merge({ base: [karin], mine: [{ ...karin, phone: '5' }], theirs: [] })).toBeUndefined();
    expect(merge({ base, mine: [ingrid, karin, erik], theirs: [erik, karin, ingrid] })).toBeUndefined();
  });

  it('is what one of them made of it where the other changed nothing', () => {
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
