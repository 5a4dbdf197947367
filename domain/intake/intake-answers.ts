import { defaultCountry } from '#domain/reference-data/countries.ts';
import type { ReportedRace } from '#domain/reference-data/demographics.ts';
import type { IntakeFieldName } from './intake.sections.ts';

type TickName = 'ssn_to_follow' | 'notify_social_security' | 'consent';
type YesNoName = 'stillborn' | 'is_veteran';

/** The fields that every accepted submission has: required without a condition, defaulted, or ticks. */
export const alwaysAnswered = [
  'submitter_email',
  'submitter_phone',
  'preferred_contact_time',
  'deceased_first_name',
  'deceased_last_name',
  'gender',
  'date_of_birth',
  'date_of_death',
  'stillborn',
  'is_veteran',
  'ssn_to_follow',
  'notify_social_security',
  'birthplace_city',
  'birthplace_country',
  'deceased_address_street',
  'deceased_address_city',
  'deceased_address_country',
  'inside_city_limits',
  'marital_status',
  'father_first_name',
  'father_last_name',
  'mother_first_name',
  'mother_last_name',
  'mother_maiden_name',
  'informant_first_name',
  'informant_last_name',
  'informant_relationship',
  'informant_phone',
  'informant_address',
  'informant_city',
  'informant_country',
  'place_of_death',
  'death_address',
  'death_city',
  'death_country',
  'current_body_location',
  'current_body_address',
  'current_body_city',
  'current_body_country',
  'facility_phone',
  'cemetery_choice',
  'employment_title',
  'employment_industry',
  'education_level',
  'ethnicity',
  'race',
  'weight',
  'communicable_disease',
  'certificate_recipient',
  'consent',
] as const satisfies readonly IntakeFieldName[];
type AlwaysAnswered = (typeof alwaysAnswered)[number];

type Answer<Name> = Name extends TickName | YesNoName ? boolean : Name extends 'race' ? ReportedRace[] : string;

/** What a family entered, as it is kept: blank and hidden fields are absent. */
export type IntakeAnswers = { [Name in AlwaysAnswered]: Answer<Name> } & {
  [Name in Exclude<IntakeFieldName, AlwaysAnswered>]?: Answer<Name>;
};

/** What the form holds: text, ticks as booleans, yes/no choices as 'yes' or 'no', '' for nothing. */
export type IntakeFormValues = {
  [Name in IntakeFieldName]: Name extends TickName ? boolean : Name extends 'race' ? string[] : string;
};

type Sent<Name> = Name extends TickName
  ? boolean
  : Name extends YesNoName
    ? boolean | string
    : Name extends 'race'
      ? string[]
      : string;

/** What a client may send for the fields; null counts as blank. */
export type IntakeAnswersInput = { [Name in IntakeFieldName]?: Sent<Name> | null } & {
  /** The name under which `special_requests` travels (D1 §3). */
  additional_notes?: string | null;
};

/** Fields that stand for themselves when nothing was sent. */
export const wireDefaults: Partial<Record<IntakeFieldName, string>> = {
  preferred_contact_time: 'As Soon As Possible',
  birthplace_country: defaultCountry,
  deceased_address_country: defaultCountry,
  informant_country: defaultCountry,
  death_country: defaultCountry,
  current_body_country: defaultCountry,
  cemetery_country: defaultCountry,
};
