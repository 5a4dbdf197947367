import { describe, expect, it } from 'vitest';
import { caseParts, keysOf } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { caseSchema } from './case-record.ts';
import { createCaseRepository } from './cases.ts';

const keys = keysOf('organization');
/** A core from before versions, with a field of a newer release. */
const stored = {
  ...keys.case('a'),
  ...{ id: 'a', organization_id: 'organization', case_number: 'EX-1', status: 'draft', version: 3 },
  ...{ created_at: '2026-01-01', updated_at: '2026-01-01', created_by_name: null, funeral_home_id: 'home' },
  ...{ source_submission_id: null, ssn_id: null, ssn_last4: null, added_later: 'kept' },
};

describe('changeCore', () => {
  it('R-18 writes the whole core in its present schema with newer fields', () => {
    const before = caseSchema.parse(stored);
    const now = new Date('2026-02-01');
    expect(createCaseRepository({} as Table, keys).changeCore(before, { status: 'active' }, now)).toMatchObject({
      put: { ...keys.case('a'), shape: 1, version: 4, status: 'active', case_number: 'EX-1', added_later: 'kept' },
      // The table holds no defaults, so no other field can be a condition.
      when: { equals: { version: 3 } },
    });
    expect(createCaseRepository({} as Table, keys).changeCustomers(before, { one: ['informant'] }, now)).toMatchObject({
      put: { shape: 1, version: 4, customers: { one: ['informant'] }, added_later: 'kept' },
      when: { equals: { version: 3 } },
    });
  });
});

describe('remove', () => {
  it('deletes each part of a case, also one that began after the case was read', () => {
    const removed = { core: caseSchema.parse(stored), sections: {} };
    expect(createCaseRepository({} as Table, keys).remove(removed, new Date('2026-02-01'))).toEqual(
      expect.arrayContaining(caseParts.map((part) => ({ delete: keys.casePart('a', part) }))),
    );
  });
});
