import { describe, expect, it } from 'vitest';
import { changedFields, findMergeConflicts } from '#domain/shared/forms/entries-merge.ts';
import { errorsIntroduced, schemaErrors } from '#domain/shared/forms/validate.ts';
import type { FormValues } from '../ui/fields/field-grid.tsx';
import { firstChoices, merged, patchOf, unchangedAnswer } from '../ui/record-form/form-values.ts';
import { editFields, editRules, editValuesOf } from './use-submission-form.ts';

const today = '2026-11-20';
const stored = editValuesOf({
  deceased_first_name: 'Harold',
  deceased_last_name: 'Lindqvist',
  date_of_birth: '1938-03-04',
  date_of_death: '2026-11-18',
  stillborn: false,
  is_veteran: true,
  race: ['white', 'samoan'],
  social_security_number: 'XXX-XX-4320',
  informant_city: 'Palatka',
  marital_status: 'widowed',
});

describe('editValuesOf', () => {
  it('converts booleans to yes/no and absent fields to blanks', () => {
    expect(stored).toMatchObject({
      stillborn: 'no',
      is_veteran: 'yes',
      alias: '',
      ssn_to_follow: false,
      race: ['white', 'samoan'],
    });
  });
});

const changed = (before: FormValues, values: FormValues) => changedFields(editFields, before, values, unchangedAnswer);
const patch = (before: FormValues, values: FormValues) => patchOf(changed(before, values), values);
const foundBetween = (base: FormValues, mine: FormValues, theirs: FormValues) =>
  findMergeConflicts(editFields, { base, mine, theirs }, unchangedAnswer);

describe('patchOf', () => {
  it('sends only the changed fields, as the wire has them', () => {
    const values = {
      ...stored,
      deceased_first_name: 'Hal',
      is_veteran: 'no',
      race: ['samoan', 'white'],
      informant_city: '',
    };
    expect(patch(stored, values)).toEqual({ deceased_first_name: 'Hal', is_veteran: false, informant_city: '' });
  });

  it('S-11 sends no number that was not replaced', () => {
    expect(patch(stored, { ...stored, social_security_number: 'XXX-XX-4320' })).toEqual({});
    expect(patch(stored, { ...stored, social_security_number: '' })).toEqual({});
    expect(patch(stored, { ...stored, social_security_number: '987-65-4321' })).toEqual({
      social_security_number: '987-65-4321',
    });
  });
});

const errorsAfter = (values: FormValues) => {
  const rules = editRules(stored, today);
  const names = new Set(changed(stored, values).map(({ name }) => name));
  return errorsIntroduced(schemaErrors(rules, stored), schemaErrors(rules, values), names);
};

describe('editRules', () => {
  it('reports only errors that the edit caused', () => {
    expect(errorsAfter({ ...stored, alias: 'Hal' })).toEqual({});
    expect(errorsAfter({ ...stored, deceased_last_name: '' })).toEqual({
      deceased_last_name: ['Last name is required'],
    });
  });

  it('requires what an answer makes necessary', () => {
    const married = errorsAfter({ ...stored, marital_status: 'married' });
    expect(Object.keys(married)).toEqual(expect.arrayContaining(['spouse_first_name', 'spouse_last_name']));
  });

  it('accepts a stored number as present', () => {
    expect(errorsAfter({ ...stored, social_security_number: '' })).toEqual({});
    expect(errorsAfter({ ...stored, social_security_number: '123' })).toHaveProperty('social_security_number');
  });
});

describe('concurrent edits', () => {
  const mine = { ...stored, deceased_first_name: 'Hal', alias: 'Hal' };
  const theirs = { ...stored, deceased_first_name: 'Harald', informant_city: 'Duluth', is_veteran: 'no', alias: 'Hal' };

  it('finds what the other user changed, and whether I changed it, too', () => {
    const found = foundBetween(stored, mine, theirs);
    expect(found.map(({ field, contested }) => [field.name, contested])).toEqual([
      ['deceased_first_name', true],
      ['is_veteran', false],
      ['informant_city', false],
    ]);
    expect(firstChoices(found)).toEqual({
      deceased_first_name: 'mine',
      is_veteran: 'theirs',
      informant_city: 'theirs',
    });
  });

  it('merges by the choices and sends only what differs', () => {
    const found = foundBetween(stored, mine, theirs);
    const result = merged(mine, found, { deceased_first_name: 'mine', is_veteran: 'theirs', informant_city: 'mine' });
    expect(result).toMatchObject({
      deceased_first_name: 'Hal',
      is_veteran: 'no',
      informant_city: 'Palatka',
      alias: 'Hal',
    });
    expect(patch(theirs, result)).toEqual({ deceased_first_name: 'Hal', informant_city: 'Palatka' });
  });

  it('sends nothing if all of theirs is chosen', () => {
    const found = foundBetween(stored, mine, theirs);
    const choices = Object.fromEntries(found.map(({ field }) => [field.name, 'theirs'] as const));
    expect(changed(theirs, merged(mine, found, choices))).toEqual([]);
  });
});
