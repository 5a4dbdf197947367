import { genders, yesNo } from '#domain/reference-data/demographics.ts';
import { ssnEdit } from '#domain/values/ssn.ts';
import { type CaseSectionFields, form, place } from './case-section.ts';

const death = { group: 'Death location' } as const;
const body = { group: 'Current location of the body' } as const;

/** Deceased Information with the death location (D2 §3), and what the public form knows beyond it. */
export const deceasedFields = [
  form.name('deceased_first_name', 'First name', { width: 'third' }),
  form.name('deceased_middle_name', 'Middle name', { width: 'third' }, { minLength: 1 }),
  form.name('deceased_last_name', 'Last name', { width: 'third' }),
  form.line('deceased_suffix', 'Suffix', { maxLength: 10, width: 'third' }),
  form.line('alias', 'Also known as', { width: 'two-thirds' }),
  form.radio('gender', 'Gender', genders, { defaultValue: 'unknown' }),
  form.date('date_of_birth', 'Date of birth', { width: 'third' }),
  form.date('date_of_death', 'Date of death', { width: 'third' }),
  form.time('time_of_death', 'Time of death', { width: 'third' }),
  form.radio('stillborn', 'Stillborn', yesNo, { yesNo: true }),
  form.ssn('social_security_number', 'Social Security Number', ssnEdit, { width: 'third' }),
  form.checkbox('ssn_to_follow', 'SSN to follow', { width: 'third' }),
  form.checkbox('notify_social_security', 'Family asks to notify Social Security', { width: 'third' }),
  form.line('location_of_death', 'Location of death', death),
  place.street('death_address_street', death),
  place.unit('death_address_apt', death),
  place.city('city_of_death', { ...death, label: 'City of death' }),
  place.county('county_of_death', { ...death, label: 'County of death' }),
  place.state('state_of_death', { ...death, label: 'State of death' }),
  place.zip('zip_of_death', { ...death, label: 'ZIP of death' }),
  place.country('country_of_death', { ...death, label: 'Country of death' }),
  form.radio('within_city_limits', 'Death within city limits', yesNo, { ...death, yesNo: true }),
  form.line('death_location_contact_person', 'Contact person', { ...death, width: 'half' }),
  form.phone('death_location_phone', 'Phone number', { ...death, width: 'half' }),
  form.radio('was_hospice', 'Hospice', yesNo, { ...death, yesNo: true, width: 'half' }),
  form.line('hospice_24hrs', 'Time in hospice', { ...death, width: 'half' }),
  form.line('current_body_location', 'Location', body),
  place.street('current_body_address', body),
  place.unit('current_body_apt', body),
  place.city('current_body_city', body),
  place.state('current_body_state', body),
  place.zip('current_body_zip', body),
  place.country('current_body_country', body),
  form.phone('facility_phone', 'Facility phone number', { ...body, width: 'half' }),
] as const satisfies CaseSectionFields;
