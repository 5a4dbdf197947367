import { type FieldKind, type FormField, isYes } from '#domain/shared/forms/field.ts';
import { fieldBuilders } from '#domain/shared/forms/field-builders.ts';
import type * as rules from '#domain/shared/forms/rules.ts';
import { otherCemetery } from '#domain/shared/reference-data/cemeteries.ts';
import { hasPostalCodes, isUnitedStates } from '#domain/shared/reference-data/countries-and-states.ts';
import { placeFieldBuilders } from '#domain/shared/reference-data/place-fields.ts';
import { ageOn, type CalendarDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';

/** What the form holds or what was sent, by field name; anything may be missing or malformed. */
export type IntakeValues = rules.Values;

/** A named question to the values; `today` stands in for a date of death that is not known yet. */
type Condition = rules.Condition<CalendarDate>;

/** Age that makes a Social Security Number required (D1 §9). */
const adultAge = 18;

/** Age from which somebody may have worked, married and left school: younger ones are asked about as children. */
const youthAge = 14;

/** Age from which somebody may have served. */
const serviceAge = 17;

/** Age from which a child may have been to school. */
const schoolAge = 5;

/** When fields appear and when they must be filled (D1 §5, Public form). */
export const intakeConditions = {
  /** Required by D1 §3 unless the family says that it has none: then its phone number is enough. */
  hasEmail: (values) => values.no_email !== true,

  isAdult,
  isStillborn,
  /** Both days lie within a year: only then may a birth and a death have been one. */
  isWithinFirstYear: (values) => {
    const born = text(values, 'date_of_birth');
    const died = text(values, 'date_of_death');
    return isCalendarDate(born) && isCalendarDate(died) && died >= born && ageOn(born, died) < 1;
  },
  isChild: (values, today) => !isStillborn(values) && ageOf(values, today) < youthAge,
  isOfSchoolAge: (values, today) => ageOf(values, today) >= schoolAge,
  isTooYoungToServe: (values, today) => ageOf(values, today) < serviceAge,
  isMinor: (values, today) => ageOf(values, today) < adultAge,
  ssnRequired: (values, today) =>
    isAdult(values, today) &&
    !isStillborn(values) &&
    values.ssn_to_follow !== true &&
    // A stored submission keeps the number elsewhere and its last four digits here.
    text(values, 'ssn_last4') === '',

  isMarried: (values) => values.marital_status === 'married',
  hasSpouse: (values) => ['married', 'separated', 'widowed'].includes(text(values, 'marital_status')),
  maritalStatusIsOther: (values) => values.marital_status === 'other',

  birthplaceInUs: inUs('birthplace_country'),
  residenceInUs: inUs('deceased_address_country'),
  residenceHasPostalCode: hasPostalCode('deceased_address_country'),
  nextOfKinInUs: inUs('informant_country'),
  nextOfKinHasPostalCode: hasPostalCode('informant_country'),
  deathInUs: inUs('death_country'),
  deathHasPostalCode: hasPostalCode('death_country'),
  bodyInUs: inUs('current_body_country'),
  bodyHasPostalCode: hasPostalCode('current_body_country'),

  cemeteryIsOther,
  otherCemeteryInUs: (values, today) => cemeteryIsOther(values) && inUs('cemetery_country')(values, today),
  otherCemeteryHasPostalCode: (values, today) =>
    cemeteryIsOther(values) && hasPostalCode('cemetery_country')(values, today),

  // D1 lists no level that the text goes with: one that was sent is kept beside each, and the form asks beside its own.
  educationIsOther: (values) =>
    values.education_level === 'other' ||
    (text(values, 'education_level') !== '' && text(values, 'education_other') !== ''),
  ethnicityIsOtherHispanic: (values) => values.ethnicity === 'other_hispanic_latino',
  ethnicityHasOrigin: (values) => ['other_hispanic_latino', 'other'].includes(text(values, 'ethnicity')),
  raceIncludesAmericanIndian: raceIncludes('american_indian_alaska_native'),
  raceIncludesOtherAsian: raceIncludes('other_asian'),
  raceIncludesOtherPacific: raceIncludes('other_pacific_islander'),
  raceIncludesOther: raceIncludes('other'),
} satisfies Record<string, Condition>;

export type IntakeCondition = keyof typeof intakeConditions;

function text(values: IntakeValues, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** 18 or older on the day of death, or today when that is not known; false until the date of birth is. */
function isAdult(values: IntakeValues, today: CalendarDate): boolean {
  return isCalendarDate(text(values, 'date_of_birth')) && ageOf(values, today) >= adultAge;
}

/** Whole years on the day of death, or today when that is not known; without a date of birth nobody counts as young. */
function ageOf(values: IntakeValues, today: CalendarDate): number {
  const birth = text(values, 'date_of_birth');
  const death = text(values, 'date_of_death');
  if (!isCalendarDate(birth)) return Number.POSITIVE_INFINITY;
  return ageOn(birth, isCalendarDate(death) ? death : today);
}

function isStillborn(values: IntakeValues): boolean {
  return isYes(values.stillborn);
}

function cemeteryIsOther(values: IntakeValues): boolean {
  return values.cemetery_choice === otherCemetery;
}

function inUs(country: string): Condition {
  return (values) => isUnitedStates(text(values, country));
}

function hasPostalCode(country: string): Condition {
  return (values) => hasPostalCodes(text(values, country));
}

function raceIncludes(race: string): Condition {
  return (values) => Array.isArray(values.race) && values.race.includes(race);
}

/** The kinds of field that the public form has a control for. */
type IntakeKind = Exclude<FieldKind, 'datetime' | 'money' | 'integer' | 'percent' | 'entries' | 'reference'>;

/** A field of the public form. */
export type IntakeField<Name extends string = string> = FormField<Name, IntakeCondition, IntakeKind>;

/** A convenience of the page: one tick fills fields that often say what others say. */
export interface IntakeShortcut {
  readonly label: string;
  /** The field before which it stands. */
  readonly before: string;
  /** Field to fill → field it is filled from. */
  readonly copies?: Readonly<Record<string, string>>;
  /** Field to fill → what it is filled with. */
  readonly writes?: Readonly<Record<string, string>>;
  /** Field to fill → the fields that it joins: a space between those of a part, a comma between parts. */
  readonly joins?: Readonly<Record<string, readonly (readonly string[])[]>>;
}

/** A numbered section of the public form: 'Section {number} of 9'. */
export interface IntakeSection<Name extends string = string> {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly description?: string;
  readonly fields: readonly IntakeField<Name>[];
  readonly shortcuts?: readonly IntakeShortcut[];
}

/** Builders of the form's fields. */
export const form = fieldBuilders<IntakeCondition>();

/** Builders of the fields of its addresses. */
export const place = placeFieldBuilders<IntakeCondition>();
