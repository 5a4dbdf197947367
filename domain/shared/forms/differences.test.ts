import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differences, findMergeConflicts, sameValue } from './entries-merge.ts';
import { exampleFields } from './testing/example-form.ts';

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
