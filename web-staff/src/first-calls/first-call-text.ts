import { displayValue } from '#domain/shared/forms/display.ts';
import { knownRelationships } from '#domain/shared/reference-data/relationships.ts';
import { ageInWords, formatDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { fullName, isOneLetterName } from '#domain/shared/values/person-name.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import type { FirstCallDraft } from './parts/offline-calls.ts';

/** 'Brother or sister' for 'sibling'. */
export const relationshipOf = (value: unknown): string =>
  displayValue({ kind: 'select', options: knownRelationships }, value);

export const deceasedName = (name: string): string => name.trim() || 'Name not known yet';

/** '2:50 AM' for '02:50'; '' for nothing. */
export const spokenTime = (time: string): string => {
  const [hours = Number.NaN, minutes = ''] = [Number(time.slice(0, 2)), time.slice(3, 5)];
  if (!/^\d\d:\d\d/.test(time)) return '';
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
};

const months = 'January February March April May June July August September October November December'.split(' ');

/** 'March 9, 1941'. */
export const longDate = (date: string): string =>
  isCalendarDate(date) ? `${months[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8))}, ${date.slice(0, 4)}` : date;

/** 'Died Oct 28, 2025, 2:50 AM', as far as known. */
export const diedText = ({ date_of_death: day = '', time_of_death: time = '' }): string =>
  day ? `Died ${[formatDate(day), spokenTime(time)].filter(Boolean).join(', ')}` : 'Date of death not known yet';

/** '4:15 AM' for 'YYYY-MM-DDTHH:MM' on `today`, else with the day in front. */
export const localTimeText = (at: string, today: string): string => {
  const [day = '', time = ''] = [at.slice(0, 10), spokenTime(at.slice(11, 16))];
  return day === today || !isCalendarDate(day) ? time : `${formatDate(day)}, ${time}`;
};

const fieldNames = [
  'deceased_first_name',
  'deceased_middle_name',
  'deceased_last_name',
  'date_of_birth',
  'date_of_death',
  'time_of_death',
  'place_of_death',
  'death_address',
  'death_city',
  'kin_first_name',
  'kin_last_name',
  'kin_relationship',
  'kin_phone',
  'kin_customer',
  'has_pacemaker',
  'removal_expected_at',
  'contact_person',
  'death_location_phone',
  'deceased_whole_name',
  'kin_whole_name',
] as const;

export type Answers = Partial<Record<string, string>>;

export const newCall = (location: string, now: Date): FirstCallDraft => ({
  key: crypto.randomUUID(),
  startedAt: now.toISOString(),
  location,
  answers: {},
  unknown: [],
  ready: false,
});

export const nameOf = ({ answers }: Pick<FirstCallDraft, 'answers'>): string =>
  fullName(answers.deceased_first_name, answers.deceased_middle_name, answers.deceased_last_name);

const kinName = (answers: Answers): string => fullName(answers.kin_first_name, answers.kin_last_name);

export interface Question {
  id: string;
  label: string;
  ask: string;
  hint?: string;
  fields: readonly (typeof fieldNames)[number][];
  /** Asked with it; it is settled without them. */
  also?: readonly (typeof fieldNames)[number][];
  answer: (answers: Answers, today: string) => string;
}

const born = ({ date_of_birth: date = '' }: Answers, today: string): string => {
  const age = date && ageInWords({ born: date, died: today });
  return date && `${longDate(date)}${age ? ` · ${age}` : ''}`;
};

export const placeOf = ({ place_of_death: place, death_address: street, death_city: city }: Answers): string =>
  [place, street, city].filter(Boolean).join(', ');

export const questions: readonly Question[] = [
  {
    id: 'name',
    label: 'Deceased',
    ask: 'Who has died?',
    fields: ['deceased_first_name', 'deceased_middle_name', 'deceased_last_name', 'deceased_whole_name'],
    answer: (answers) => nameOf({ answers }),
  },
  { id: 'born', label: 'Date of birth', ask: 'When were they born?', fields: ['date_of_birth'], answer: born },
  {
    id: 'died',
    label: 'Time of death',
    ask: 'When did the death occur?',
    hint: 'When a nurse, doctor, medical examiner or coroner pronounced the death',
    fields: ['date_of_death', 'time_of_death'],
    answer: ({ date_of_death: day = '', time_of_death: time = '' }) =>
      [longDate(day), spokenTime(time)].filter(Boolean).join(', '),
  },
  {
    id: 'place',
    label: 'Removal location',
    ask: 'Where is the removal?',
    hint: 'Home or facility, with room number',
    fields: ['place_of_death', 'death_address', 'death_city'],
    also: ['contact_person', 'death_location_phone'],
    answer: (answers) => {
      const contact = [answers.contact_person, formatPhone(answers.death_location_phone ?? '')].filter(Boolean);
      return [placeOf(answers), contact.join(', ')].filter(Boolean).join(' · ');
    },
  },
  {
    id: 'kin',
    label: 'Next of kin',
    ask: 'Who is the next of kin?',
    fields: ['kin_first_name', 'kin_last_name', 'kin_relationship', 'kin_customer', 'kin_whole_name'],
    answer: (answers) => [kinName(answers), relationshipOf(answers.kin_relationship)].filter(Boolean).join(', '),
  },
  {
    id: 'phone',
    label: 'Callback number',
    ask: 'What is the best callback number?',
    hint: 'Of the next of kin, also when a nurse is calling',
    fields: ['kin_phone'],
    answer: ({ kin_phone: phone = '' }) => formatPhone(phone),
  },
  {
    id: 'pacemaker',
    label: 'Pacemaker',
    ask: 'Is there a pacemaker?',
    hint: 'Ask the nurse or facility',
    fields: ['has_pacemaker'],
    answer: ({ has_pacemaker: answer }) => (answer === 'yes' ? 'Yes - MUST BE REMOVED' : answer === 'no' ? 'No' : ''),
  },
  {
    id: 'arrival',
    label: 'Expected arrival',
    ask: 'When should we arrive?',
    fields: ['removal_expected_at'],
    answer: ({ removal_expected_at: at = '' }, today) => at && localTimeText(at, today),
  },
];

/** Returns whether the question has an answer, including that it is unknown. */
export const isSettled = ({ answers, unknown }: FirstCallDraft, { id, fields }: Question): boolean =>
  unknown.includes(id) || fields.some((name) => answers[name]);

export const kinField: Readonly<Record<string, string>> = {
  kin_first_name: 'first_name',
  kin_last_name: 'last_name',
  kin_relationship: 'relationship',
  kin_phone: 'phone',
  kin_customer: 'existingCustomerId',
  kin_whole_name: 'whole_name',
};

export const hasOneLetter = (answers: Answers, of: 'deceased' | 'kin'): boolean =>
  isOneLetterName(answers[`${of}_first_name`]) || isOneLetterName(answers[`${of}_last_name`]);

export const answerNames: readonly string[] = fieldNames;

export const questionOfError = (path: string): Question | undefined => {
  const own = answerOfPath(path);
  return questions.find(({ fields, also = [] }) => [...fields, ...also].some((field) => field === own));
};

/** 'kin_phone' for 'next_of_kins.0.phone'. */
export const answerOfPath = (path: string): string | undefined => {
  const [list, , name] = path.split('.');
  return list === 'next_of_kins' ? Object.keys(kinField).find((key) => kinField[key] === name) : path;
};

export const labelOfAnswer: Readonly<Record<string, string>> = {
  deceased_first_name: 'First name',
  deceased_middle_name: 'Middle name',
  deceased_last_name: 'Last name',
  deceased_whole_name: 'One letter is the whole name',
  date_of_birth: 'Date of birth',
  date_of_death: 'Date of death',
  time_of_death: 'Time of death',
  place_of_death: 'Location and room',
  death_address: 'Street',
  death_city: 'City',
  contact_person: 'Nurse or contact there',
  death_location_phone: 'Their phone',
  kin_first_name: 'First name of the next of kin',
  kin_last_name: 'Last name of the next of kin',
  kin_whole_name: 'One letter is the whole name of the next of kin',
  kin_relationship: 'Relationship',
  kin_phone: 'Callback number',
  has_pacemaker: 'Pacemaker',
  removal_expected_at: 'Expected arrival',
  assigned_location: 'Location',
};
