import { countryOptions } from '#domain/shared/reference-data/countries-and-states.ts';
import {
  educationLevels,
  ethnicities,
  genders,
  maritalStatuses,
  races,
  reportedEducationLevels,
  reportedEthnicities,
  reportedMaritalStatuses,
  reportedRaces,
  yesNo,
  yesNoUnknown,
} from '#domain/shared/reference-data/demographics.ts';
import { placesOfDeath } from '#domain/shared/reference-data/places-of-death.ts';
import { unknown, unknownOption } from '#domain/shared/reference-data/unknown.ts';
import { wholeNameLabel } from '#domain/shared/values/person-name.ts';
import { ssnEdit } from '#domain/shared/values/ssn.ts';
import { jurisdictionOptions } from '#domain/shared/values/us-state.ts';
import {
  type CaseSectionFields,
  form,
  place,
  requiredToSubmit,
  requiredWhenActive,
  requiredWhenCompleted,
} from './section-definitions.ts';

const death = { group: 'Death location' } as const;
const required = { requiredIf: true, requiredAt: requiredToSubmit } as const;
const body = { group: 'Current location of the body' } as const;

/** Deceased Information (D2 §3) with more answers of the public form. */
export const deceasedFields = [
  form.name('deceased_first_name', 'First name', { ...required, width: 'third' }),
  form.name('deceased_middle_name', 'Middle name', { width: 'third' }, { minLength: 1 }),
  form.name('deceased_last_name', 'Last name', { ...required, width: 'third' }),
  form.line('deceased_suffix', 'Suffix', { maxLength: 10, width: 'third' }),
  form.checkbox('deceased_whole_name', wholeNameLabel, { showIf: 'deceasedNameIsOneLetter' }),
  form.line('alias', 'Also known as', { width: 'two-thirds' }),
  form.radio('gender', 'Gender', genders, { ...required, defaultValue: 'unknown' }),
  form.date('date_of_birth', 'Date of birth', { ...required, width: 'third' }),
  form.date('date_of_death', 'Date of death', { ...required, width: 'third' }),
  form.time('time_of_death', 'Time of death', { width: 'third' }),
  form.time('time_of_birth', 'Time of birth', { width: 'third', showIf: 'diedWithinADay' }),
  form.radio('stillborn', 'Stillborn', yesNo, { yesNo: true, showIf: 'mayBeStillborn' }),
  form.ssn('social_security_number', 'Social Security Number', ssnEdit, {
    width: 'third',
    requiredAt: { completed: 'ssnExpected' },
    requiredMessage: 'Social Security Number must be 9 digits',
  }),
  form.checkbox('ssn_to_follow', 'SSN to follow', { width: 'third' }),
  form.checkbox('ssn_never_issued', 'Never had a Social Security Number', { width: 'third' }),
  form.checkbox('notify_social_security', 'Family asked us to notify Social Security', { width: 'third' }),
  form.line('location_of_death', 'Location of death', {
    ...death,
    alsoNamed: 'place_of_death',
    requiredAt: requiredWhenActive,
  }),
  form.select('place_of_death_kind', 'Kind of place', placesOfDeath, { ...death, width: 'half' }),
  place.street('death_address_street', { ...death, alsoNamed: 'death_address' }, true),
  place.unit('death_address_apt', death),
  place.city(
    'city_of_death',
    { ...death, label: 'City of death', alsoNamed: 'death_city', requiredAt: requiredWhenCompleted },
    true,
  ),
  place.county('county_of_death', { ...death, label: 'County of death', alsoNamed: 'death_county' }),
  place.state('state_of_death', {
    ...death,
    label: 'State of death',
    showIf: 'deathInUs',
    requiredAt: requiredWhenCompleted,
  }),
  place.zip('zip_of_death', { ...death, label: 'ZIP of death', alsoNamed: 'death_zip', country: 'country_of_death' }),
  place.country('country_of_death', { ...death, label: 'Country of death' }),
  form.radio('within_city_limits', 'Death within city limits', yesNo, { ...death, yesNo: true }),
  form.line('death_location_contact_person', 'Contact person', {
    ...death,
    alsoNamed: 'contact_person',
    width: 'half',
  }),
  form.phone('death_location_phone', 'Phone number', { ...death, width: 'half' }),
  form.radio('was_hospice', 'Hospice', yesNo, { ...death, alsoNamed: 'is_hospice', yesNo: true, width: 'half' }),
  form.line('hospice_24hrs', 'Time in hospice', { ...death, width: 'half' }),
  form.line('current_body_location', 'Location', body),
  place.street('current_body_address', body, true),
  place.unit('current_body_apt', body),
  place.city('current_body_city', body, true),
  place.state('current_body_state', { ...body, showIf: 'bodyInUs' }),
  place.zip('current_body_zip', { ...body, country: 'current_body_country' }),
  place.country('current_body_country', body),
  form.phone('facility_phone', 'Facility phone number', { ...body, unknown, width: 'half' }),
] as const satisfies CaseSectionFields;

const half = { width: 'half' } as const;
/** U.S. Standard Certificate of Death, item 52; any other goes under Origin. */
export const hispanicOrigins = [
  { value: 'mexican', label: 'Mexican, Mexican American, Chicano' },
  { value: 'puerto_rican', label: 'Puerto Rican' },
  { value: 'cuban', label: 'Cuban' },
  { value: 'other', label: 'Other Spanish, Hispanic or Latino' },
];
export const reportedGroup = 'As reported by family';
const reported = { group: reportedGroup, width: 'half' } as const;
const reportedOfBornAlive = { ...reported, showIf: 'isNotStillborn' } as const;
const birth = { group: 'Place of birth' } as const;
const home = { group: 'Home address' } as const;

/** Demographics (D2 §3), with the family's wider answers for the national death record. */
export const demographicsFields = [
  form.select('marital_status', 'Marital status', maritalStatuses, {
    ...half,
    showIf: 'isNotStillborn',
    requiredIf: 'isOnceActive',
    requiredAt: requiredWhenCompleted,
    requiredMessage: 'Marital status is required for completed cases',
  }),
  form.select('education_level', 'Education level', educationLevels, { ...half, showIf: 'isNotStillborn' }),
  form.multiselect('race', 'Race', races, half),
  form.select('ethnicity', 'Ethnicity', ethnicities, half),
  form.select('hispanic_origin', 'Hispanic origin', hispanicOrigins, { ...half, showIf: 'isHispanic' }),
  form.line('occupation', 'Occupation', { ...half, showIf: 'isNotStillborn' }),
  form.line('industry', 'Industry', { ...half, showIf: 'isNotStillborn' }),
  place.city('place_of_birth_city', { ...birth, label: 'City of birth', requiredAt: requiredWhenCompleted }, true),
  place.county('place_of_birth_county', { ...birth, label: 'County of birth' }),
  place.state('place_of_birth_state', {
    ...birth,
    label: 'State of birth',
    options: [...jurisdictionOptions, unknownOption],
    unknown,
    showIf: 'birthInUs',
    requiredAt: requiredWhenCompleted,
  }),
  place.country('place_of_birth_country', {
    ...birth,
    label: 'Country of birth',
    options: [...countryOptions, unknownOption],
    unknown,
  }),
  place.street('home_address_street', home, true),
  place.unit('home_address_apt', home),
  place.city('home_address_city', home, true),
  place.state('home_address_state', { ...home, showIf: 'homeInUs' }),
  place.county('home_address_county', { ...home, label: 'County of residence' }),
  place.zip('home_address_zip', { ...home, country: 'home_address_country' }),
  place.country('home_address_country', home),
  form.radio('inside_city_limits', 'Home inside city limits', yesNoUnknown, home),
  form.select('marital_status_reported', 'Marital status as reported', reportedMaritalStatuses, reportedOfBornAlive),
  form.line('marital_status_other', 'Marital status described', reportedOfBornAlive),
  form.select('education_level_reported', 'Education as reported', reportedEducationLevels, reportedOfBornAlive),
  form.line('education_other', 'Education described', reportedOfBornAlive),
  form.select('ethnicity_reported', 'Ethnicity as reported', reportedEthnicities, reported),
  form.line('ethnicity_other_specify', 'Origin', reported),
  form.multiselect('race_reported', 'Race as reported', reportedRaces, reported),
  form.line('race_american_indian_specify', 'Tribe', reported),
  form.line('race_other_asian_specify', 'Other Asian', reported),
  form.line('race_other_pacific_specify', 'Other Pacific Islander', reported),
  form.line('race_other_specify', 'Other race', reported),
] as const satisfies CaseSectionFields;
