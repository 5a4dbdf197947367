import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromFlatCase, toFlatCase } from './flat-case.ts';
import { type CaseSectionId, caseSections, flatFields, flatNames } from './sections/case-sections.ts';

/** Names of the server's schema that differ in the form (D2 §3). */
const second = {
  place_of_death: 'location_of_death',
  is_hospice: 'was_hospice',
  death_address: 'death_address_street',
  death_city: 'city_of_death',
  death_county: 'county_of_death',
  death_zip: 'zip_of_death',
  contact_person: 'death_location_contact_person',
  primary_physician: 'attending_physician_name',
  physician_phone: 'attending_physician_phone',
  physician_address: 'attending_physician_address',
  hold_for: 'service_type',
  assigned_location: 'location',
  call_taken_by: 'first_call_taken_by',
  state_id_number: 'first_call_staff_license',
  signed_date: 'signature_date',
};

/** The fields of the server's schema (D2 §3) outside the core of a case. */
const serverSchema =
  `family_notes deceased_first_name deceased_middle_name deceased_last_name date_of_birth date_of_death
  time_of_death contact_person social_security_number place_of_death is_hospice hospice_24hrs death_address death_city
  death_county death_zip death_location_phone primary_physician physician_phone physician_address me_notified me_released
  has_pacemaker is_veteran dd214_collected hold_for assigned_location call_taken_by state_id_number signed_by signed_date
  personal_effects_description additional_information informant informant_name service_date service_time service_type
  marital_status customer_email cancellation_reason next_of_kins estimated_arrival_time computer_entry_date
  alpha_entry_date follow_up_letter_sent follow_up_call_made payment_due_date cremation_date
  military_service_start_date military_service_end_date dc_delivered_to_doctor_date dc_delivered_to_county_date
  dc_delivered_to_family_date dc_doctor_completed_date dc_county_completed_date ssa_notification_date
  crematory_paperwork_date urn_order_date witness_signature_date`.split(/\s+/);

describe('toFlatCase', () => {
  it('contains every name of the server’s schema and of the form', () => {
    expect(serverSchema.filter((name) => !flatNames.has(name))).toEqual([]);
    for (const [name, field] of Object.entries(second)) expect(flatNames.get(name)?.field.name).toBe(field);
    expect([...flatNames.keys()].toSorted()).toEqual(
      [...flatFields.map(({ name }) => name), ...Object.keys(second)].toSorted(),
    );
  });

  it('shows a repeated name with the value of its home section', () => {
    const sections = { innerOffice: { signed_by: 'Dee' }, disclosuresAgreement: { signed_by: 'Carolyn' } };
    expect(toFlatCase(sections)).toEqual({ signed_by: 'Dee' });
    expect(toFlatCase({ disclosuresAgreement: { signed_by: 'Carolyn' } })).toEqual({});
  });

  it('round-trips through fromFlatCase, which drops unknown names', () => {
    expect(
      fromFlatCase({ hold_for: 'memorial', signed_by: 'Dee', status: 'completed', pk: 'x', informant: null }),
    ).toEqual({
      service: { service_type: 'memorial' },
      innerOffice: { signed_by: 'Dee' },
      informant: { informant: null },
    });
  });

  it('prefers the changed name when both are sent, then the form’s name', () => {
    const current = { deceased: { location_of_death: 'At home' } };
    const sent = (place_of_death: string, location_of_death: string) =>
      fromFlatCase({ place_of_death, location_of_death }, current).deceased?.location_of_death;
    expect(sent('Hospital', 'At home')).toBe('Hospital');
    expect(sent('At home', 'Hospital')).toBe('Hospital');
    expect(sent('Hospice', 'Hospital')).toBe('Hospital');
    expect(sent('At home', 'At home')).toBe('At home');
  });

  it('round-trips any values', () => {
    const homes = caseSections.map(
      ({ id, fields }) => [id, fields.filter((field) => flatNames.get(field.name)?.section === id)] as const,
    );
    const sections = fc.record(
      Object.fromEntries(
        homes
          .filter(([, fields]) => fields.length > 0)
          .map(([id, fields]) => [
            id,
            fc.dictionary(fc.constantFrom(...fields.map(({ name }) => name)), fc.oneof(fc.string(), fc.boolean()), {
              minKeys: 1,
            }),
          ]),
      ),
      { requiredKeys: [] },
    ) as fc.Arbitrary<Partial<Record<CaseSectionId, Record<string, unknown>>>>;
    fc.assert(
      fc.property(sections, (written) => {
        expect(fromFlatCase(toFlatCase(written))).toEqual(written);
        expect(fromFlatCase(toFlatCase(written), written)).toEqual(written);
        expect(toFlatCase(fromFlatCase(toFlatCase(written)))).toEqual(toFlatCase(written));
      }),
    );
  });
});
