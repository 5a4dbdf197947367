import { withSpouseNamed } from '#domain/cases/primary-contact.ts';
import type { CaseSectionValues } from '#domain/cases/sections/case-sections.ts';
import { formKindLabels, isInquiry } from '#domain/managed-forms/form-kinds.ts';
import { answersAsText, type StoredAnswer } from '#domain/managed-forms/form-questions.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import { cemeteryOfChoice, otherCemetery, undecidedCemetery } from '#domain/shared/reference-data/cemeteries.ts';
import { defaultCountry } from '#domain/shared/reference-data/countries-and-states.ts';
import type { Race, ReportedRace } from '#domain/shared/reference-data/demographics.ts';
import { unknown } from '#domain/shared/reference-data/unknown.ts';
import { isAtHome, joinAddress, placeInEnglish } from '#domain/shared/values/address.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import type { Language } from '#domain/shared/values/language.ts';
import { type Cents, toDecimal } from '#domain/shared/values/money.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { pick } from '#domain/shared/values/pick.ts';
import type { IntakeAnswers } from './intake.rules.ts';
import type { SubmissionRow } from './submission.schema.ts';

type Named = Pick<SubmissionRow, 'kind' | 'deceased_full_name' | 'informant_name'>;

/** Returns a title of a submission; of a pre-need plan, the planner's name. */
export const submissionTitle = ({ kind, deceased_full_name, informant_name }: Named): string =>
  (kind === 'pre_need' ? informant_name : deceased_full_name).trim() || 'Name not given';

/** Returns the day of death on one line, or the purpose of an inquiry. */
export const submissionSubject = ({
  kind,
  stillborn,
  date_of_death,
}: Pick<SubmissionRow, 'kind' | 'stillborn' | 'date_of_death'>): string =>
  isInquiry(kind) ? formKindLabels[kind] : `${stillborn ? 'Stillbirth' : 'Died'} ${formatDate(date_of_death)}`;

/**
 * A stored submission as the conversion reads it: answers under their wire names, and the time of receipt (ISO 8601,
 * UTC), which is when consent was given. The SSN moves by reference and is never decrypted.
 */
export interface StoredSubmission {
  readonly form: Readonly<Record<string, unknown>>;
  readonly created_at?: string;
  readonly language?: Language;
  readonly extra_answers?: readonly StoredAnswer[];
  /** The name of a cemetery of the home's own list, and the cost that the form showed. */
  readonly quoted_cemetery?: { readonly name: string; readonly cost_cents: Cents } | null;
}

type StoredAnswers = Partial<Omit<IntakeAnswers, 'social_security_number'>> & { service_type?: string };

/**
 * Returns the sections of the case that a submission becomes (D1 §4). A superset of D2 §3: an answer without a field
 * in the case keeps its name, and an answer wider than the case's values is stored as `*_reported`.
 */
export function toCaseSections(submission: StoredSubmission): CaseSectionValues {
  const { form, created_at, extra_answers = [] } = submission;
  // Answers were validated when they were accepted, and stored in canonical form.
  const answers = form as StoredAnswers;
  const sections: CaseSectionValues = {
    deceased: deceasedOf(answers),
    service: { service_type: answers.service_type },
    informant: { ...informantOf(answers), family_language: submission.language },
    family: familyOf(answers),
    demographics: demographicsOf(answers),
    medical: { weight: answers.weight, communicable_disease: answers.communicable_disease },
    deathCertificate: { certificate_recipient: answers.certificate_recipient },
    veteran: { is_veteran: answers.is_veteran },
    cemetery: { ...cemeteryOf(answers), cemetery_quoted_cost: quotedCost(submission) },
    authorization: {
      intake_consent: answers.consent,
      intake_consent_at: answers.consent ? created_at : undefined,
    },
    notes: { special_requests: answers.special_requests, extra_answers: answersAsText(extra_answers) },
  };
  const keptSections = Object.fromEntries(
    Object.entries(sections).map(([id, values]) => [
      id,
      Object.fromEntries(
        Object.entries(values).filter(
          ([name, value]) => !isBlank(value) && !(answers.stillborn && notOfStillbirth.has(name)),
        ),
      ),
    ]),
  ) as CaseSectionValues;
  return withSpouseNamed(keptSections);
}

/** A report of fetal death does not ask these; the public form has fixed values for them (docs/decisions/0040). */
const notOfStillbirth: ReadonlySet<string> = new Set([
  'marital_status',
  'marital_status_reported',
  'marital_status_other',
  'education_level',
  'education_level_reported',
  'education_other',
  'occupation',
  'industry',
  'is_veteran',
  'ssn_to_follow',
  'notify_social_security',
  'spouse_first_name',
  'spouse_middle_name',
  'spouse_last_name',
  'spouse_maiden_name',
]);

/** Returns the case's 7 races (D2 §3) for the public form's 17 (D1 §3). */
export function raceForCase(reported: readonly string[]): Race[] {
  return [...new Set(reported.map((race) => raceViews[race as ReportedRace] ?? 'unknown'))];
}

const raceViews = {
  white: 'white',
  black_african_american: 'black_african_american',
  american_indian_alaska_native: 'american_indian_alaska_native',
  asian_indian: 'asian',
  chinese: 'asian',
  filipino: 'asian',
  japanese: 'asian',
  korean: 'asian',
  vietnamese: 'asian',
  other_asian: 'asian',
  native_hawaiian: 'native_hawaiian_pacific_islander',
  guamanian_chamorro: 'native_hawaiian_pacific_islander',
  samoan: 'native_hawaiian_pacific_islander',
  other_pacific_islander: 'native_hawaiian_pacific_islander',
  other: 'other',
  refused: 'unknown',
  unknown: 'unknown',
} as const satisfies Record<ReportedRace, Race>;

const maritalViews: Readonly<Record<string, string>> = { never_married: 'single', other: 'unknown' };
const educationViews: Readonly<Record<string, string>> = { other: 'unknown' };
const ethnicityViews: Readonly<Record<string, string>> = { other_hispanic_latino: 'hispanic_latino', other: 'unknown' };

function view(name: string, answer: string | undefined, views: Readonly<Record<string, string>>) {
  const narrower = answer === undefined ? undefined : views[answer];
  return narrower === undefined ? { [name]: answer } : { [name]: narrower, [`${name}_reported`]: answer };
}

const hispanicOrigins = [
  ['mexican', /mexic|chican/i],
  ['puerto_rican', /puerto ?ric|borinquen/i],
  ['cuban', /cuba/i],
] as const;

/** Returns the certificate's Hispanic origin; “other” for an origin that names none or several of its boxes. */
function hispanicOriginOf({ ethnicity, ethnicity_other_specify: origin = '' }: StoredAnswers) {
  if (ethnicity !== 'other_hispanic_latino' || origin.trim() === '') return {};
  const named = hispanicOrigins.filter(([, words]) => words.test(origin));
  return { hispanic_origin: named.length === 1 ? named[0]?.[0] : 'other' };
}

/** The form does not ask for these counties: the deceased's home in the same ZIP code tells them. */
const countyOf = (from: StoredAnswers, zip: string | undefined): string | undefined =>
  zip && zip === from.deceased_address_zip ? from.deceased_address_county : undefined;

function deceasedOf(from: StoredAnswers) {
  const location_of_death = placeInEnglish(from.place_of_death);
  return {
    ...pick(from, ['deceased_first_name', 'deceased_middle_name', 'deceased_last_name', 'deceased_suffix', 'alias']),
    ...pick(from, ['gender', 'date_of_birth', 'date_of_death', 'time_of_death', 'stillborn']),
    ...pick(from, ['ssn_to_follow', 'notify_social_security']),
    location_of_death,
    place_of_death_kind: isAtHome(location_of_death ?? '') ? 'home' : undefined,
    death_address_street: from.death_address,
    death_address_apt: from.death_address_apt,
    city_of_death: from.death_city,
    county_of_death: countyOf(from, from.death_zip),
    state_of_death: from.death_state,
    zip_of_death: from.death_zip,
    country_of_death: from.death_country,
    current_body_location: placeInEnglish(from.current_body_location),
    ...pick(from, ['current_body_address', 'current_body_apt', 'current_body_city']),
    ...pick(from, ['current_body_state', 'current_body_zip', 'current_body_country']),
    facility_phone: from.facility_phone === unknown ? undefined : from.facility_phone,
  };
}

function informantOf(from: StoredAnswers) {
  const address = joinAddress({
    street: from.informant_address,
    apt: from.informant_address_apt,
    city: from.informant_city,
    state: from.informant_state,
    zip: from.informant_zip,
    country: from.informant_country,
  });
  const nextOfKin = {
    relationship: from.informant_relationship,
    first_name: from.informant_first_name,
    middle_name: from.informant_middle_name,
    last_name: from.informant_last_name,
    phone: from.informant_phone,
    email: from.informant_email,
    address,
    address_street: from.informant_address,
    address_apt: from.informant_address_apt,
    city: from.informant_city,
    state: from.informant_state,
    zip_code: from.informant_zip,
    county: countyOf(from, from.informant_zip),
    address_country: from.informant_country,
  };
  return {
    informant_name: fullName(from.informant_first_name, from.informant_middle_name, from.informant_last_name),
    informant_relationship: from.informant_relationship,
    informant_address: address,
    customer_first_name: from.informant_first_name,
    customer_middle_name: from.informant_middle_name,
    customer_last_name: from.informant_last_name,
    customer_phone: from.informant_phone,
    customer_email: from.informant_email,
    customer_address: address,
    customer_address_street: from.informant_address,
    customer_address_apt: from.informant_address_apt,
    customer_address_city: from.informant_city,
    customer_address_state: from.informant_state,
    customer_address_zip: from.informant_zip,
    customer_address_county: countyOf(from, from.informant_zip),
    customer_address_country: from.informant_country,
    next_of_kins: [
      Object.fromEntries(Object.entries(nextOfKin).flatMap(([name, value]) => (value ? [[name, value]] : []))),
    ],
    ...pick(from, ['submitter_email', 'no_email', 'submitter_phone', 'preferred_contact_time']),
  };
}

function familyOf(from: StoredAnswers) {
  return {
    ...pick(from, ['father_first_name', 'father_middle_name', 'father_last_name']),
    ...pick(from, ['mother_first_name', 'mother_middle_name', 'mother_last_name', 'mother_maiden_name']),
    ...pick(from, ['spouse_first_name', 'spouse_middle_name', 'spouse_last_name', 'spouse_maiden_name']),
  };
}

/** Words that the Spanish form recommends or shows; the certificate has the English ones. */
const workInSpanish: readonly (readonly [RegExp, string])[] = [
  [/^\W*ningun[oa]\W*$/i, 'None'],
  [/^\W*am[oa](?: o am[oa])? de casa\W*$/i, 'Homemaker'],
  [/^\W*(?:(?:su )?hogar(?: propio)?|su propio hogar)\W*$/i, 'Own home'],
];

const workInEnglish = (work: string | undefined): string | undefined =>
  workInSpanish.find(([words]) => words.test(work ?? ''))?.[1] ?? work;

function demographicsOf(from: StoredAnswers) {
  return {
    ...view('marital_status', from.marital_status, maritalViews),
    ...view('education_level', from.education_level, educationViews),
    ...view('ethnicity', from.ethnicity, ethnicityViews),
    ...hispanicOriginOf(from),
    race: from.race && raceForCase(from.race),
    race_reported: from.race,
    ...pick(from, ['marital_status_other', 'education_other', 'ethnicity_other_specify']),
    ...pick(from, ['race_american_indian_specify', 'race_other_asian_specify']),
    ...pick(from, ['race_other_pacific_specify', 'race_other_specify']),
    occupation: workInEnglish(from.employment_title),
    industry: workInEnglish(from.employment_industry),
    place_of_birth_city: from.birthplace_city,
    place_of_birth_county: from.birthplace_county,
    place_of_birth_state: from.birthplace_state,
    place_of_birth_country: from.birthplace_country,
    home_address_street: from.deceased_address_street,
    home_address_apt: from.deceased_address_apt,
    home_address_city: from.deceased_address_city,
    home_address_county: from.deceased_address_county,
    home_address_state: from.deceased_address_state,
    home_address_zip: from.deceased_address_zip,
    home_address_country: from.deceased_address_country,
    inside_city_limits: from.inside_city_limits,
  };
}

/**
 * Returns the estimated cost that the form showed for the chosen cemetery, or undefined. A cemetery of the home's own
 * list is stored as another one, so its cost counts while its name is unchanged.
 */
export function quotedCost({ form, quoted_cemetery }: StoredSubmission): string | undefined {
  const { cemetery_choice, cemetery_name } = form;
  const isOwn = cemetery_choice === otherCemetery && cemetery_name === quoted_cemetery?.name;
  const cost = isOwn ? quoted_cemetery?.cost_cents : cemeteryOfChoice(cemetery_choice)?.approximateCost;
  return cost === undefined || cost === null ? undefined : toDecimal(cost);
}

function cemeteryOf(from: StoredAnswers) {
  const listed = from.cemetery_choice === otherCemetery ? undefined : cemeteryOfChoice(from.cemetery_choice);
  const parts = listed?.address
    ? { ...listed.address, country: defaultCountry }
    : {
        street: from.cemetery_street,
        apt: from.cemetery_apt,
        city: from.cemetery_city,
        state: from.cemetery_state,
        zip: from.cemetery_zip,
        country: from.cemetery_country,
      };
  return {
    cemetery_choice: from.cemetery_choice,
    cemetery_name: from.cemetery_choice === undecidedCemetery ? undefined : (listed?.name ?? from.cemetery_name),
    cemetery_address: joinAddress(parts),
    ...Object.fromEntries(Object.entries(parts).map(([part, value]) => [`cemetery_address_${part}`, value])),
  };
}
