import { withSpouseNamed } from '#domain/cases/primary-contact.ts';
import type { CaseSectionValues } from '#domain/cases/sections/case-sections.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import type { ValuesOf } from '#domain/shared/forms/wire.ts';
import { joinAddress } from '#domain/shared/values/address.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import type { AnyFirstCallField, firstCallKinFields } from './first-call.sections.ts';

type Answers = Omit<ValuesOf<AnyFirstCallField>, 'next_of_kins' | 'social_security_number' | 'assigned_location'>;
type Kin = ValuesOf<(typeof firstCallKinFields)[number]>;

/**
 * A stored sheet as the conversion reads it. The SSN moves by reference and is never decrypted. The assigned location
 * becomes the home of the case.
 */
export interface StoredFirstCall {
  readonly form: Readonly<Record<string, unknown>>;
  readonly next_of_kins: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Returns the sections of the case that a sheet becomes. Every answer has a field in the case, most under another name
 * (D2 §3).
 */
export function firstCallToCaseSections({ form, next_of_kins }: StoredFirstCall): CaseSectionValues {
  // Answers were validated when they were accepted, and stored in canonical form.
  const answers = form as Answers;
  const sections: CaseSectionValues = {
    deceased: {
      deceased_first_name: answers.deceased_first_name,
      deceased_middle_name: answers.deceased_middle_name,
      deceased_last_name: answers.deceased_last_name,
      deceased_suffix: answers.deceased_suffix,
      deceased_whole_name: answers.deceased_whole_name,
      date_of_birth: answers.date_of_birth,
      date_of_death: answers.date_of_death,
      time_of_death: answers.time_of_death,
      location_of_death: answers.place_of_death,
      place_of_death_kind: answers.place_of_death_kind,
      death_address_street: answers.death_address,
      death_address_apt: answers.death_address_apt,
      city_of_death: answers.death_city,
      county_of_death: answers.death_county,
      state_of_death: answers.death_state,
      zip_of_death: answers.death_zip,
      country_of_death: answers.death_country,
      death_location_contact_person: answers.contact_person,
      death_location_phone: answers.death_location_phone,
      was_hospice: answers.is_hospice,
      hospice_24hrs: answers.hospice_24hrs,
    },
    service: { service_type: answers.hold_for },
    informant: { ...informantOf(next_of_kins as readonly Kin[]), family_language: answers.family_language },
    medical: {
      attending_physician_name: answers.primary_physician,
      attending_physician_phone: answers.physician_phone,
      attending_physician_address: answers.physician_address,
      me_notified: answers.me_notified,
      me_released: answers.me_released,
      has_pacemaker: answers.has_pacemaker,
    },
    veteran: { is_veteran: answers.is_veteran, dd214_collected: answers.dd214_collected },
    innerOffice: {
      first_call_received_at: answers.call_received_at,
      first_call_taken_by: answers.call_taken_by,
      first_call_staff_license: answers.state_id_number,
      removal_expected_at: answers.removal_expected_at,
      signed_by: answers.signed_by,
      signature_date: answers.signed_date,
      personal_effects_description: answers.personal_effects_description,
    },
    notes: { additional_information: answers.additional_information },
  };
  const keptSections = Object.fromEntries(
    Object.entries(sections).flatMap(([id, values]) => {
      const filled = Object.entries(values).filter(([, value]) => !isBlank(value));
      return filled.length > 0 || id === 'deceased' ? [[id, Object.fromEntries(filled)]] : [];
    }),
  ) as CaseSectionValues;
  return withSpouseNamed(keptSections);
}

/** The first next of kin is the primary contact, which the fields about the informant repeat (D2 §3). */
function informantOf(nextOfKin: readonly Kin[]) {
  const [primary] = nextOfKin;
  if (!primary) return {};
  const address = addressOf(primary);
  return {
    informant: primary.existingCustomerId,
    informant_name: fullName(primary.first_name, primary.last_name),
    informant_relationship: primary.relationship,
    informant_address: address,
    customer_first_name: primary.first_name,
    customer_last_name: primary.last_name,
    customer_phone: primary.phone,
    customer_email: primary.email,
    customer_address: address,
    customer_address_street: primary.address,
    customer_address_apt: primary.address_apt,
    customer_address_city: primary.city,
    customer_address_state: primary.state,
    customer_address_zip: primary.zip_code,
    customer_address_county: primary.county,
    customer_address_country: primary.address_country,
    next_of_kins: nextOfKin.map(caseKinOf),
  };
}

function caseKinOf(nextOfKin: Kin) {
  const { relationship, first_name, last_name, phone, email, address_apt, city, state, zip_code, county } = nextOfKin;
  const values = {
    relationship,
    first_name,
    last_name,
    phone,
    email,
    address_apt,
    city,
    state,
    zip_code,
    county,
    address: addressOf(nextOfKin),
    address_street: nextOfKin.address,
    address_country: nextOfKin.address_country,
    existingCustomerId: nextOfKin.existingCustomerId,
    whole_name: nextOfKin.whole_name,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value)));
}

function addressOf({ address, address_apt, city, state, zip_code, address_country }: Kin): string {
  const parts = { street: address, apt: address_apt, city, state, zip: zip_code, country: address_country };
  return joinAddress(parts);
}
