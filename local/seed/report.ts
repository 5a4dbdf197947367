import type { IntakeAnswersInput } from '#domain/intake/intake.rules.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';

/** Street, city, state (empty if the country has none), postal code, country (USA by default). */
export type Place = readonly [street: string, city: string, state: string, zip: string, country?: string];

export interface Report {
  name: readonly [first: string, middle: string, last: string, suffix?: string];
  alias?: string;
  gender: 'male' | 'female' | 'unknown';
  born: CalendarDate;
  died: CalendarDate;
  time?: string;
  stillborn?: true;
  veteran?: true;
  /** A number that was never issued; undefined if unknown or to follow. */
  ssn?: string;
  ssnToFollow?: true;
  birthplace: readonly [city: string, state: string, country?: string, county?: string];
  home: Place;
  insideCity?: 'yes' | 'no' | 'unknown';
  marital: string;
  spouse?: readonly [first: string, last: string, maiden: string];
  father: readonly [first: string, initial: string, last: string];
  mother: readonly [first: string, initial: string, last: string, maiden: string];
  kin: readonly [first: string, middle: string, last: string, relationship: string, phone: string, email: string];
  /** Home of the next of kin, if not the decedent's. */
  kinHome?: Place;
  death: readonly [name: string, ...at: Place];
  /** Current location of the decedent, if not the place of death, and its phone. */
  body?: readonly [name: string, ...at: Place];
  bodyPhone: string;
  /** A choice of the list, or the name and address of another cemetery. */
  cemetery?: string | readonly [name: string, ...at: Place];
  work: readonly [title: string, industry: string];
  education: string;
  ethnicity?: readonly [value: string, origin?: string];
  race: readonly string[];
  weight: string;
  disease?: 'yes';
  /** Sender, if not the next of kin, and preferred call time. */
  sender?: { email: string; phone: string; time?: string };
  requests?: string;
  /** Answers that the short form does not cover. */
  more?: IntakeAnswersInput;
}

export const answersOf = (report: Report): IntakeAnswersInput => {
  const {
    name,
    birthplace,
    father,
    mother,
    spouse,
    kin: nextOfKin,
    kinHome = report.home,
    sender,
    body = report.death,
  } = report;
  const [place_of_death, ...deathAt] = report.death;
  const [current_body_location, ...bodyAt] = body;
  return {
    submitter_email: sender?.email ?? nextOfKin[5],
    submitter_phone: sender?.phone ?? nextOfKin[4],
    preferred_contact_time: sender?.time ?? 'As Soon As Possible',
    special_requests: report.requests,
    deceased_first_name: name[0],
    deceased_middle_name: name[1],
    deceased_last_name: name[2],
    deceased_suffix: name[3],
    alias: report.alias,
    gender: report.gender,
    date_of_birth: report.born,
    date_of_death: report.died,
    time_of_death: report.time,
    stillborn: report.stillborn ?? false,
    is_veteran: report.veteran ?? false,
    social_security_number: report.ssn,
    ssn_to_follow: report.ssnToFollow ?? false,
    notify_social_security: report.ssn !== undefined,
    birthplace_city: birthplace[0],
    birthplace_state: birthplace[1],
    birthplace_country: birthplace[2] ?? 'USA',
    birthplace_county: birthplace[3],
    ...placeUnder('deceased_address', 'deceased_address_street', report.home),
    inside_city_limits: report.insideCity ?? 'yes',
    marital_status: report.marital,
    spouse_first_name: spouse?.[0],
    spouse_last_name: spouse?.[1],
    spouse_maiden_name: spouse?.[2],
    father_first_name: father[0],
    father_middle_name: father[1],
    father_last_name: father[2],
    mother_first_name: mother[0],
    mother_middle_name: mother[1],
    mother_last_name: mother[2],
    mother_maiden_name: mother[3],
    informant_first_name: nextOfKin[0],
    informant_middle_name: nextOfKin[1],
    informant_last_name: nextOfKin[2],
    informant_relationship: nextOfKin[3],
    informant_phone: nextOfKin[4],
    informant_email: nextOfKin[5],
    ...placeUnder('informant', 'informant_address', kinHome),
    place_of_death,
    ...placeUnder('death', 'death_address', deathAt),
    current_body_location,
    ...placeUnder('current_body', 'current_body_address', bodyAt),
    facility_phone: report.bodyPhone,
    ...cemeteryOf(report.cemetery),
    employment_title: report.work[0],
    employment_industry: report.work[1],
    education_level: report.education,
    ethnicity: report.ethnicity?.[0] ?? 'not_hispanic_latino',
    ethnicity_other_specify: report.ethnicity?.[1],
    race: [...report.race],
    weight: report.weight,
    communicable_disease: report.disease ?? 'no',
    certificate_recipient: `${nextOfKin[0]} ${nextOfKin[2]}, ${kinHome.slice(0, 3).filter(Boolean).join(', ')} ${kinHome[3]}`,
    ...report.more,
  };
};

const placeUnder = (prefix: string, streetName: string, [street, city, state, zip, country = 'USA']: Place) => ({
  [streetName]: street,
  [`${prefix}_city`]: city,
  [`${prefix}_state`]: state,
  [`${prefix}_zip`]: zip,
  [`${prefix}_country`]: country,
});

const cemeteryOf = (cemetery: Report['cemetery']): IntakeAnswersInput => {
  if (typeof cemetery !== 'object') return { cemetery_choice: cemetery ?? '' };
  const [cemetery_name, ...at] = cemetery;
  return { cemetery_choice: 'other', cemetery_name, ...placeUnder('cemetery', 'cemetery_street', at) };
};
