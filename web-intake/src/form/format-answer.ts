import { type IntakeFieldName, intakeFields } from '#domain/intake/intake.sections.ts';
import { isQuestionShown } from '#domain/intake/question-visibility.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import { isBlank, isUnknownAnswer } from '#domain/shared/forms/field.ts';
import { isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { locale, t } from '../language.ts';
import { type FormSnapshot, writtenTexts } from './form-store.ts';
import { type FormFieldData, fieldNotKnown } from './funeral-home-form.ts';

const fieldByName = new Map<string, FormFieldData>(intakeFields.map(({ field }) => [field.name, field]));

/** Returns a function that formats answers: labels of choices, "May 14, 1937", "4:35 AM", '' for hidden or blank. */
export const answerFormatter = (snapshot: FormSnapshot) => {
  const { report, values, today, omittedFields } = snapshot;
  const isAsked = (name: IntakeFieldName): boolean => {
    const field = fieldByName.get(name);
    return field !== undefined && isQuestionShown(field, report, today, omittedFields);
  };
  const isUnknown = (name: IntakeFieldName): boolean => {
    const field = fieldByName.get(name);
    return field !== undefined && isAsked(name) && (fieldNotKnown(field, snapshot) || saysUnknown(field, values[name]));
  };
  const read = (name: IntakeFieldName): string => {
    const field = fieldByName.get(name);
    const value = values[name];
    if (!field || !isAsked(name) || isBlank(value) || isUnknown(name)) return '';
    return formatAnswer(field, value);
  };
  const all = (...names: IntakeFieldName[]): string => names.map(read).filter(Boolean).join(' ');
  return { isAsked, isUnknown, read, all };
};

/** “Unknown”, chosen or typed, reads like “I don’t know”. */
const saysUnknown = ({ options, unknown }: FormFieldData, value: unknown): boolean =>
  isUnknownAnswer({ unknown: unknown ?? (options && 'unknown') }, [value].flat().join());

export type Reader = ReturnType<typeof answerFormatter>;

/** Formats an answer: choices in the page's language, the family's words as they are. */
export const formatAnswer = (field: FormFieldData, value: FormSnapshot['values'][IntakeFieldName]): string => {
  if (field.kind === 'date') return longDate(String(value));
  if (field.kind === 'time') return clock(String(value));
  if (!field.options) return shownText(displayValue(field, value));
  return [value]
    .flat()
    .map((item) => t(displayValue(field, item)))
    .join(', ');
};

/** Translates a text that a shortcut wrote. */
export const shownText = (text: string): string => (writtenTexts.has(text) ? t(text) : text);

const longDate = (value: string): string => {
  if (!isCalendarDate(value)) return value;
  const [year = 0, month = 1, day = 1] = value.split('-').map(Number);
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1, day),
  );
};

const clock = (value: string): string => {
  const [hours = 0, minutes = '00'] = [Number(value.split(':')[0]), value.split(':')[1]];
  return `${hours % 12 || 12}:${minutes} ${t(hours < 12 ? 'AM' : 'PM')}`;
};
