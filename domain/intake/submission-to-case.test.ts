import { describe, expect, it } from 'vitest';
import { type CaseSectionId, caseSections, findCaseField } from '#domain/cases/sections/case-sections.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import { reportedRaces } from '#domain/shared/reference-data/demographics.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { canonicalAnswers } from './intake.rules.ts';
import { IntakeSubmission } from './intake.schema.ts';
import { intakeFields } from './intake.sections.ts';
import { raceForCase, type StoredSubmission, toCaseSections } from './submission-to-case.ts';

/** Without the SSN, which is stored elsewhere. */
function stored(changes: Record<string, unknown> = {}): StoredSubmission {
  const { social_security_number: _number, ...answers } = canonicalAnswers(exampleIntake());
  return { form: { ...answers, ...changes }, created_at: '2025-10-29T08:00:00.000Z' };
}

const sectionsOf = (form: Record<string, unknown>) => toCaseSections({ form });

/** A value of the field's type that no other field has, or any of a closed list. */
function distinctive({ name, kind, options, yesNo }: FormField): unknown {
  if (kind === 'checkbox' || yesNo) return true;
  if (kind === 'multiselect') return options?.map(({ value }) => value);
  return options?.at(-1)?.value ?? `the-${name}`;
}

describe('toCaseSections', () => {
  const kept = intakeFields.filter(({ field }) => !field.secured);

  it.each(kept.map(({ field }) => [field.name, field] as const))('carries %s into the case', (name, field) => {
    const value = distinctive(field);
    const sections = sectionsOf({ [name]: value });
    const before = JSON.stringify(sectionsOf({}));
    expect(JSON.stringify(sections)).not.toBe(before);
    const values = Object.values(sections).flatMap((section) => Object.values(section));
    expect(JSON.stringify(values)).toContain(JSON.stringify(value));
  });

  it('carries every option of every closed list into the case', () => {
    for (const { field } of kept) {
      for (const { value } of field.kind === 'multiselect' || field.yesNo ? [] : (field.options ?? [])) {
        const values = Object.values(sectionsOf({ [field.name]: value })).flatMap((section) => Object.values(section));
        expect(values, `${field.name} ${value}`).toContain(value);
      }
    }
  });

  it('carries all fields at once into the case', () => {
    const full = { ...Object.fromEntries(kept.map(({ field }) => [field.name, distinctive(field)])), stillborn: false };
    const text = JSON.stringify(sectionsOf(full));
    for (const [name, value] of Object.entries(full)) expect(text, name).toContain(JSON.stringify(value));
  });

  it('names the spouse who reports in the family section, unless it is answered', () => {
    const spouse = { informant_relationship: 'spouse', informant_first_name: 'Ann', informant_last_name: 'Poe' };
    expect(sectionsOf(spouse)).toMatchObject({
      demographics: { marital_status: 'married' },
      family: { spouse_first_name: 'Ann', spouse_last_name: 'Poe' },
    });
    expect(sectionsOf({ ...spouse, marital_status: 'divorced' }).family).toEqual({});
    expect(sectionsOf({ ...spouse, spouse_first_name: 'Anna' }).family?.spouse_first_name).toBe('Anna');
    expect(sectionsOf({ ...spouse, informant_relationship: 'son' }).family).toEqual({});
  });

  it("leaves the reporter's email with the reporter, also if both have one phone", () => {
    const phones = { informant_phone: '9045550177', submitter_phone: '9045550177' };
    const reporter = { informant_first_name: 'Ann', ...phones, submitter_email: 'nurse@example.com' };
    const { informant } = sectionsOf(reporter);
    expect(informant).toMatchObject({ submitter_email: 'nurse@example.com', next_of_kins: [{ phone: '9045550177' }] });
    expect(informant).not.toHaveProperty('customer_email');
    expect(JSON.stringify(informant?.next_of_kins)).not.toContain('@');
    const own = sectionsOf({ ...reporter, informant_email: 'own@example.com' }).informant;
    expect(own).toMatchObject({ customer_email: 'own@example.com', next_of_kins: [{ email: 'own@example.com' }] });
  });

  it('fills sections with fields that exist', () => {
    for (const [id, values] of Object.entries(toCaseSections(stored()))) {
      const known = caseSections
        .find((section) => section.id === (id as CaseSectionId))
        ?.fields.map(({ name }) => name);
      const unknown = Object.keys(values).filter((name) => name !== 'next_of_kins' && !known?.includes(name));
      expect(unknown, id).toEqual([]);
    }
  });

  it('returns values that the fields of the case accept', () => {
    for (const values of Object.values(toCaseSections(stored()))) {
      for (const [name, value] of Object.entries(values)) {
        const field = findCaseField(name);
        if (!field) continue;
        const entered = field.yesNo ? (value ? 'yes' : 'no') : value;
        expect(field.schema.safeParse(entered).error?.issues ?? [], name).toEqual([]);
      }
    }
  });

  it('S-11 copies no Social Security Number, routing or bot check token', () => {
    const text = JSON.stringify(sectionsOf(IntakeSubmission.parse(exampleIntake())));
    for (const secret of ['987-65-4320', 'social_security_number', 'recaptcha', 'whitcomb-ames']) {
      expect(text).not.toContain(secret);
    }
  });

  it('translates answers into the values of the case', () => {
    const sections = toCaseSections(stored());
    expect(sections.deceased).toMatchObject({
      deceased_first_name: 'Harold',
      alias: 'Hal Lindqvist',
      stillborn: false,
      location_of_death: 'At home, in hospice care',
      city_of_death: 'St. Augustine',
      zip_of_death: '32084',
    });
    expect(sections.demographics).toMatchObject({
      place_of_birth_city: 'Duluth',
      home_address_street: '118 Marine Street',
      occupation: 'Harbor pilot',
      industry: 'Shipping',
      marital_status: 'married',
      race: ['white'],
    });
    expect(sections.informant).toMatchObject({
      informant_name: 'Karin Elise Lindqvist',
      informant_relationship: 'spouse',
      informant_address: '118 Marine Street, St. Augustine, FL, 32084, USA',
      next_of_kins: [{ relationship: 'spouse', first_name: 'Karin', phone: '9045550142', zip_code: '32084' }],
    });
    expect(sections.service).toEqual({});
    expect(sections.authorization).toEqual({ intake_consent: true, intake_consent_at: '2025-10-29T08:00:00.000Z' });
    expect(sections.notes).toEqual({ special_requests: 'Please call after nine in the morning.' });
  });

  it('omits from a stillbirth what a report of fetal death does not ask', () => {
    const fixed = {
      ...{ marital_status: 'never_married', education_level: 'no_formal', employment_title: 'None' },
      ...{ employment_industry: 'None', is_veteran: false, ssn_to_follow: true, weight: '6' },
    };
    const { demographics, veteran, medical, deceased } = sectionsOf({ ...fixed, stillborn: true });
    expect([demographics, veteran, medical, deceased]).toEqual([{}, {}, { weight: '6' }, { stillborn: true }]);
    expect(sectionsOf({ ...fixed, stillborn: false }).veteran).toEqual({ is_veteran: false });
  });

  it.each([
    ['Cuban', 'cuban'],
    ['from Puerto Rico', 'puerto_rican'],
    ['Mexican American', 'mexican'],
    ['Colombian', 'other'],
    ['Cuban and Mexican', 'other'],
  ])('reads the Hispanic origin %j as %s', (ethnicity_other_specify, origin) => {
    const ethnicity = 'other_hispanic_latino';
    expect(sectionsOf({ ethnicity, ethnicity_other_specify }).demographics).toMatchObject({
      ...{ ethnicity: 'hispanic_latino', hispanic_origin: origin, ethnicity_other_specify },
    });
  });

  it.each([
    ['At home', 'home'],
    ['His residence', 'home'],
    ['Rest Home', undefined],
    ['Coastal Regional Hospital', undefined],
  ])('reads the kind of the place of death %j as %j', (place_of_death, kind) => {
    expect(sectionsOf({ place_of_death }).deceased?.place_of_death_kind).toBe(kind);
  });

  it.each([
    ['Ninguno', 'ninguna', 'None', 'None'],
    ['Ama de casa', 'Hogar propio', 'Homemaker', 'Own home'],
    ['Ama o amo de casa', 'su propio hogar', 'Homemaker', 'Own home'],
    ['Ayudante en casa hogar', 'Hogar de ancianos', 'Ayudante en casa hogar', 'Hogar de ancianos'],
  ])('carries the work “%s”, “%s” as “%s”, “%s”', (employment_title, employment_industry, occupation, industry) => {
    expect(sectionsOf({ employment_title, employment_industry }).demographics).toMatchObject({ occupation, industry });
  });

  it.each(['unknown', 'No se sabe', 'no lo se', '“No lo sé”.', 'Desconocida', 'I don’t know'])(
    'stores “%s” as an unknown name, in the words of the certificate',
    (father_first_name) => {
      const answers = canonicalAnswers(exampleIntake({ father_first_name }));
      expect(sectionsOf(answers).family?.father_first_name).toBe('Unknown');
    },
  );

  it.each(['En casa', 'en su casa.', 'En el domicilio', 'Su domicilio', 'su casa', 'en el hogar'])(
    'translates the place %j',
    (place) => {
      expect(sectionsOf({ place_of_death: place, current_body_location: place }).deceased).toEqual({
        ...{ location_of_death: 'At home', place_of_death_kind: 'home', current_body_location: 'At home' },
      });
    },
  );

  it.each(['Hogar de ancianos Casa Bella', 'Casa Monica', 'En la residencia'])(
    'translates no other place: %j',
    (place) => {
      expect(sectionsOf({ place_of_death: place }).deceased).toEqual({ location_of_death: place });
    },
  );

  it('copies the spouse’s middle name', () => {
    expect(sectionsOf({ spouse_middle_name: 'Elise' }).family).toEqual({ spouse_middle_name: 'Elise' });
  });

  it('copies the county of the deceased’s home to addresses in the same ZIP code', () => {
    const home = { deceased_address_zip: '32084', deceased_address_county: 'St. Johns' };
    const { deceased, informant } = sectionsOf({ ...home, death_zip: '32084', informant_zip: '32084' });
    expect(deceased).toMatchObject({ county_of_death: 'St. Johns' });
    expect(informant).toMatchObject({ customer_address_county: 'St. Johns', next_of_kins: [{ county: 'St. Johns' }] });
    expect(sectionsOf({ ...home, death_zip: '32177' }).deceased).not.toHaveProperty('county_of_death');
  });

  it('omits a facility’s phone that the family does not know', () => {
    expect(sectionsOf({ facility_phone: 'Unknown' }).deceased).toEqual({});
  });

  it('copies the kind of service that was sent', () => {
    expect(sectionsOf({ service_type: 'cremation' }).service).toEqual({ service_type: 'cremation' });
  });

  it.each([
    ['marital_status', 'never_married', 'single', 'never_married'],
    ['marital_status', 'other', 'unknown', 'other'],
    ['marital_status', 'widowed', 'widowed', undefined],
    ['education_level', 'other', 'unknown', 'other'],
    ['education_level', 'doctorate', 'doctorate', undefined],
    ['ethnicity', 'other_hispanic_latino', 'hispanic_latino', 'other_hispanic_latino'],
    ['ethnicity', 'other', 'unknown', 'other'],
    ['ethnicity', 'unknown', 'unknown', undefined],
  ])('translates %s %s to %s, and keeps the reported value where it differs', (name, answer, view, reported) => {
    const demographics: Readonly<Record<string, unknown>> | undefined = sectionsOf({ [name]: answer }).demographics;
    expect([demographics?.[name], demographics?.[`${name}_reported`]]).toEqual([view, reported]);
  });

  it('stores the 17 races next to the 7 of the case', () => {
    const all = reportedRaces.map(({ value }) => value);
    expect(raceForCase(all).toSorted()).toEqual([
      'american_indian_alaska_native',
      'asian',
      'black_african_american',
      'native_hawaiian_pacific_islander',
      'other',
      'unknown',
      'white',
    ]);
    expect(sectionsOf({ race: ['vietnamese', 'chinese', 'samoan'] }).demographics).toMatchObject({
      race: ['asian', 'native_hawaiian_pacific_islander'],
      race_reported: ['vietnamese', 'chinese', 'samoan'],
    });
  });

  it('writes the address and the cost of a listed cemetery', () => {
    expect(toCaseSections(stored({ cemetery_choice: 'riverbend' })).cemetery).toEqual({
      cemetery_choice: 'riverbend',
      cemetery_name: 'Riverbend Mausoleum',
      cemetery_quoted_cost: '9500.00',
      cemetery_address: '77 Riverbend Way, Jacksonville, FL, 32207, USA',
      cemetery_address_street: '77 Riverbend Way',
      cemetery_address_city: 'Jacksonville',
      cemetery_address_state: 'FL',
      cemetery_address_zip: '32207',
      cemetery_address_country: 'USA',
    });
  });

  it('omits blank answers', () => {
    expect(sectionsOf({})).toMatchObject({ deceased: {}, medical: {}, authorization: {} });
    expect(sectionsOf({ alias: '' }).deceased).toEqual({});
  });
});
