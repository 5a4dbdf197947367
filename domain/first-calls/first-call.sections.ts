import type { FormField } from '#domain/shared/forms/field.ts';
import { fieldBuilders } from '#domain/shared/forms/field-builders.ts';
import { figureBuilders } from '#domain/shared/forms/figure-builders.ts';
import { yesNo } from '#domain/shared/reference-data/demographics.ts';
import { pacemakerAnswers } from '#domain/shared/reference-data/pacemaker.ts';
import { placeFieldBuilders } from '#domain/shared/reference-data/place-fields.ts';
import { placesOfDeath } from '#domain/shared/reference-data/places-of-death.ts';
import { knownRelationships } from '#domain/shared/reference-data/relationships.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import { licenseNumber } from '#domain/shared/values/codes.ts';
import { languageOptions } from '#domain/shared/values/language.ts';
import { wholeNameLabel } from '#domain/shared/values/person-name.ts';
import { ssnEdit } from '#domain/shared/values/ssn.ts';
import type { FirstCallCondition } from './first-call.conditions.ts';

/** A field of a first-call sheet. */
export type FirstCallField = FormField<string, FirstCallCondition>;

const form = { ...fieldBuilders<FirstCallCondition>(), ...figureBuilders<FirstCallCondition>() };
const place = placeFieldBuilders<FirstCallCondition>();
const half = { width: 'half' } as const;
const third = { width: 'third' } as const;
const required = { requiredIf: true } as const;
/** A yes/no answer that may also be left open. */
const asked = { yesNo: true, width: 'half' } as const;

/** One next of kin of a sheet (D2 §3); the first is the primary contact. */
export const firstCallKinFields = [
  form.select('relationship', 'Relationship', knownRelationships, { ...required, ...third }),
  form.name('first_name', 'First name', { ...required, ...third }),
  form.name('last_name', 'Last name', { ...required, ...third }),
  form.checkbox('whole_name', wholeNameLabel, { showIf: 'kinNameIsOneLetter' }),
  form.phone('phone', 'Phone number', half),
  form.email('email', 'Email', half),
  place.street('address', {}, true),
  place.unit('address_apt'),
  place.city('city', {}, true),
  place.state('state'),
  // A next of kin abroad has the code of that country; D2 §3 names no country here.
  place.zip('zip_code', { country: 'address_country' }),
  place.county('county'),
  place.country('address_country'),
  form.reference(
    'existingCustomerId',
    'Customer',
    { of: 'customer', invalid: 'Invalid customer selection' },
    { alsoNamed: 'converted_to_customer' },
  ),
] as const satisfies readonly FirstCallField[];

/**
 * The first-call sheet (D2 §3). Beyond the documented fields it holds what a real call brings and the case asks for:
 * suffix, unit, state and country of the place, when the call came and when the family was told to expect the crew.
 */
export const firstCallSections = [
  {
    id: 'deceased',
    title: 'Deceased',
    fields: [
      form.name('deceased_first_name', 'First name', { ...required, ...third }),
      form.name('deceased_middle_name', 'Middle name', third, { minLength: 1 }),
      form.name('deceased_last_name', 'Last name', { ...required, ...third }),
      form.line('deceased_suffix', 'Suffix', { ...third, maxLength: 10 }),
      form.checkbox('deceased_whole_name', wholeNameLabel, { showIf: 'deceasedNameIsOneLetter' }),
      form.date('date_of_birth', 'Date of birth', { ...required, ...third }),
      form.date('date_of_death', 'Date of death', { ...required, ...third }),
      form.time('time_of_death', 'Time of death', third),
      form.ssn('social_security_number', 'Social Security Number', ssnEdit, third),
    ],
  },
  {
    id: 'place',
    title: 'Place of death',
    fields: [
      form.line('place_of_death', 'Place of death'),
      form.select('place_of_death_kind', 'Kind of place', placesOfDeath, half),
      place.street('death_address', {}, true),
      place.unit('death_address_apt', { label: 'Room or unit' }),
      place.city('death_city', {}, true),
      place.county('death_county'),
      place.state('death_state', { showIf: 'deathInUs' }),
      place.zip('death_zip', { country: 'death_country' }),
      place.country('death_country'),
      form.phone('death_location_phone', 'Phone number', half),
      form.line('contact_person', 'Contact person', { ...half, requiredIf: 'nobodyToSpeakTo' }),
      form.radio('is_hospice', 'Hospice', yesNo, { ...half, yesNo: true }),
      form.line('hospice_24hrs', 'Time in hospice', half),
    ],
  },
  {
    id: 'kin',
    title: 'Next of kin',
    fields: [form.entries('next_of_kins', 'Next of kin', firstCallKinFields, required)],
  },
  {
    id: 'medical',
    title: 'Physician and flags',
    fields: [
      form.name('primary_physician', 'Physician', half),
      form.phone('physician_phone', 'Physician phone', half),
      form.line('physician_address', 'Physician address'),
      form.radio('me_notified', 'Medical examiner notified', yesNo, asked),
      form.radio('me_released', 'Released by the medical examiner', yesNo, asked),
      form.radio('has_pacemaker', 'Pacemaker', pacemakerAnswers, asked),
      form.radio('is_veteran', 'Veteran of the U.S. armed forces', yesNo, asked),
      form.radio('dd214_collected', 'DD-214 collected', yesNo, { ...asked, showIf: 'isVeteran' }),
    ],
  },
  {
    id: 'service',
    title: 'Service and effects',
    fields: [
      form.select('hold_for', 'Hold for', serviceTypes, half),
      form.reference(
        'assigned_location',
        'Assigned location',
        { of: 'funeral-home', invalid: 'Please select a valid assigned location' },
        half,
      ),
      form.text('personal_effects_description', 'Personal effects'),
      form.text('additional_information', 'Additional information'),
    ],
  },
  {
    id: 'call',
    title: 'The call',
    fields: [
      form.datetime('call_received_at', 'Call received', half),
      form.line('call_taken_by', 'Call taken by', half),
      form.select('family_language', 'Language of the family', languageOptions, half),
      form.datetime('removal_expected_at', 'We come at', half),
      form.line('state_id_number', 'State ID number', {
        ...half,
        maxLength: 20,
        schema: licenseNumber('State ID number'),
      }),
      form.line('signed_by', 'Signed by', half),
      form.date('signed_date', 'Signed on', half),
    ],
  },
] as const satisfies readonly { id: string; title: string; fields: readonly FirstCallField[] }[];

/** A field of a sheet with what is told of it. */
export type AnyFirstCallField = (typeof firstCallSections)[number]['fields'][number];

/** Every field of a sheet, in its order. */
export const firstCallFields: readonly AnyFirstCallField[] = firstCallSections.flatMap(({ fields }) => [...fields]);

/** Filled by the screen or the server when a sheet is begun; alone they say nothing about a death. */
const filledByItself = new Set(['assigned_location', 'call_received_at', 'call_taken_by', 'death_country']);

/** The fields that somebody fills in: a sheet with nothing in them is not worth keeping. */
export const answerFields: readonly AnyFirstCallField[] = firstCallFields.filter(
  ({ name }) => !filledByItself.has(name),
);
