import { describe, expect, it } from 'vitest';
import { caseSections, findCaseField } from './case-sections.ts';

/** The case form fields of D2 §3 by section; lists and pickers with screens of their own aside. */
const documented = {
  deceased: `deceased_first_name deceased_middle_name deceased_last_name date_of_birth date_of_death time_of_death gender
    social_security_number location_of_death city_of_death county_of_death state_of_death country_of_death
    within_city_limits death_location_contact_person death_location_phone death_address_street zip_of_death was_hospice
    hospice_24hrs`,
  service: 'service_type service_date service_time service_location',
  demographics: `race ethnicity marital_status education_level occupation place_of_birth_city place_of_birth_county
    place_of_birth_state place_of_birth_country home_address_street home_address_city home_address_state
    home_address_zip home_address_country`,
  family: `father_first_name father_last_name mother_first_name mother_maiden_name mother_last_name spouse_first_name
    spouse_last_name spouse_maiden_name`,
  informant: `informant_name informant_address informant_relationship customer_first_name customer_middle_name
    customer_last_name customer_phone customer_email customer_address customer_address_street customer_address_apt
    customer_address_city customer_address_state customer_address_zip customer_address_county customer_address_country
    customer_notes`,
  cemetery: `cemetery_name cemetery_address cemetery_notes cemetery_address_street cemetery_address_city
    cemetery_address_state cemetery_address_zip cemetery_address_country lot_owner burial_section burial_lot
    burial_space estimated_arrival_time interment_number`,
  medical: `attending_physician_name attending_physician_phone attending_physician_address cause_of_death
    manner_of_death medical_examiner_case cause_of_death_pending me_notified me_released has_pacemaker
    cremation_authorization_number crematory_name cremation_date crematory_paperwork_date crematory_contact_person
    urn_type custom_urn_number urn_ordered urn_order_date crematory_notes cremation_witness_requested
    cremation_special_instructions`,
  deathCertificate: 'ssa_notification_date certificate_recipient',
  financial: 'insurance_company insurance_policy_number insurance_contact_phone',
  innerOffice: `computer_entry_date alpha_entry_date mailing_list_added follow_up_letter_sent follow_up_call_made
    first_call_taken_by first_call_staff_license signed_by signature_date personal_effects_description`,
  notes: 'family_notes director_notes cancellation_reason',
};

describe('the sections of a case', () => {
  it('are the 18 of D2 §2 in their order', () => {
    expect(caseSections.map(({ id }) => id)).toEqual([
      'deceased',
      'service',
      'informant',
      'family',
      'demographics',
      'medical',
      'deathCertificate',
      'veteran',
      'obituary',
      'cemetery',
      'compliance',
      'authorization',
      'financial',
      'burialFees',
      'servicesFees',
      'disclosuresAgreement',
      'innerOffice',
      'notes',
    ]);
    expect(caseSections.filter(({ requirement }) => requirement === 'required').map(({ id }) => id)).toEqual([
      'deceased',
      'service',
      'informant',
    ]);
  });

  it.each(Object.entries(documented))('%s has its documented fields', (id, names) => {
    const known = caseSections.find((section) => section.id === id)?.fields.map(({ name }) => name);
    expect(known).toEqual(expect.arrayContaining(names.split(/\s+/)));
  });

  it('name every field once, so that a case can carry them flat', () => {
    const names = caseSections.flatMap(({ fields }) => fields.map(({ name }) => name));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('secure the Social Security Number alone', () => {
    const secured = caseSections.flatMap(({ fields }) => fields).filter((field) => field.secured);
    expect(secured.map(({ name }) => name)).toEqual(['social_security_number']);
  });

  it('are searched for a field by name', () => {
    expect(findCaseField('occupation')?.label).toBe('Occupation');
    expect(findCaseField('nonsense')).toBeUndefined();
  });
});
