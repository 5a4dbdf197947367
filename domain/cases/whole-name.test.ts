import { describe, expect, it } from 'vitest';
import { firstCallErrors } from '#domain/first-calls/first-call.rules.ts';
import { computeCaseChange } from './case-change.ts';

const context = { today: '2026-03-10', stage: 'draft' } as const;
const errorsOf = (sent: Record<string, unknown>) => computeCaseChange({}, sent, context).errors;
const short = (label: string) => [`${label} must be at least 2 characters long`];

describe('first or last name of one letter', () => {
  it('rejects a one-letter name until it is confirmed as the whole name', () => {
    const names = { deceased_first_name: 'Ý', deceased_last_name: 'O' };
    const refused = { deceased_first_name: short('First name'), deceased_last_name: short('Last name') };
    expect(errorsOf(names)).toEqual(refused);
    expect(firstCallErrors(names, context)).toEqual(refused);
    expect(errorsOf({ ...names, deceased_whole_name: true })).toEqual({});
    expect(firstCallErrors({ ...names, deceased_whole_name: true }, context)).toEqual({});
  });

  it('accepts a confirmed next of kin that informant and family repeat', () => {
    const nextOfKin = { relationship: 'spouse', first_name: 'Ann', last_name: 'O', phone: '9045550171' };
    expect(errorsOf({ next_of_kins: [nextOfKin] })).toMatchObject({ 'next_of_kins.0.last_name': short('Last name') });
    const { errors, sections } = computeCaseChange({}, { next_of_kins: [{ ...nextOfKin, whole_name: true }] }, context);
    expect(errors).toEqual({});
    const informant = sections.get('informant')?.values ?? {};
    expect(errorsOf({ ...informant, customer_last_name: 'O' })).toEqual({});
    expect(sections.get('family')?.values).toMatchObject({ spouse_last_name: 'O', family_whole_name: true });
  });

  it('asks again for another person, and never for a longer name', () => {
    expect(errorsOf({ deceased_last_name: 'O', family_whole_name: true })).toMatchObject({
      deceased_last_name: short('Last name'),
    });
    expect(errorsOf({ deceased_last_name: 'Ng', deceased_whole_name: true })).toEqual({
      deceased_whole_name: ['Yes, this is the whole name does not apply here'],
    });
    expect(errorsOf({ deceased_last_name: '1', deceased_whole_name: true })).toHaveProperty('deceased_last_name');
  });
});
