import type { FieldOption } from '#domain/shared/forms/field.ts';

/** D1 and D2 §3, and what a certificate may say by California Health and Safety Code 102875. */
export const genders = [
  { value: 'male', label: 'Male' },
  { value: 'female', label: 'Female' },
  { value: 'nonbinary', label: 'Nonbinary' },
  { value: 'unknown', label: 'Unknown' },
] as const satisfies readonly FieldOption[];

export const yesNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const satisfies readonly FieldOption[];

export const yesNoUnknown = [
  ...yesNo,
  { value: 'unknown', label: 'Unknown' },
] as const satisfies readonly FieldOption[];

export const reportedMaritalStatuses = [
  { value: 'never_married', label: 'Never married' },
  { value: 'married', label: 'Married' },
  { value: 'divorced', label: 'Divorced' },
  { value: 'widowed', label: 'Widowed' },
  { value: 'separated', label: 'Separated' },
  { value: 'other', label: 'Other' },
  { value: 'unknown', label: 'Unknown' },
] as const satisfies readonly FieldOption[];

export const maritalStatuses = [
  { value: 'single', label: 'Never Married' },
  { value: 'married', label: 'Married' },
  { value: 'divorced', label: 'Divorced' },
  { value: 'widowed', label: 'Widowed' },
  { value: 'separated', label: 'Separated' },
  { value: 'domestic_partner', label: 'Domestic partner' },
  { value: 'unknown', label: 'Unknown' },
] as const satisfies readonly FieldOption[];

export const educationLevels = [
  { value: 'no_formal', label: 'No formal education' },
  { value: 'elementary', label: '8th grade or less' },
  { value: 'some_high_school', label: 'Some high school, no diploma' },
  { value: 'high_school', label: 'High school graduate or GED' },
  { value: 'some_college', label: 'Some college, no degree' },
  { value: 'associates', label: 'Associate degree' },
  { value: 'bachelors', label: "Bachelor's degree" },
  { value: 'masters', label: "Master's degree" },
  { value: 'doctorate', label: 'Doctorate or professional degree' },
  { value: 'unknown', label: 'Unknown' },
] as const satisfies readonly FieldOption[];

/** 'other' shows `education_other`, which D1 §3 lists without a condition. */
export const reportedEducationLevels = [
  ...educationLevels,
  { value: 'other', label: 'Other' },
] as const satisfies readonly FieldOption[];

export const reportedEthnicities = [
  { value: 'not_hispanic_latino', label: 'Not Hispanic or Latino' },
  { value: 'hispanic_latino', label: 'Hispanic or Latino' },
  { value: 'other_hispanic_latino', label: 'Other Hispanic or Latino (please specify)' },
  { value: 'unknown', label: 'Unknown' },
  { value: 'other', label: 'Other' },
] as const satisfies readonly FieldOption[];

export const ethnicities = [
  { value: 'hispanic_latino', label: 'Hispanic or Latino' },
  { value: 'not_hispanic_latino', label: 'Not Hispanic or Latino' },
  { value: 'unknown', label: 'Unknown' },
] as const satisfies readonly FieldOption[];

/** As on the U.S. death certificate (D1 §3). */
export const reportedRaces = [
  { value: 'white', label: 'White' },
  { value: 'black_african_american', label: 'Black or African American' },
  { value: 'american_indian_alaska_native', label: 'American Indian or Alaska Native' },
  { value: 'asian_indian', label: 'Asian Indian' },
  { value: 'chinese', label: 'Chinese' },
  { value: 'filipino', label: 'Filipino' },
  { value: 'japanese', label: 'Japanese' },
  { value: 'korean', label: 'Korean' },
  { value: 'vietnamese', label: 'Vietnamese' },
  { value: 'other_asian', label: 'Other Asian' },
  { value: 'native_hawaiian', label: 'Native Hawaiian' },
  { value: 'guamanian_chamorro', label: 'Guamanian or Chamorro' },
  { value: 'samoan', label: 'Samoan' },
  { value: 'other_pacific_islander', label: 'Other Pacific Islander' },
  { value: 'other', label: 'Other' },
  { value: 'refused', label: 'Prefer not to answer' },
  { value: 'unknown', label: 'Unknown' },
] as const satisfies readonly FieldOption[];
export type ReportedRace = (typeof reportedRaces)[number]['value'];

export const races = [
  { value: 'american_indian_alaska_native', label: 'American Indian or Alaska Native' },
  { value: 'asian', label: 'Asian' },
  { value: 'black_african_american', label: 'Black or African American' },
  { value: 'native_hawaiian_pacific_islander', label: 'Native Hawaiian or Pacific Islander' },
  { value: 'white', label: 'White' },
  { value: 'other', label: 'Other' },
  { value: 'unknown', label: 'Unknown' },
] as const satisfies readonly FieldOption[];
export type Race = (typeof races)[number]['value'];
