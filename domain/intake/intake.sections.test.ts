import { describe, expect, it } from 'vitest';
import { alwaysAnswered, intakeDefaults, wireDefaults } from './intake.rules.ts';
import { intakeFields, intakeSections } from './intake.sections.ts';

/** Every field of the payload in D1 §3, without routing and protection. */
const documented = `informant_first_name informant_middle_name informant_last_name informant_phone informant_email
  informant_relationship informant_address informant_city informant_state informant_zip deceased_first_name
  deceased_middle_name deceased_last_name gender date_of_birth date_of_death time_of_death alias stillborn
  social_security_number ssn_to_follow is_veteran notify_social_security place_of_death death_address death_city
  death_state death_zip current_body_location current_body_address current_body_city current_body_state
  current_body_zip facility_phone birthplace_city birthplace_county birthplace_state birthplace_country
  deceased_address_street deceased_address_city deceased_address_state deceased_address_zip deceased_address_country
  inside_city_limits submitter_email submitter_phone preferred_contact_time special_requests marital_status
  marital_status_other spouse_first_name spouse_last_name spouse_maiden_name father_first_name father_middle_name
  father_last_name mother_first_name mother_middle_name mother_last_name mother_maiden_name cemetery_name
  cemetery_street cemetery_city cemetery_state cemetery_zip cemetery_country employment_title employment_industry
  education_level education_other ethnicity ethnicity_other_specify race race_american_indian_specify
  race_other_asian_specify race_other_pacific_specify race_other_specify weight communicable_disease consent
  certificate_recipient`.split(/\s+/);

const names = intakeFields.map(({ field }) => field.name);

describe('intakeSections', () => {
  it('lists the nine numbered sections of D1 §2', () => {
    expect(intakeSections.map(({ number, title }) => `${number} ${title}`)).toEqual([
      '1 Contact Information',
      '2 Deceased Information',
      '3 Marital and Family Information',
      '4 Next of Kin / Primary Contact',
      '5 Death Information',
      '6 Cemetery Information',
      '7 Employment and Education',
      '8 Additional Information',
      '9 Agreement and Consent',
    ]);
  });

  it('lists every documented field once', () => {
    expect(documented.filter((name) => !names.some((known) => known === name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('limits every text', () => {
    const open = intakeFields.filter(
      ({ field }) =>
        !['date', 'time', 'checkbox', 'multiselect'].includes(field.kind) && !field.options && !field.maxLength,
    );
    expect(open.map(({ field }) => field.name)).toEqual([]);
    for (const { field } of intakeFields) {
      if (field.maxLength) expect(field.schema.safeParse('a'.repeat(3_000)).success, field.name).toBe(false);
    }
  });

  it('starts with the documented defaults, and no decision about a cemetery', () => {
    const defaults = intakeDefaults();
    const set = Object.entries(defaults).filter(([, value]) => typeof value === 'string' && value !== '');
    expect(Object.fromEntries(set)).toEqual({ ...wireDefaults, cemetery_choice: 'undecided' });
    expect(defaults).toMatchObject({ consent: false, ssn_to_follow: false, race: [], gender: '', stillborn: '' });
  });

  it('marks only the Social Security Number as secured', () => {
    expect(intakeFields.filter(({ field }) => field.secured).map(({ field }) => field.name)).toEqual([
      'social_security_number',
    ]);
  });

  it('types as always answered exactly what is required, defaulted or checked', () => {
    const always = intakeFields
      .filter(({ field }) => field.showIf === undefined)
      .filter(({ field }) => field.requiredIf === true || field.defaultValue !== '' || field.kind === 'checkbox')
      .map(({ field }) => field.name);
    expect([...alwaysAnswered].toSorted()).toEqual(always.toSorted());
  });

  it('checks by default only shortcuts for facts that no certificate has', () => {
    const filled = intakeSections.flatMap(({ shortcuts = [] }) =>
      shortcuts.flatMap(({ isDefault, copies = {}, writes = {}, joins = {} }) =>
        isDefault ? Object.keys({ ...copies, ...writes, ...joins }) : [],
      ),
    );
    expect(filled.filter((name) => !name.startsWith('current_body_'))).toEqual([
      ...['informant_phone', 'informant_email', 'facility_phone', 'certificate_recipient'],
    ]);
  });
});
