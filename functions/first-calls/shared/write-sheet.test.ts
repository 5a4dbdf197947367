import { describe, expect, it } from 'vitest';
import type { FirstCallStatus } from '#domain/first-calls/first-call.sections.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { exampleFirstCall, exampleKin } from '#tests/support/records/first-calls.ts';
import { type SheetContent, validateSheet } from './write-sheet.ts';

const judged = (sent: object, before?: SheetContent, status: FirstCallStatus = 'active') =>
  validateSheet(before, sent as Record<string, unknown>, {
    home: '0190a000-0000-7000-8000-00000000000a',
    status,
    today: '2025-11-01',
  });
const refused = (...given: Parameters<typeof judged>): unknown => {
  try {
    judged(...given);
  } catch (error) {
    return error instanceof AppError ? error.body : error;
  }
};

describe('validateSheet (D2 §5)', () => {
  const refusals: [string, object, Record<string, string[]>][] = [
    ['no first name', { deceased_first_name: '' }, { deceased_first_name: ['First name is required'] }],
    ['no last name', { deceased_last_name: ' ' }, { deceased_last_name: ['Last name is required'] }],
    ['no date of birth', { date_of_birth: null }, { date_of_birth: ['Date of birth is required'] }],
    ['no date of death', { date_of_death: '' }, { date_of_death: ['Date of death is required'] }],
    [
      'nobody to speak to',
      { next_of_kins: [] },
      { next_of_kins: ['Next of kin is required'], contact_person: ['Contact person is required'] },
    ],
    [
      'a contact person and no next of kin',
      { next_of_kins: [], contact_person: 'Nurse Abel' },
      { next_of_kins: ['Next of kin is required'] },
    ],
    [
      'a next of kin without a name',
      { next_of_kins: [exampleKin(), { relationship: 'son' }] },
      {
        'next_of_kins.1.first_name': ['First name is required'],
        'next_of_kins.1.last_name': ['Last name is required'],
      },
    ],
    [
      'a next of kin without a relationship',
      { next_of_kins: [exampleKin({ relationship: '' })] },
      { 'next_of_kins.0.relationship': ['Relationship is required'] },
    ],
    [
      'malformed ways to reach a next of kin',
      { next_of_kins: [exampleKin({ phone: '555', email: 'nobody', zip_code: '3208' })] },
      {
        'next_of_kins.0.phone': ['Phone number must be 10 digits'],
        'next_of_kins.0.email': ['Please enter a valid email address'],
        'next_of_kins.0.zip_code': ['ZIP code must be in format 12345 or 12345-6789'],
      },
    ],
    [
      'a death before the birth',
      { date_of_birth: '2025-10-29' },
      { date_of_death: ['Date of death must be on or after date of birth'] },
    ],
    [
      'a death that is still to come',
      { date_of_death: '2025-11-02' },
      { date_of_death: ['Date of death cannot be in the future'] },
    ],
  ];
  it.each(refusals)('rejects %s', (_, changes, errors) => {
    expect(refused(exampleFirstCall(changes))).toEqual(errors);
  });

  it('keeps an active sheet complete, except for old gaps, and accepts gaps in drafts', () => {
    const whole = judged(exampleFirstCall());
    expect(refused({ deceased_last_name: '' }, whole)).toEqual({ deceased_last_name: ['Last name is required'] });
    const draft = judged({ deceased_last_name: 'Tyndall' }, undefined, 'draft');
    expect(refused({ death_zip: '1' }, draft, 'draft')).toHaveProperty('death_zip');
    expect(refused({ death_city: 'Palatka' }, draft, 'draft')).toBeUndefined();
    expect(refused({ death_city: 'Palatka' }, { ...draft, status: 'active' })).toBeUndefined();
    const { next_of_kins: _none, ...gap } = exampleFirstCall();
    expect(refused({}, judged(gap, undefined, 'draft'), 'active')).toEqual({
      next_of_kins: ['Next of kin is required'],
      contact_person: ['Contact person is required'],
    });
  });

  it('drops what a changed answer hides, and lists changes without the SSN', () => {
    const before = judged(exampleFirstCall({ is_veteran: true, dd214_collected: true }));
    const { form, changes, ssn } = judged({ is_veteran: false, social_security_number: '987-65-4320' }, before);
    expect([form.is_veteran, form.dd214_collected, ssn]).toEqual([false, undefined, '987-65-4320']);
    expect(changes).toContainEqual({ field: 'social_security_number', from: null, to: null });
    expect(judged({ social_security_number: 'XXX-XX-4320' }, before).ssn).toBeUndefined();
  });

  it('keeps the ids of its next of kin, and accepts none of another sheet', () => {
    const before = judged(exampleFirstCall());
    const [known] = before.next_of_kins;
    const list = [
      { ...exampleKin({ first_name: 'New' }), id: 'foreign' },
      { ...exampleKin(), id: known?.id },
    ];
    const ids = judged({ next_of_kins: list }, before).next_of_kins.map(({ id }) => id);
    expect(ids).toEqual([expect.not.stringMatching('foreign'), known?.id]);
  });
});
