import { describe, expect, it } from 'vitest';
import { computeCaseChange } from './case-change.ts';
import type { CaseStage } from './case-conditions.ts';
import type { SectionValues } from './case-validation.ts';
import { Case, CasePatch } from './case-wire.schema.ts';
import { isCaseComplete, missingForStage, presentCase, sectionBadge, sectionGaps } from './present-case.ts';
import type { CaseSectionId } from './sections/section-definitions.ts';
import { exampleCore, exampleSections } from './testing/example-case.ts';

const stored = {
  ...Object.fromEntries(Object.entries(exampleSections).map(([id, values]) => [id, { version: 2, values }])),
  strange: { version: 1, values: { secret: 'x' } },
};

describe('presentCase', () => {
  const core = {
    ...exampleCore,
    paid_cents: 125_000,
    ssn_id: 'secret-id',
    organization_id: 'secret-organization',
    gsi5pk: 'secret-key',
  };
  const shown = presentCase(core, stored);

  it('returns each section with its version, as its schema declares', () => {
    expect(Case.parse(shown)).toEqual(shown);
    expect(shown.sections.service).toEqual({
      version: 2,
      values: { ...exampleSections.service, location: exampleCore.funeral_home_id },
    });
    expect(Object.keys(shown.sections)).toEqual(['deceased', 'service', 'informant']);
    expect(shown).toMatchObject({ deceased_full_name: 'Walter Pruitt', status: 'active', cancelled_at: null });
  });

  it('returns the same values flat under both names', () => {
    expect(shown).toMatchObject({
      location_of_death: 'Coastal Regional Hospital',
      place_of_death: 'Coastal Regional Hospital',
      service_type: 'traditional',
      hold_for: 'traditional',
      location: exampleCore.funeral_home_id,
      assigned_location: exampleCore.funeral_home_id,
      total_paid: '1250.00',
    });
  });

  it('S-11 masks the SSN in its section and in the flat view', () => {
    expect(shown.social_security_number).toBe('XXX-XX-4320');
    expect(shown.sections.deceased?.values.social_security_number).toBe('XXX-XX-4320');
    const none = presentCase({ ...core, ssn_last4: null }, stored);
    expect([none.social_security_number, none.sections.deceased?.values.social_security_number]).toEqual([
      '',
      undefined,
    ]);
  });

  it('returns nothing internal: no key, sealed id, cents or unknown section', () => {
    for (const text of [JSON.stringify(shown), JSON.stringify(Case.parse({ ...shown, ...core }))])
      for (const internal of ['secret', 'paid_cents', 'ssn_last4', 'gsi5pk', 'strange'])
        expect(text).not.toContain(internal);
  });

  it('accepts its own result as a patch without changes, in sections or flat', () => {
    expect(CasePatch.safeParse(shown).error).toBeUndefined();
    expect(
      CasePatch.parse({
        status: 'completed',
        place_of_death: 'x',
        sections: { nonsense: {}, notes: { values: { strange: 1 } } },
      }),
    ).toEqual({ place_of_death: 'x', status: 'completed', sections: { notes: { values: {} } } });
    expect(CasePatch.safeParse({ sections: { service: { version: -1, values: {} } } }).success).toBe(false);
  });
});

const today = '2026-03-10';
const at = (stage: CaseStage) => ({ today, stage });
const missing = (sections: SectionValues, stage: CaseStage) =>
  missingForStage(sections, at(stage)).map(({ field }) => field);
const messages = (id: CaseSectionId, sections: SectionValues, stage: CaseStage = 'draft') =>
  sectionGaps(id, sections, at(stage)).map(({ message }) => message);

const active = `deceased_first_name deceased_last_name gender date_of_birth date_of_death location_of_death service_type
  service_date service_location informant_name informant_relationship informant_address`.split(/\s+/);

describe('missingForStage (D2 §4)', () => {
  it('returns nothing for draft and cancelled cases', () => {
    expect([missing({}, 'draft'), missing({}, 'cancelled')]).toEqual([[], []]);
  });

  it('returns twelve fields of an empty active case', () => {
    expect(missing({}, 'active').toSorted()).toEqual(active.toSorted());
    expect(missing(exampleSections, 'active')).toEqual([]);
  });

  it('returns five more and the SSN of a completed case', () => {
    const further = [
      'city_of_death',
      'state_of_death',
      'place_of_birth_city',
      'place_of_birth_state',
      'marital_status',
    ];
    expect(missing({}, 'completed').toSorted()).toEqual([...active, ...further, 'social_security_number'].toSorted());
    expect(missingForStage(exampleSections, at('completed')).map(({ message }) => message)).toEqual([
      'Social Security Number must be 9 digits',
      'City of death is required',
      'State of death is required',
      'Marital status is required for completed cases',
      'City of birth is required',
      'State of birth is required',
    ]);
  });

  it('requires both names of the spouse to complete a case of a married person', () => {
    const married = (family: Record<string, string> = {}) => ({
      ...exampleSections,
      ...{ demographics: { marital_status: 'married' }, family },
    });
    const spouse = ['spouse_first_name', 'spouse_last_name'];
    expect(missing(married(), 'completed')).toEqual(expect.arrayContaining(spouse));
    expect(missing(married(), 'active').filter((name) => spouse.includes(name))).toEqual([]);
    const named = missing(married({ spouse_first_name: 'Ann', spouse_last_name: 'Pruitt' }), 'completed');
    expect(named.filter((name) => spouse.includes(name))).toEqual([]);
  });

  it('requires no state abroad, and no SSN or marital status of a stillborn child', () => {
    const abroad = {
      deceased: { country_of_death: 'CAN', stillborn: true },
      demographics: { place_of_birth_country: 'CAN' },
    };
    for (const name of ['state_of_death', 'place_of_birth_state', 'social_security_number', 'marital_status'])
      expect(missing(abroad, 'completed')).not.toContain(name);
  });

  it('requires no SSN of a person who never had one', () => {
    const never = { ...exampleSections, deceased: { ...exampleSections.deceased, ssn_never_issued: true } };
    expect(missing(exampleSections, 'completed')).toContain('social_security_number');
    expect(missing(never, 'completed')).not.toContain('social_security_number');
    const errors = (more: object) =>
      sectionGaps('deceased', { ...never, deceased: { ...never.deceased, ...more } }, at('active')).map(
        ({ field, message }) => [field, message],
      );
    expect(errors({})).toEqual([]);
    expect(errors({ social_security_number: 'XXX-XX-4320' })).toEqual([
      ['ssn_never_issued', 'A Social Security Number is recorded'],
    ]);
    expect(errors({ ssn_to_follow: true })).toEqual([
      ['ssn_never_issued', 'The Social Security Number cannot both follow and never have been issued'],
    ]);
  });

  it('requires no name of an informant chosen from the customers', () => {
    const { informant: _, ...rest } = exampleSections;
    const chosen = { ...rest, informant: { informant: 'x', informant_relationship: 'son' } };
    expect(missing(chosen, 'active')).toEqual([]);
  });

  it('returns the messages of D2 §5 for a draft that is sent', () => {
    expect(missingForStage({}, at('submit')).map(({ message }) => message)).toEqual([
      'First name is required',
      'Last name is required',
      'Gender is required',
      'Date of birth is required',
      'Date of death is required',
      'Service type is required',
      'Service date is required',
      'Service location is required',
      'Informant name is required (or select an existing customer)',
      'Relationship is required',
      'Informant address is required (or select an existing customer)',
    ]);
  });
});

describe('sectionGaps (D2 §5)', () => {
  it('checks names, gender, dates, SSN and ZIP code of the deceased', () => {
    expect(messages('deceased', {})).toEqual([
      'First name is required',
      'Last name is required',
      'Gender is required',
      'Date of birth is required',
      'Date of death is required',
    ]);
    const wrong = { ...exampleSections.deceased, social_security_number: '123', zip_of_death: '3208' };
    expect(messages('deceased', { deceased: wrong })).toEqual([
      'Social Security Number must be 9 digits',
      'ZIP code must be in format 12345 or 12345-6789',
    ]);
    expect(messages('deceased', exampleSections)).toEqual([]);
  });

  it('checks type, date and location of the service, but not its time', () => {
    const home = { location: '0190a000-0000-7000-8000-000000000002' };
    const service = { ...exampleSections.service, ...home };
    expect(messages('service', { service })).toEqual([]);
    const far = { service: { ...service, service_date: '2025-03-09' }, deceased: { date_of_death: '2025-03-01' } };
    expect(messages('service', far)).toEqual(['Service date must be within 1 year of today']);
    expect(sectionGaps('service', {}, at('draft')).map(({ label }) => label)).toEqual([
      'Service type',
      'Service date',
      'Service location',
      'Assigned location',
    ]);
  });

  it("requires marital status and spouse of an active case's family", () => {
    expect(messages('family', {})).toEqual([]);
    expect(messages('family', {}, 'active')).toEqual(['Marital status is required']);
    expect(messages('family', { deceased: { stillborn: true } }, 'active')).toEqual([]);
    const married = { demographics: { marital_status: 'married' } };
    expect(messages('family', married)).toEqual([]);
    expect(messages('family', married, 'completed')).toEqual([
      "Spouse's first name is required",
      "Spouse's last name is required",
    ]);
  });

  it('accepts a customer, a name with address or a new customer as informant', () => {
    const choose = 'Select existing customer or enter informant name and address';
    expect(messages('informant', {})).toEqual(['Relationship is required', choose]);
    const son = { informant_relationship: 'son' };
    expect(messages('informant', { informant: { ...son, informant: '0190a000-0000-7000-8000-000000000003' } })).toEqual(
      [],
    );
    expect(messages('informant', { informant: { ...son, informant_name: 'Bo Li' } })).toEqual([choose]);
    expect(
      messages('informant', { informant: { ...son, informant_name: 'Bo Li', informant_address: '1 A St' } }),
    ).toEqual([]);
    const reached = { ...son, informant_name: 'Bo Li', customer_phone: '9045550100' };
    expect(sectionGaps('informant', { informant: reached }, at('draft')).map(({ label }) => label)).toEqual([
      'Informant address',
    ]);
    const begun = {
      ...{ ...son, customer_first_name: 'Bo', customer_last_name: 'Li', customer_address_street: '18 Sevilla Street' },
      ...{ customer_address_city: 'Palatka', customer_address_state: 'FL', customer_phone: '9045550100' },
      customer_email: 'bo@example.com',
    };
    expect(messages('informant', { informant: begun })).toEqual(['New Customer (ZIP code)']);
    expect(messages('informant', { informant: { ...begun, customer_address_zip: '32177' } }, 'active')).toEqual([]);
  });
});

describe('sectionBadge (D2 §2)', () => {
  it.each<[CaseSectionId, CaseStage, SectionValues, string]>([
    ['deceased', 'draft', {}, 'Required'],
    ['family', 'draft', {}, 'Optional'],
    ['family', 'active', {}, 'Required'],
    ['demographics', 'draft', {}, 'Optional'],
    ['demographics', 'completed', {}, 'Partially Required'],
    ['medical', 'active', {}, 'Optional'],
    ['financial', 'draft', {}, 'Partially Required'],
    ['compliance', 'active', {}, 'Optional'],
  ])('returns the badge of %s in a case that is %s', (id, stage, sections, badge) => {
    expect(sectionBadge(id, sections, at(stage))).toBe(badge);
    expect(sectionBadge(id, sections, at(stage), true)).toBe('Read Only');
  });
});

it('isCaseComplete (D2 §4) requires a name, a date of death and a service', () => {
  expect(isCaseComplete(exampleSections)).toBe(true);
  expect(isCaseComplete({})).toBe(false);
  expect(isCaseComplete({ ...exampleSections, service: { service_type: 'other' } })).toBe(false);
});

it.each([
  ['gestation_weeks', 0, 'Enter whole weeks'],
  ['fetal_weight_grams', 0, 'Enter whole grams'],
  ['mother_date_of_birth', '2020-05-01', 'Mother’s age must be at least 9. Check the date of birth.'],
])('rejects in a fetal report %s %j', (name, value, message) => {
  const deceased = { stillborn: true, date_of_death: '2026-03-01' };
  expect(messages('medical', { deceased, medical: { [name]: value } })).toContain(message);
});

it('requires in a fetal report what the U.S. standard report asks of the mother', () => {
  const medical = {
    ...{ mother_education: 'bachelors', mother_race: ['white'], mother_hispanic_origin: 'cuban' },
    ...{ mother_married: 'yes', prenatal_care: 'yes', prenatal_visits: 7, gestation_weeks: 30 },
  };
  const change = computeCaseChange({}, { stillborn: true, ...medical }, { today, stage: 'draft' });
  expect(change.errors).toEqual({});
  expect(change.sections.get('medical')?.values).toMatchObject(medical);
  expect(computeCaseChange({}, { mother_married: 'yes' }, { today, stage: 'draft' }).errors).toHaveProperty(
    'mother_married',
  );
});

it('accepts nonbinary as a gender', () => {
  expect(computeCaseChange({}, { gender: 'nonbinary' }, { today, stage: 'draft' }).errors).toEqual({});
});
