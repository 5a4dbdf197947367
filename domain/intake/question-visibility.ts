import { type FormShape, leftOut, ownCemetery } from '#domain/managed-forms/form-options.ts';
import type { FieldValue } from '#domain/shared/forms/field.ts';
import { otherCemetery, undecidedCemetery } from '#domain/shared/reference-data/cemeteries.ts';
import { defaultCountry } from '#domain/shared/reference-data/countries-and-states.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { type IntakeFormValues, isShown } from './intake.rules.ts';
import { type IntakeFieldName, intakeFields } from './intake.sections.ts';
import { type IntakeCondition, type IntakeField, intakeConditions } from './intake-field.ts';

/** The entries of a family, with the facts it marked as unknown. Their former entries stay. */
export interface IntakeEntries {
  readonly values: IntakeFormValues;
  readonly notKnown: ReadonlySet<IntakeFieldName>;
}

/** A documented value that is sent for a question that is not asked. */
interface Silence {
  readonly unless: readonly IntakeCondition[];
  readonly sends: (values: IntakeFormValues, today: CalendarDate) => FieldValue;
}

const silence = (sends: FieldValue | Silence['sends'], ...unless: IntakeCondition[]): Silence => ({
  unless,
  sends: typeof sends === 'function' ? sends : () => sends,
});

/** A child has the lowest documented level, or "8th grade or less" from school age. */
const schooling: Silence['sends'] = (values, today) =>
  intakeConditions.isOfSchoolAge(values, today) && !intakeConditions.isStillborn(values) ? 'elementary' : 'no_formal';

/** Questions about the army, marriage and work do not apply to a child. Fixed values keep every report complete. */
const silences: Partial<Record<IntakeFieldName, Silence>> = {
  date_of_death: silence(({ date_of_birth }) => date_of_birth, 'isStillborn'),
  deceased_suffix: silence('', 'isStillborn'),
  alias: silence('', 'isStillborn'),
  is_veteran: silence('no', 'isStillborn', 'isTooYoungToServe'),
  social_security_number: silence('', 'isStillborn'),
  ssn_to_follow: silence(false, 'isStillborn', 'isMinor'),
  notify_social_security: silence(false, 'isStillborn'),
  marital_status: silence('never_married', 'isStillborn', 'isChild'),
  employment_title: silence('None', 'isStillborn', 'isChild'),
  employment_industry: silence('None', 'isStillborn', 'isChild'),
  education_level: silence(schooling, 'isStillborn', 'isChild'),
  communicable_disease: silence('unknown', 'isStillborn'),
};

const nothingLeftOut: ReadonlySet<string> = new Set();

/**
 * Returns whether the page asks for a field of a report that `toReport` returned; `left` names what the home's form
 * omits.
 */
export function isQuestionShown(
  field: IntakeField<IntakeFieldName>,
  report: IntakeFormValues,
  today: CalendarDate,
  left: ReadonlySet<string> = nothingLeftOut,
): boolean {
  if (left.has(field.name)) return false;
  if (field.name === 'stillborn' && !mayBeStillborn(report)) return false;
  return !silenceOf(field.name, report, today) && isShown(field, report, today);
}

const noName = { male: 'Baby Boy', female: 'Baby Girl', unknown: 'Baby' } as const;

/** Notes to the staff where a documented value would hide that the family does not know, or gave no name. */
const notes = {
  service: 'Military service: not known by the family.',
  name: 'No name given.',
} as const;

/** Characters that the notes may add to a family's own words. */
export const notesReservedChars = Object.values(notes).reduce((room, note) => room + note.length + 1, 0);

/**
 * Returns a family's entries in documented values: the chosen word for an unknown fact, a fixed value for a hidden
 * question, and notes to the staff. The result is validated and sent.
 */
export function toReport(
  { values, notKnown }: IntakeEntries,
  today: CalendarDate,
  shape?: FormShape,
): IntakeFormValues {
  const answers: Record<string, FieldValue> = { ...values, ...ofTheHomesForm(values, shape) };
  if (!mayBeStillborn(values)) answers.stillborn = 'no';
  for (const { field } of intakeFields)
    if (field.unknown !== undefined && notKnown.has(field.name)) answers[field.name] = field.unknown;
  const report = answers as IntakeFormValues;
  for (const name of Object.keys(silences) as IntakeFieldName[]) {
    const silent = silenceOf(name, report, today);
    if (silent) answers[name] = silent.sends(report, today);
  }
  const shown: string[] = [];
  if (report.is_veteran === 'unknown') {
    answers.is_veteran = 'no';
    shown.push(notes.service);
  }
  if (notKnown.has('deceased_first_name') && intakeConditions.isStillborn(report)) {
    answers.deceased_first_name = noName[report.gender as keyof typeof noName] ?? noName.unknown;
    shown.push(notes.name);
  }
  if (shown.length > 0) answers.special_requests = [report.special_requests, ...shown].filter(Boolean).join('\n');
  return report;
}

/**
 * Returns the values that a home's own form implies: defaults for omitted questions, and the address of its own
 * cemetery.
 */
function ofTheHomesForm(values: IntakeFormValues, shape: FormShape | undefined): Record<string, FieldValue> {
  if (!shape) return {};
  const left = leftOut({ ...shape, cemeteries: null }, values);
  const silent = intakeFields.filter(({ field }) => left.has(field.name)).map(({ field }) => field);
  const defaults = Object.fromEntries(silent.map(({ name, defaultValue }) => [name, defaultValue]));
  if (left.has('cemetery_choice')) return { ...defaults, cemetery_choice: undecidedCemetery };
  const own = ownCemetery(shape, values.cemetery_choice);
  if (!own) return String(values.cemetery_choice).startsWith('own:') ? { ...defaults, cemetery_choice: '' } : defaults;
  return {
    ...defaults,
    cemetery_choice: otherCemetery,
    cemetery_name: own.name,
    cemetery_street: own.street,
    cemetery_apt: '',
    cemetery_city: own.city,
    cemetery_state: own.state,
    cemetery_zip: own.zip,
    cemetery_country: defaultCountry,
  };
}

function silenceOf(name: IntakeFieldName, values: IntakeFormValues, today: CalendarDate): Silence | undefined {
  const silent = silences[name];
  return silent?.unless.some((condition) => intakeConditions[condition](values, today)) ? silent : undefined;
}

/** Asked while it may be true, and while it is answered Yes: one day is then both birth and death. */
function mayBeStillborn(values: IntakeFormValues): boolean {
  return intakeConditions.isStillborn(values) || intakeConditions.isWithinFirstYear(values);
}
