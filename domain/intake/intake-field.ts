import { type FieldKind, type FormField, isYes } from '#domain/shared/forms/field.ts';
import { fieldBuilders } from '#domain/shared/forms/field-builders.ts';
import type * as rules from '#domain/shared/forms/rules.ts';
import { otherCemetery } from '#domain/shared/reference-data/cemeteries.ts';
import { hasPostalCodes, isUnitedStates } from '#domain/shared/reference-data/countries-and-states.ts';
import { placeFieldBuilders } from '#domain/shared/reference-data/place-fields.ts';
import { isAtHome } from '#domain/shared/values/address.ts';
import { ageOn, type CalendarDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';

/** Values of the form or of a request; any may be missing or malformed. */
export type IntakeValues = rules.Values;

/** `today` replaces an unknown date of death. */
type Condition = rules.Condition<CalendarDate>;

/** Makes a Social Security Number required (D1 §9). */
const adultAge = 18;

/** The age from which a person may have worked, married and left school. */
const youthAge = 14;

/** The age from which a person may have served. */
const serviceAge = 17;

/** The age from which a child may have been to school. */
const schoolAge = 5;

/** D1 §5, Public form. */
export const intakeConditions = {
  /** D1 §3 requires an email; a family without one gives a phone number. */
  hasEmail: (values) => values.no_email !== true,

  isAdult,
  isStillborn,
  /** A birth and a death on days within a year may have been one. */
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
    // A stored submission has the number elsewhere and its last four digits here.
    text(values, 'ssn_last4') === '',

  isMarried: (values) => values.marital_status === 'married',
  hasSpouse: (values) => ['married', 'separated', 'widowed'].includes(text(values, 'marital_status')),
  livingSpouseIsNamed: (values) =>
    ['married', 'separated'].includes(text(values, 'marital_status')) && text(values, 'spouse_first_name') !== '',
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
  /** A neighbor or nurse who reports has no phone at the home. */
  bodyIsAtHomeOfReporter: (values) =>
    isAtHome(text(values, 'current_body_location')) &&
    text(values, 'informant_phone') === text(values, 'submitter_phone'),

  cemeteryIsOther,
  otherCemeteryInUs: (values, today) => cemeteryIsOther(values) && inUs('cemetery_country')(values, today),
  otherCemeteryHasPostalCode: (values, today) =>
    cemeteryIsOther(values) && hasPostalCode('cemetery_country')(values, today),

  // D1 lists no level for this text. One that was sent is stored next to any level; the form asks next to its own.
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

/** Returns false without a date of birth. `today` replaces an unknown date of death. */
function isAdult(values: IntakeValues, today: CalendarDate): boolean {
  return isCalendarDate(text(values, 'date_of_birth')) && ageOf(values, today) >= adultAge;
}

/** Whole years on the day of death, or today if that is unknown. An unknown age counts as old. */
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

type IntakeKind = Exclude<FieldKind, 'datetime' | 'money' | 'integer' | 'percent' | 'entries' | 'reference'>;

export type IntakeField<Name extends string = string> = FormField<Name, IntakeCondition, IntakeKind>;

/** A checkbox before a field, or a button below it, that fills fields from others. */
export interface IntakeShortcut {
  readonly label: string;
  readonly before: string;
  readonly isButton?: true;
  /** Checked until the family unchecks it; never for a fact of the certificate (docs/decisions 0299). */
  readonly isDefault?: true;
  readonly offeredIf?: IntakeCondition;
  /** Field to fill → field it copies. */
  readonly copies?: Readonly<Record<string, string>>;
  /** Field to fill → its value. */
  readonly writes?: Readonly<Record<string, string>>;
  /** Field to fill → the fields it joins: a space within a part, a comma between parts. */
  readonly joins?: Readonly<Record<string, readonly (readonly string[])[]>>;
}

/** Returns the name of a shortcut in a draft. */
export const shortcutKey = ({ before, label }: IntakeShortcut): string => `${before}: ${label}`;

/** Returns the button that takes over a last name that is on the form already. */
export const sameLastName = (name: string, source: string) =>
  ({ label: 'Same last name', isButton: true, before: name, copies: { [name]: source } }) as const;

/** A section of the public form, “Section {number} of 9”. */
export interface IntakeSection<Name extends string = string> {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly description?: string;
  readonly fields: readonly IntakeField<Name>[];
  readonly shortcuts?: readonly IntakeShortcut[];
}

export const form = fieldBuilders<IntakeCondition>();

export const place = placeFieldBuilders<IntakeCondition>();
