import { describe, expect, it } from 'vitest';
import { type CustomerFields, toCustomerFields } from './customer.schema.ts';
import { mergedFields, undoableUntil, unmergedFields } from './merge.rules.ts';

const fields = (changes: Partial<CustomerFields> = {}): CustomerFields => ({
  ...toCustomerFields({ first_name: 'Kathleen', last_name: 'Briggs', address: '1 Bay Street', city: 'Palatka' }),
  ...{ state: 'FL', zip_code: '32177' },
  ...changes,
});

describe('a merge', () => {
  it('keeps the survivor’s fields and fills blank ones', () => {
    const survivor = fields({ phone: '9045550101', notes: 'Calls after six.' });
    const other = fields({
      first_name: 'Kathy',
      middle_name: 'Ann',
      phone: '9045550102',
      email: 'k@example.com',
      notes: 'Daughter.',
    });
    expect(mergedFields(survivor, other)).toEqual(
      fields({
        middle_name: 'Ann',
        phone: '9045550101',
        email: 'k@example.com',
        notes: 'Calls after six.\n\nDaughter.',
      }),
    );
  });

  it('never mixes the parts of two addresses', () => {
    const elsewhere = fields({
      address: '9 River Road',
      apt_house_number: 'Apt 4',
      county: 'Duval',
      zip_code: '32208',
    });
    expect(mergedFields(fields(), elsewhere)).toEqual(fields());
    const same = fields({
      address: '1 BAY STREET',
      apt_house_number: 'Apt 4',
      county: 'Putnam',
      zip_code: '32177-0001',
    });
    expect(mergedFields(fields(), same)).toEqual(fields({ apt_house_number: 'Apt 4', county: 'Putnam' }));
    const unknown = fields({ address: '', city: 'Oslo', state: '', zip_code: '' });
    expect(mergedFields(unknown, elsewhere)).toEqual(elsewhere);
  });

  it('repeats no notes and cuts none', () => {
    const long = 'x'.repeat(1999);
    expect(mergedFields(fields({ notes: 'Same.' }), fields({ notes: 'Same.' })).notes).toBe('Same.');
    expect(mergedFields(fields({ notes: '' }), fields({ notes: 'Theirs.' })).notes).toBe('Theirs.');
    expect(mergedFields(fields({ notes: long }), fields({ notes: 'Theirs.' })).notes).toBe(long);
  });

  it('restores the fields that did not change since', () => {
    const before = fields();
    const merged = mergedFields(before, fields({ middle_name: 'Ann', email: 'k@example.com' }));
    const current = { ...merged, email: 'new@example.com', city: 'Elkton' };
    expect(unmergedFields(current, before, merged)).toEqual(fields({ email: 'new@example.com', city: 'Elkton' }));
  });

  it('can be undone for 30 days', () => {
    expect(undoableUntil(new Date('2026-11-20T10:00:00Z'))).toBe('2026-12-20T10:00:00.000Z');
  });
});
