import * as z from 'zod';
import { type FormField, isBlank, isYes } from '#domain/shared/forms/field.ts';
import { fieldBuilders, figureBuilders } from '#domain/shared/forms/field-builders.ts';
import type { Condition, Values } from '#domain/shared/forms/rules.ts';
import { isUnitedStates } from '#domain/shared/reference-data/countries-and-states.ts';
import { yesNo } from '#domain/shared/reference-data/demographics.ts';
import { pacemakerAnswers } from '#domain/shared/reference-data/pacemaker.ts';
import { placeFieldBuilders } from '#domain/shared/reference-data/place-fields.ts';
import { placesOfDeath } from '#domain/shared/reference-data/places-of-death.ts';
import { knownRelationships } from '#domain/shared/reference-data/relationships.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { licenseNumber } from '#domain/shared/values/codes.ts';
import type { HomeClock } from '#domain/shared/values/date-time.ts';
import { languageOptions } from '#domain/shared/values/language.ts';
import { isOneLetterName, wholeNameLabel } from '#domain/shared/values/person-name.ts';
import { ssnEdit } from '#domain/shared/values/ssn.ts';

/** D2 §3: a sheet starts as a draft, is active once it is complete, and converted once it is a case. */
export const firstCallStatuses = ['draft', 'active', 'converted'] as const;
export const FirstCallStatus = z.enum(firstCallStatuses);
export type FirstCallStatus = z.output<typeof FirstCallStatus>;

export const firstCallStatusLabels: Record<FirstCallStatus, string> = {
  draft: 'Draft',
  active: 'Active',
  converted: 'Converted',
};

export const firstCallMessages = {
  editTheCase: 'This first call has become a case. Edit the case instead.',
  keptWithCase: 'This first call has become a case and cannot be deleted.',
  someAreKept: 'First calls that have become cases cannot be deleted.',
  staysActive: 'An active first call cannot go back to draft',
  hasArrived: 'The arrival has been recorded, so the departure can no longer be undone.',
  nothingEntered: 'Enter at least one detail before saving.',
} as const;

export interface FirstCallContext {
  readonly today: CalendarDate;
  readonly stage: FirstCallStatus;
  /** The home's clock validates times of day; without it only days are validated. */
  readonly clock?: HomeClock | undefined;
}

/** D2 §5. */
export const firstCallConditions = {
  isVeteran: (values) => isYes(values.is_veteran),
  kinNameIsOneLetter: ({ first_name, last_name }) => isOneLetterName(first_name) || isOneLetterName(last_name),
  deceasedNameIsOneLetter: ({ deceased_first_name, deceased_last_name }) =>
    isOneLetterName(deceased_first_name) || isOneLetterName(deceased_last_name),
  deathInUs: (values) => {
    const country = values.death_country ?? '';
    return typeof country === 'string' && isUnitedStates(country);
  },
  /** A contact person, or a first next of kin with a name, is required (D2 §5). */
  nobodyToSpeakTo: (values) => !isNamed(firstOf(values.next_of_kins)),
} satisfies Record<string, Condition<FirstCallContext>>;

export type FirstCallCondition = keyof typeof firstCallConditions;

function firstOf(list: unknown): Values | undefined {
  return Array.isArray(list) ? list[0] : undefined;
}

function isNamed(person: Values | undefined): boolean {
  return person !== undefined && !(isBlank(person.first_name) && isBlank(person.last_name));
}

export type FirstCallField = FormField<string, FirstCallCondition>;

const form = { ...fieldBuilders<FirstCallCondition>(), ...figureBuilders<FirstCallCondition>() };
const place = placeFieldBuilders<FirstCallCondition>();
const half = { width: 'half' } as const;
const third = { width: 'third' } as const;
const required = { requiredIf: true } as const;
/** A yes/no answer that may stay open. */
const asked = { yesNo: true, width: 'half' } as const;

/** The next of kin of a sheet (D2 §3); the first is the primary contact. */
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
  // A next of kin abroad has a foreign postal code; D2 §3 names no country here.
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
 * The first-call sheet (D2 §3), with further fields that a call brings and the case asks for: suffix, unit, state and
 * country of the place, the time of the call and the time that was promised to the family.
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
    title: 'Call details',
    fields: [
      form.datetime('call_received_at', 'Call received', half),
      form.line('call_taken_by', 'Call taken by', half),
      form.select('family_language', 'Family’s language', languageOptions, half),
      form.datetime('removal_expected_at', 'Expected arrival', half),
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

export type AnyFirstCallField = (typeof firstCallSections)[number]['fields'][number];

export const firstCallFields: readonly AnyFirstCallField[] = firstCallSections.flatMap(({ fields }) => [...fields]);

/** The screen or the server fills these in a new sheet, so they say nothing about a death. */
const filledByItself = new Set(['assigned_location', 'call_received_at', 'call_taken_by', 'death_country']);

/** A sheet with none of these answered is not worth saving. */
export const answerFields: readonly AnyFirstCallField[] = firstCallFields.filter(
  ({ name }) => !filledByItself.has(name),
);
