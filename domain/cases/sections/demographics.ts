import { countryOptions } from '#domain/shared/reference-data/countries-and-states.ts';
import {
  educationLevels,
  ethnicities,
  maritalStatuses,
  races,
  reportedEducationLevels,
  reportedEthnicities,
  reportedMaritalStatuses,
  reportedRaces,
  yesNoUnknown,
} from '#domain/shared/reference-data/demographics.ts';
import { unknown, unknownOption } from '#domain/shared/reference-data/unknown.ts';
import { jurisdictionOptions } from '#domain/shared/values/us-state.ts';
import { type CaseSectionFields, form, place, requiredWhenCompleted } from './section-definitions.ts';

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
