import { describe, expect, it } from 'vitest';
import { caseSections, findCaseField, flatFields, flatNames } from './case-sections.ts';

const documented = {
  deceased: `deceased_first_name deceased_middle_name deceased_last_name date_of_birth date_of_death time_of_death gender
    social_security_number location_of_death city_of_death county_of_death state_of_death country_of_death
    within_city_limits death_location_contact_person death_location_phone death_address_street zip_of_death was_hospice
    hospice_24hrs`,
  service: 'service_type service_date service_time service_location location',
  demographics: `race ethnicity marital_status education_level occupation place_of_birth_city place_of_birth_county
    place_of_birth_state place_of_birth_country home_address_street home_address_city home_address_state
    home_address_zip home_address_country`,
  family: `father_first_name father_last_name mother_first_name mother_maiden_name mother_last_name spouse_first_name
    spouse_last_name spouse_maiden_name`,
  informant: `informant next_of_kins informant_name informant_address informant_relationship customer_first_name customer_middle_name
    customer_last_name customer_phone customer_email customer_address customer_address_street customer_address_apt
    customer_address_city customer_address_state customer_address_zip customer_address_county customer_address_country
    customer_notes`,
  cemetery: `cemetery_name cemetery_address cemetery_notes cemetery_address_street cemetery_address_city
    cemetery_address_state cemetery_address_zip cemetery_address_country lot_owner burial_section burial_lot
    burial_space estimated_arrival_time interment_number`,
  medical: `attending_physician_name attending_physician_phone attending_physician_address cause_of_death
    manner_of_death medical_examiner_case cause_of_death_pending ssa_notification_date me_notified me_released has_pacemaker
    cremation_authorization_number crematory_name cremation_date crematory_paperwork_date crematory_contact_person
    urn_type custom_urn_number urn_ordered urn_order_date crematory_notes cremation_witness_requested
    cremation_special_instructions`,
  deathCertificate: `certificate_recipient death_cert_type edrs_number dc_delivered_to_doctor_date dc_doctor_completed
    dc_doctor_completed_date dc_delivered_to_county_date dc_county_name dc_county_completed dc_county_completed_date
    dc_copies_ordered dc_copy_type dc_delivered_to_family_date ssa_notification_date medical_examiner_case
    cause_of_death_pending dc_amendment_needed death_cert_notes dc_amendment_notes`,
  veteran: `is_veteran military_branch military_rank military_service_start_date military_service_end_date
    va_claim_number dd214_collected`,
  obituary: 'obituary_text newspapers_for_obituary obituary_photo_url',
  authorization: `witness_name witness_signature_date verbal_authorization_from verbal_authorization_relationship`,
  financial: `contract_total total_paid insurance_company insurance_policy_number insurance_contact_phone
    funeral_director_check family_paying`,
  burialFees: `space_fee mausoleum_fee vault_fee vault_upgrade_fee open_closing_fee saturday_fee additional_fees
    additional_fees_description`,
  servicesFees: `basic_services_fee embalming_fee other_preparation_fee viewing_visitation_fee funeral_ceremony_fee
    memorial_service_fee graveside_service_fee church_service_fee transfer_remains_fee hearse_fee limousine_fee
    sedan_fee utility_vehicle_fee casket_fee outer_burial_container_fee acknowledgement_cards_fee register_book_fee
    memory_folders_fee cremation_urn_fee clothing_fee forwarding_remains_to forwarding_remains_fee
    receiving_remains_from receiving_remains_fee immediate_burial_fee direct_cremation_fee death_certificate_fee_each
    death_certificate_copies clergy_fee musician_fee newspaper_notices_fee cemetery_cash_advance_fee
    cash_advance_items_description date_of_statement sales_tax payment_received_from`,
  disclosuresAgreement: `embalming_reason legal_requirement_explanation payment_due_date late_charge_percentage
    annual_percentage_rate signed_by signature_date co_signer_1 co_signer_2 accepted_by additional_items_ordered`,
  innerOffice: `computer_entry_date alpha_entry_date mailing_list_added follow_up_letter_sent follow_up_call_made
    first_call_taken_by first_call_staff_license signed_by signature_date personal_effects_description`,
  notes: 'family_notes director_notes personal_effects_description cancellation_reason',
};

describe('case sections', () => {
  it('include the 18 of D2 §2 in their order', () => {
    const order = `deceased service informant family demographics medical deathCertificate veteran obituary cemetery
      compliance authorization financial burialFees servicesFees disclosuresAgreement innerOffice notes`;
    expect(caseSections.map(({ id }) => id)).toEqual(order.split(/\s+/));
    expect(caseSections.filter(({ requirement }) => requirement === 'required').map(({ id }) => id)).toEqual([
      'deceased',
      'service',
      'informant',
    ]);
  });

  it.each(Object.entries(documented))('has in %s the documented fields', (id, names) => {
    const known = caseSections.find((section) => section.id === id)?.fields.map(({ name }) => name);
    expect(known).toEqual(expect.arrayContaining(names.split(/\s+/)));
  });

  it('D3 §9 gives disclosures four rows and an obituary twelve', () => {
    const lined = caseSections.flatMap(({ id, fields }) =>
      fields.flatMap(({ name, rows }) => (rows ? [[id, name, rows]] : [])),
    );
    const section = 'disclosuresAgreement';
    expect(lined).toEqual([
      ['obituary', 'obituary_text', 12],
      [section, 'embalming_reason', 4],
      [section, 'legal_requirement_explanation', 4],
      [section, 'additional_items_ordered', 4],
    ]);
  });

  it('repeats six names, each with one home section for the flat view', () => {
    const names = caseSections.flatMap(({ fields }) => fields.map(({ name }) => name));
    const twice = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
    expect(Object.fromEntries(twice.map((name) => [name, flatNames.get(name)?.section]))).toEqual({
      signed_by: 'innerOffice',
      signature_date: 'innerOffice',
      personal_effects_description: 'innerOffice',
      ssa_notification_date: 'deathCertificate',
      medical_examiner_case: 'medical',
      cause_of_death_pending: 'medical',
    });
    expect(flatFields.map(({ name }) => name)).toEqual([...new Set(flatFields.map(({ name }) => name))]);
    expect(new Set(flatFields.map(({ name }) => name))).toEqual(new Set(names));
  });

  it('gives no field a second name that is already a name', () => {
    const names = caseSections.flatMap(({ fields }) => fields.map(({ name }) => name));
    const second = caseSections.flatMap(({ fields }) => fields.flatMap(({ alsoNamed }) => alsoNamed ?? []));
    expect(second.filter((name) => names.includes(name))).toEqual([]);
    expect(new Set(second).size).toBe(second.length);
  });

  it('uses only known conditions and labels, and a country for each postal code', () => {
    const fields = caseSections.flatMap(({ fields }) => fields);
    const names = new Set(fields.map(({ name }) => name));
    for (const { name, kind, country, labels, readOnly, requiredIf } of fields) {
      if (kind === 'zip') expect(names, name).toContain(country);
      if (labels) expect(names, name).toContain(labels.by);
      if (readOnly) expect(requiredIf, name).toBeUndefined();
    }
  });

  it('limits the length of every text', () => {
    const open = caseSections
      .flatMap(({ fields }) => fields)
      .filter(
        ({ kind, options, maxLength }) =>
          ['text', 'textarea', 'email', 'phone', 'zip', 'ssn'].includes(kind) && !options && !maxLength,
      );
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it('secures only the Social Security number', () => {
    const secured = caseSections.flatMap(({ fields }) => fields).filter((field) => field.secured);
    expect(secured.map(({ name }) => name)).toEqual(['social_security_number']);
  });

  it('finds a field by name', () => {
    expect(findCaseField('occupation')?.label).toBe('Occupation');
    expect(findCaseField('place_of_death')?.name).toBe('location_of_death');
    expect(findCaseField('signed_by')?.label).toBe('Signed by');
    expect(findCaseField('disclosuresAgreement.signed_by')?.label).toBe('Signed By');
    for (const name of ['nonsense', 'nonsense.signed_by', 'deceased.nonsense', ''])
      expect(findCaseField(name), name).toBeUndefined();
  });
});
