import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { educationLevels } from '#domain/shared/reference-data/demographics.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { canonicalAnswers, intakeDefaults, intakeErrors, intakePayload, missingFields } from './intake.rules.ts';
import { IntakeSubmission } from './intake.schema.ts';
import { intakeFields } from './intake.sections.ts';

/** Errors without a field are under 'form'. */
function refusals(changes: Record<string, unknown>): Record<string, string[]> {
  const parsed = IntakeSubmission.safeParse({ ...exampleIntake(), ...changes });
  const messages: Record<string, string[]> = {};
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path.join('.') || 'form';
    messages[field] = [...(messages[field] ?? []), message];
  }
  return messages;
}

const accepted = (changes: Record<string, unknown> = {}) => IntakeSubmission.parse({ ...exampleIntake(), ...changes });
const form = ['Please fill in all required fields'];
const minor = { date_of_birth: '2015-01-01', date_of_death: '2025-10-28', social_security_number: '' };
const inCanada = (country: string, state: string, zip: string) => ({ [country]: 'CAN', [state]: '', [zip]: 'K1A 0B1' });

describe('required fields', () => {
  const required = [
    ['Email is required', 'submitter_email'],
    ['Phone number is required', 'submitter_phone informant_phone'],
    ['First name is required', 'deceased_first_name informant_first_name'],
    ['Last name is required', 'deceased_last_name informant_last_name'],
    ['Gender is required', 'gender'],
    ['Date of birth is required', 'date_of_birth'],
    ['Date of death is required', 'date_of_death'],
    ['Please select Yes or No', 'stillborn is_veteran communicable_disease'],
    ['SSN is required for adults (or check "SSN to follow")', 'social_security_number'],
    ['City of birth is required', 'birthplace_city'],
    ['State of birth is required', 'birthplace_state'],
    [
      'Street address is required',
      'deceased_address_street informant_address death_address current_body_address cemetery_street',
    ],
    ['City is required', 'deceased_address_city informant_city death_city current_body_city cemetery_city'],
    ['State is required', 'deceased_address_state informant_state death_state current_body_state cemetery_state'],
    ['ZIP or Postal Code is required', 'deceased_address_zip informant_zip death_zip current_body_zip cemetery_zip'],
    ['Inside city limits is required', 'inside_city_limits'],
    ['Marital status is required', 'marital_status'],
    ["Spouse's first name is required", 'spouse_first_name'],
    ["Spouse's last name is required", 'spouse_last_name'],
    ["Spouse's maiden name is required", 'spouse_maiden_name'],
    ["Father's first name is required", 'father_first_name'],
    ["Father's last name is required", 'father_last_name'],
    ["Mother's first name is required", 'mother_first_name'],
    ["Mother's last name is required", 'mother_last_name'],
    ["Mother's maiden name is required", 'mother_maiden_name'],
    ['Relationship is required', 'informant_relationship'],
    ['Place of death is required', 'place_of_death'],
    ['Current location is required', 'current_body_location'],
    ['Facility phone number is required', 'facility_phone'],
    ['Cemetery name is required', 'cemetery_name'],
    ['Occupation is required', 'employment_title'],
    ['Industry is required', 'employment_industry'],
    ['Education level is required', 'education_level'],
    ['Ethnicity is required', 'ethnicity'],
    ['Please select at least one race', 'race'],
    ['Weight is required', 'weight'],
    ['Certificate recipient is required', 'certificate_recipient'],
    ['You must agree to the terms', 'consent'],
  ].flatMap(([message = '', names = '']) => names.split(' ').map((field) => [field, message] as const));

  it.each(required)('requires %s: %s', (field, message) => {
    for (const nothing of [undefined, null])
      expect(refusals({ [field]: nothing })).toEqual({ [field]: [message], form });
  });

  it('accepts a report without the optional ones', () => {
    const optional = ['alias', 'time_of_death', 'birthplace_county', 'informant_middle_name', 'informant_email'];
    const more = [
      'deceased_middle_name',
      'father_middle_name',
      'mother_middle_name',
      'additional_notes',
      'service_type',
    ];
    for (const field of [...optional, ...more]) expect(refusals({ [field]: '', service_type: null })).toEqual({});
  });

  it('treats blank text, an unchecked box and an empty list as missing', () => {
    expect(refusals({ weight: '  ', consent: false, race: [] })).toEqual({
      weight: ['Weight is required'],
      consent: ['You must agree to the terms'],
      race: ['Please select at least one race'],
      form,
    });
  });
});

const noCemetery = { cemetery_street: '', cemetery_city: '', cemetery_state: '', cemetery_zip: '' };

describe('conditional requirements', () => {
  it.each<[string, Record<string, unknown>, Record<string, string[]>]>([
    ['SSN to follow', { social_security_number: '', ssn_to_follow: true }, {}],
    ['a minor', minor, {}],
    ['a stillbirth of an impossible age', { social_security_number: '', stillborn: true }, {}],
    ['a widow without the name of the spouse', { marital_status: 'widowed', spouse_first_name: '' }, {}],
    ['never married', { marital_status: 'never_married', spouse_first_name: '', spouse_maiden_name: '' }, {}],
    ['other marital status, undescribed', { marital_status: 'other' }, {}],
    ['born abroad without a state', { birthplace_country: 'VNM', birthplace_state: '' }, {}],
    ['living in Canada', inCanada('deceased_address_country', 'deceased_address_state', 'deceased_address_zip'), {}],
    ['next of kin in Canada', inCanada('informant_country', 'informant_state', 'informant_zip'), {}],
    ['died in Canada', inCanada('death_country', 'death_state', 'death_zip'), {}],
    ['lying in Canada', inCanada('current_body_country', 'current_body_state', 'current_body_zip'), {}],
    ['buried in Canada', inCanada('cemetery_country', 'cemetery_state', 'cemetery_zip'), {}],
    ['living where there are no postal codes', { deceased_address_country: 'BHS', deceased_address_zip: '' }, {}],
    [
      'Canada without a postal code',
      { informant_country: 'CAN', informant_zip: '' },
      { informant_zip: ['ZIP or Postal Code is required'], form },
    ],
    ['a listed cemetery without details', { cemetery_choice: 'riverbend', cemetery_street: '', cemetery_zip: '' }, {}],
    ['a listed cemetery by name', { ...noCemetery, cemetery_name: 'Riverbend Mausoleum' }, {}],
    [
      'a listed cemetery by part of its name',
      { ...noCemetery, cemetery_name: 'Riverbend' },
      {
        cemetery_street: ['Street address is required'],
        cemetery_city: ['City is required'],
        cemetery_state: ['State is required'],
        cemetery_zip: ['ZIP or Postal Code is required'],
        form,
      },
    ],
    ['no cemetery chosen on the page', { cemetery_choice: '' }, { cemetery_choice: ['Cemetery is required'], form }],
    [
      'an origin that is not specified',
      { ethnicity: 'other_hispanic_latino' },
      { ethnicity_other_specify: ['Specify origin is required'], form },
    ],
    ['another ethnicity, unspecified', { ethnicity: 'other' }, {}],
    [
      'no tribe',
      { race: ['american_indian_alaska_native'] },
      { race_american_indian_specify: ['Tribe is required'], form },
    ],
    ['other Asian', { race: ['other_asian'] }, { race_other_asian_specify: ['Specify other Asian is required'], form }],
    [
      'other Pacific',
      { race: ['other_pacific_islander'] },
      { race_other_pacific_specify: ['Specify other Pacific Islander is required'], form },
    ],
    ['other race', { race: ['other', 'white'], race_other_specify: 'Cape Verdean' }, {}],
    ['other race, unspecified', { race: ['other'] }, { race_other_specify: ['Specify other race is required'], form }],
  ])('applies to %s', (_story, changes, expected) => expect(refusals(changes)).toEqual(expected));
});

it('keeps a description of the education next to each documented level', () => {
  for (const { value } of educationLevels)
    expect(accepted({ education_level: value, education_other: 'Trade school' }).education_other).toBe('Trade school');
});

describe('malformed values', () => {
  it.each([
    ['submitter_email', 'karin', 'Please enter a valid email address'],
    ['informant_email', `${'a'.repeat(250)}@example.com`, 'Email address is too long'],
    ['submitter_phone', '555-0100', 'Phone number must be 10 digits'],
    ['deceased_first_name', 'R2D2', 'First name can only contain letters, spaces, hyphens, apostrophes, and periods'],
    ['father_middle_name', 'James', "Father's middle initial must be 1 character or less"],
    ['gender', 'robot', 'Please select a valid gender'],
    ['date_of_birth', '1937-02-30', 'Date of birth is not a valid date'],
    ['date_of_birth', '2999-01-01', 'Date of birth cannot be in the future'],
    ['date_of_death', '2999-01-01', 'Date of death cannot be in the future'],
    ['date_of_death', '1930-01-01', 'Date of death must be on or after date of birth'],
    ['time_of_death', '25:00', 'Time must be in HH:MM format'],
    ['stillborn', 'maybe', 'Please select Yes or No'],
    ['social_security_number', '98765432', 'Social Security Number must be 9 digits'],
    ['social_security_number', 'XXX-XX-4320', 'Social Security Number must be 9 digits'],
    ['deceased_address_state', 'ZZ', 'Please select a valid US state'],
    ['deceased_address_zip', '3208', 'ZIP code must be in format 12345 or 12345-6789'],
    ['informant_zip', '12345678901', 'ZIP or Postal Code must be 10 characters or less'],
    ['birthplace_country', 'Narnia', 'Please select a valid country'],
    ['informant_relationship', 'nemesis', 'Please select a valid relationship'],
    ['death_address_apt', 'x'.repeat(21), 'Apt, suite or unit must be 20 characters or less'],
    ['place_of_death', 'x'.repeat(201), 'Place of death must be 200 characters or less'],
    ['race', ['white', 'martian'], 'Please select a valid race'],
    ['education_level', 'genius', 'Please select a valid education level'],
    ['consent', 'yes', 'I agree to the terms must be true or false'],
    ['service_type', 'party', 'Please select a valid service type'],
    ['funeral_home_slug', '../x', 'Funeral home not found'],
    ['recaptcha_token', '', 'Please complete the security check'],
    ['recaptcha_token', undefined, 'This field is required.'],
    ['weight', 170, 'Approximate weight (pounds) must be text'],
  ])('rejects %s %j: %s', (field, value, message) => {
    expect(refusals({ [field]: value })[field]).toContain(message);
  });

  it('limits additional_notes under their own name', () => {
    expect(refusals({ additional_notes: 'x'.repeat(2001) })).toEqual({
      special_requests: ['Special requests must be 2000 characters or less'],
    });
  });
});

describe('stored answers', () => {
  it('normalizes texts', () => {
    const kept = accepted({
      submitter_email: ' Karin@Example.com ',
      submitter_phone: '(904) 555-0142',
      deceased_first_name: '  Jose\u0301 ',
      social_security_number: '987654320',
      deceased_address_state: 'fl',
      birthplace_country: 'US',
      time_of_death: '04:35:10',
      stillborn: 'no',
      is_veteran: 'yes',
      informant_relationship: 'Spouse',
      race: ['white', 'white'],
    });
    expect(kept).toMatchObject({
      submitter_email: 'karin@example.com',
      submitter_phone: '9045550142',
      deceased_first_name: 'José',
      social_security_number: '987-65-4320',
      deceased_address_state: 'FL',
      birthplace_country: 'USA',
      time_of_death: '04:35',
      stillborn: false,
      is_veteran: true,
      informant_relationship: 'spouse',
      race: ['white'],
    });
  });

  it('fills the defaults', () => {
    const kept = accepted({ preferred_contact_time: undefined, birthplace_country: undefined });
    expect(kept).toMatchObject({
      preferred_contact_time: 'As Soon As Possible',
      birthplace_country: 'USA',
      informant_country: 'USA',
    });
  });

  it.each([undefined, null])('adds no kind of service if none was sent (%s)', (service_type) => {
    expect(accepted({ service_type }).service_type).toBeUndefined();
    expect(accepted({ service_type: 'traditional' }).service_type).toBe('traditional');
  });

  it('accepts only a phone number of a family without an email', () => {
    const kept = accepted({ submitter_email: '', no_email: true });
    expect(kept).toMatchObject({ no_email: true, submitter_phone: '9045550142' });
    expect(kept).not.toHaveProperty('submitter_email');
    expect(refusals({ submitter_email: '', no_email: true, submitter_phone: '' })).toMatchObject({
      submitter_phone: ['Phone number is required'],
    });
  });

  it('reads special requests under either name', () => {
    expect(accepted({ additional_notes: 'Please call late.' }).special_requests).toBe('Please call late.');
    expect(accepted({ additional_notes: 'x', special_requests: 'y' }).special_requests).toBe('y');
    expect(accepted()).not.toHaveProperty('additional_notes');
  });

  it('drops hidden, blank and unknown fields whatever they contain', () => {
    const kept = accepted({
      marital_status: 'divorced',
      marital_status_other: 'it is complicated',
      birthplace_country: 'VNM',
      birthplace_state: 'ZZ',
      cemetery_choice: 'riverbend',
      cemetery_zip: 'bad',
      race_other_specify: 'x',
      alias: '',
      ssn_last4: '4320',
      organization_id: 'somebody-else',
    });
    for (const name of ['spouse_first_name', 'marital_status_other', 'birthplace_state'])
      expect(kept).not.toHaveProperty(name);
    expect(kept.cemetery_zip).toBe('32207');
    for (const name of ['race_other_specify', 'alias', 'ssn_last4', 'organization_id'])
      expect(kept).not.toHaveProperty(name);
  });

  it('S-11 ignores a last four that a client sends', () => {
    expect(refusals({ social_security_number: '', ssn_last4: '4320' })).toHaveProperty('social_security_number');
  });

  it.each(['DC', 'PR', 'GU', 'VI', 'AS', 'MP'])('accepts %s as a place of birth, life and death', (state) => {
    const states = {
      birthplace_state: state,
      death_state: state,
      deceased_address_state: state,
      informant_state: state,
    };
    expect(accepted(states)).toMatchObject(states);
  });

  it('returns the same values when it reads them again', () => {
    const kept = accepted();
    expect(canonicalAnswers(kept)).toEqual(canonicalAnswers(canonicalAnswers(kept)));
    expect(intakeErrors(kept)).toEqual({});
  });
});

describe('the form', () => {
  const filled = { ...intakeDefaults(), ...canonicalAnswers(exampleIntake()), stillborn: 'no', is_veteran: 'yes' };

  it('finds nothing missing in a complete form, and sends it', () => {
    expect(missingFields(filled)).toEqual([]);
    expect(intakeErrors(filled)).toEqual({});
    const payload = intakePayload(filled, { funeral_home_slug: 'whitcomb-ames', recaptcha_token: 'pass' });
    expect(payload).toMatchObject({
      stillborn: false,
      is_veteran: true,
      additional_notes: 'Please call after nine in the morning.',
    });
    expect(payload).not.toHaveProperty('special_requests');
    expect(IntakeSubmission.parse(payload)).toEqual({ ...accepted(), service_type: undefined });
  });

  it('lists what is missing in its order, with section and label', () => {
    const untouched = missingFields(intakeDefaults());
    expect(untouched[0]).toEqual({
      section: 'contact',
      field: 'submitter_email',
      label: 'Email',
      message: 'Email is required',
    });
    expect(untouched.at(-1)).toEqual({
      section: 'agreement',
      field: 'consent',
      label: 'I agree to the terms',
      message: 'You must agree to the terms',
    });
    expect(Object.keys(intakeErrors(intakeDefaults())).toSorted()).toEqual(
      untouched.map(({ field }) => field).toSorted(),
    );
  });

  it("R-19 validates dates by the home's own today", () => {
    const died = { ...filled, date_of_death: '2025-11-20' };
    expect(intakeErrors(died, '2025-11-20')).toEqual({});
    expect(intakeErrors(died, '2025-11-19')).toEqual({ date_of_death: ['Date of death cannot be in the future'] });
  });

  it('S-11 keeps the stored number if the masked one or none is sent', () => {
    const stored = { ...filled, social_security_number: 'XXX-XX-4320', ssn_last4: '4320' };
    expect(intakeErrors(stored)).toEqual({});
    expect(intakeErrors({ ...stored, social_security_number: '' })).toEqual({});
    expect(intakeErrors({ ...stored, ssn_last4: undefined })).toHaveProperty('social_security_number');
  });
});

describe('hostile input', () => {
  const anything = fc.oneof(fc.jsonValue(), fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }));
  const fields = fc.dictionary(fc.constantFrom(...intakeFields.map(({ field }) => field.name)), anything);

  it('R-15 names a value whose length is no number', () => {
    const hostile = { length: { toString: null } };
    expect(intakeErrors({ submitter_email: hostile })).toMatchObject({
      submitter_email: ['Please enter a valid email address'],
    });
  });

  it('R-15 returns issues and never throws, for 1,000 arbitrary values', () => {
    fc.assert(
      fc.property(anything, (value) => {
        expect(IntakeSubmission.safeParse(value).success).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it('R-15 never throws for 1,000 reports with arbitrary fields', () => {
    fc.assert(
      fc.property(fields, (changes) => {
        IntakeSubmission.safeParse({ ...exampleIntake(), ...changes });
        intakeErrors(changes);
        missingFields(changes);
      }),
      { numRuns: 1_000 },
    );
  });
});
