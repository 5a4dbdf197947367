import { type FormKind, isInquiry } from '#domain/managed-forms/form-kinds.ts';
import type { FieldOption } from '#domain/shared/forms/field.ts';
import { yesNoUnknown } from '#domain/shared/reference-data/demographics.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import type { IntakeFieldName } from './intake.sections.ts';
import { type IntakeValues, intakeConditions } from './intake-field.ts';

/** The form uses the specification's words, except to parents of a child and where no death is reported. */
export type IntakeSubject = 'person' | 'child' | 'baby' | 'pre_need' | 'obituary';

export function intakeSubject(report: IntakeValues, today: CalendarDate, kind?: FormKind): IntakeSubject {
  if (isInquiry(kind)) return kind;
  if (intakeConditions.isStillborn(report)) return 'baby';
  return intakeConditions.isChild(report, today) ? 'child' : 'person';
}

interface FieldWords {
  readonly label?: string;
  readonly help?: string;
  readonly options?: readonly FieldOption[];
}

interface Words {
  readonly titles: Readonly<Record<string, string>>;
  readonly descriptions: Readonly<Record<string, string>>;
  /** By the heading of a group or the label of a shortcut. */
  readonly phrases: Readonly<Record<string, string>>;
  readonly fields: Partial<Record<IntakeFieldName, FieldWords>>;
}

const babyGenders = [
  { value: 'male', label: 'Boy' },
  { value: 'female', label: 'Girl' },
  { value: 'unknown', label: 'Unknown' },
] as const;

/** The wire has only Yes and No; `question-visibility.ts` converts "Unknown". */
const service = { options: yesNoUnknown } as const;

const ofChildren = {
  'Home address': 'Parents’ home',
  'At the home address': 'At the parents’ home',
  'Same as the home address of the deceased': 'Same as the parents’ home',
} as const;

/** A form that reports no death mentions no certificate and no next of kin. */
const inquiry = {
  titles: { deceased: 'About your loved one', 'next-of-kin': 'Your name' },
  descriptions: {
    contact: 'How to reach you.',
    'next-of-kin': 'So we know who to ask for.',
  },
  phrases: {},
  fields: {
    consent: {
      help: 'I agree that the funeral home may use this information to respond to my request and to contact me.',
    },
  },
} as const satisfies Words;

/** These words replace those of D1 §2 and §3 where they would hurt. */
const words: Record<IntakeSubject, Words> = {
  person: { titles: {}, descriptions: {}, phrases: {}, fields: { is_veteran: service } },
  child: {
    titles: { deceased: 'About your child', family: 'Parents' },
    descriptions: { deceased: 'We are so sorry. We ask only what is needed for a child’s death certificate.' },
    phrases: { ...ofChildren, 'Where your loved one is now': 'Where your child is now' },
    fields: {
      deceased_first_name: { label: 'Child’s first name' },
      deceased_middle_name: { label: 'Child’s middle name' },
      deceased_last_name: { label: 'Child’s last name' },
      stillborn: { label: 'Was your baby stillborn?' },
      social_security_number: { help: 'Optional for minors. Encrypted as soon as we receive it.' },
      communicable_disease: { label: 'Did your child have a communicable disease?' },
      informant_relationship: { help: 'Relationship to the child.' },
    },
  },
  baby: {
    titles: { deceased: 'About your baby', family: 'Parents' },
    descriptions: { deceased: 'We are so sorry. We ask only the questions that apply.' },
    phrases: {
      ...ofChildren,
      'Place of birth': 'Where your baby was born',
      'Place of death': 'Where you received care',
      'Where your loved one is now': 'Where your baby is now',
    },
    fields: {
      deceased_first_name: {
        label: 'Baby’s first name',
        help: 'If you named your baby, enter the name as you want it recorded.',
      },
      deceased_middle_name: { label: 'Baby’s middle name' },
      deceased_last_name: { label: 'Baby’s last name' },
      gender: { label: 'Your baby is a', options: babyGenders },
      date_of_birth: { label: 'Date your baby was born', help: 'This is the only date we need.' },
      stillborn: { label: 'Was your baby stillborn?' },
      time_of_death: { label: 'Time of birth' },
      place_of_death: {
        label: 'Name of the hospital or place',
        help: 'For example, the hospital’s name, or “At home”.',
      },
      weight: { label: 'Baby’s weight (pounds)', help: 'For example, 6.5. An estimate is fine.' },
      informant_relationship: { help: 'Relationship to your baby.' },
    },
  },
  pre_need: { ...inquiry, fields: { ...inquiry.fields, special_requests: { label: 'Your message' } } },
  obituary: inquiry,
};

/** Returns the words of a question that differ from the form's own. */
export function fieldWording(name: IntakeFieldName, about: IntakeSubject): FieldWords {
  return words[about].fields[name] ?? {};
}

export function sectionTitle({ id, title }: { id: string; title: string }, about: IntakeSubject): string {
  return words[about].titles[id] ?? title;
}

export function sectionDescription(
  { id, description }: { id: string; description?: string },
  about: IntakeSubject,
): string | undefined {
  return words[about].descriptions[id] ?? description;
}

/** Returns the heading of a group or the label of a shortcut. */
export function phrase(wording: string, about: IntakeSubject): string {
  return words[about].phrases[wording] ?? wording;
}

export const defaultCondolence =
  'We are sorry for your loss; tell us what you can, and we will find out the rest together.';

export const firstWords: Readonly<Record<FormKind, string>> = {
  at_need: defaultCondolence,
  pre_need:
    'Thank you for planning ahead. Tell us a little, and we will call you. This does not commit you to anything.',
  obituary: 'Tell us what you would like to say about your loved one. Leave anything you don’t know blank.',
};
