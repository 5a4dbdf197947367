import * as z from 'zod';
import { type AnyIntakeField, type IntakeFieldName, intakeFieldData } from '#domain/intake/intake.sections.ts';
import { questionKinds } from './form-questions.ts';

/** What a form is for: a death that has happened, a wish to plan ahead, or the words of an obituary. */
export const formKinds = ['at_need', 'pre_need', 'obituary'] as const;
export type FormKind = (typeof formKinds)[number];

/** How staff read what a form is for. */
export const formKindLabels: Readonly<Record<FormKind, string>> = {
  at_need: 'Report of a death',
  pre_need: 'Pre-need inquiry',
  obituary: 'Obituary details',
};

/** A form that reports no death. */
export type InquiryKind = Exclude<FormKind, 'at_need'>;

/** Whether a form of this kind reports no death. */
export const isInquiry = (kind: FormKind | undefined): kind is InquiryKind => kind !== undefined && kind !== 'at_need';

const whoAsks = [
  'submitter_email',
  'no_email',
  'submitter_phone',
  'informant_first_name',
  'informant_last_name',
] as const;

/** What each asks of the fields of a report, and nothing else of them; the rest are the home's own questions. */
const fieldsOfInquiry = {
  pre_need: [...whoAsks, 'preferred_contact_time', 'special_requests', 'consent'],
  obituary: [
    ...whoAsks,
    'informant_relationship',
    'deceased_first_name',
    'deceased_middle_name',
    'deceased_last_name',
    'deceased_suffix',
    'date_of_birth',
    'date_of_death',
    'consent',
  ],
} as const satisfies Record<InquiryKind, readonly IntakeFieldName[]>;

type InquiryField = Extract<AnyIntakeField, { name: (typeof fieldsOfInquiry)[InquiryKind][number] }>;

const asks = (kind: InquiryKind, name: string): boolean => fieldsOfInquiry[kind].some((one) => one === name);

/** The fields that a form which reports no death may ask, of whichever kind it is. */
export const inquiryFieldData = (): readonly InquiryField[] =>
  intakeFieldData.filter(
    (field): field is InquiryField => asks('pre_need', field.name) || asks('obituary', field.name),
  );

/** The fields of a report that a form of this kind does not ask. */
export const leftByKind = (kind: InquiryKind): ReadonlySet<string> =>
  new Set(intakeFieldData.map(({ name }) => name).filter((name) => !asks(kind, name)));

/**
 * What of the form a home may leave out. Everything else stands in the certificate or is needed to take up a death:
 * it is not here, and so cannot be switched off.
 */
export const optionalParts = ['cemetery', 'contact_time', 'special_requests', 'alias'] as const;
export type OptionalPart = (typeof optionalParts)[number];

/** The fields of each part. Left out, a field sends its default. */
const fieldsOf: Record<OptionalPart, readonly IntakeFieldName[]> = {
  cemetery: [
    'cemetery_choice',
    'cemetery_name',
    'cemetery_street',
    'cemetery_apt',
    'cemetery_city',
    'cemetery_state',
    'cemetery_zip',
    'cemetery_country',
  ],
  contact_time: ['preferred_contact_time'],
  special_requests: ['special_requests'],
  alias: ['alias'],
};

/** A cemetery of the home's own list; `cost` is a decimal amount such as 4800.00. */
export interface OwnCemetery {
  readonly id: string;
  readonly name: string;
  readonly cost: string | null;
  readonly note: string;
  readonly note_spanish: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

/** How a home's form differs from the form that every home has. */
export interface FormShape {
  /** A report of a death where nothing is said. */
  readonly kind?: FormKind;
  readonly switched_off: readonly OptionalPart[];
  /** In place of the twelve choices; null for those. */
  readonly cemeteries: readonly OwnCemetery[] | null;
}

/** A choice among the home's own cemeteries, as the form holds it; it is sent as "other" with its details. */
export const ownChoice = ({ id }: Pick<OwnCemetery, 'id'>): string => `own:${id}`;

/** The home's own cemetery that is chosen. */
export function ownCemetery(shape: FormShape | undefined, choice: unknown): OwnCemetery | undefined {
  return shape?.cemeteries?.find((one) => ownChoice(one) === choice);
}

/** The fields that the form leaves out, for these values of it. */
export function leftOut(shape: FormShape | undefined, values: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  if (isInquiry(shape?.kind)) return leftByKind(shape.kind);
  const parts = (shape?.switched_off ?? []).flatMap((part) => fieldsOf[part]);
  const known = ownCemetery(shape, values.cemetery_choice) ? fieldsOf.cemetery.slice(1) : [];
  return new Set([...parts, ...known]);
}

const color = z.string();

/** The wire of what a form says in Spanish; '' where it says what it says in English. */
export const WireSpanish = z.object({
  title: z.string(),
  condolence_message: z.string(),
  notice: z.string(),
});

/** The wire of a `FormQuestion`. */
export const WireQuestion = z.object({
  id: z.string(),
  kind: z.enum(questionKinds),
  label: z.string(),
  help: z.string(),
  required: z.boolean(),
  options: z.array(z.string()),
  /** The same in Spanish, choice by choice; '' where it stays English. */
  spanish: z.object({ label: z.string(), help: z.string(), options: z.array(z.string()) }).nullable(),
});

/** The wire of an `OwnCemetery`. */
export const WireCemetery = z.object({
  id: z.string(),
  name: z.string(),
  /** About, for a lot with opening and closing, such as 4800.00; null where nothing is said. */
  cost: z.string().nullable(),
  note: z.string(),
  note_spanish: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
});

/** A published form as the public page gets it; what the home says itself stands in the home. */
export const PublicForm = z.object({
  id: z.string(),
  slug: z.string(),
  kind: z.enum(formKinds),
  version: z.number().int(),
  title: z.string(),
  notice: z.string().nullable(),
  colors: z.object({ day: color, night: color }).nullable(),
  switched_off: z.array(z.enum(optionalParts)),
  cemeteries: z.array(WireCemetery).nullable(),
  certificate_copies: z.number().int().nullable(),
  questions: z.array(WireQuestion),
  /** Of its own words; null where the home wrote none in Spanish. */
  spanish: WireSpanish.nullable(),
});
export type PublicForm = z.output<typeof PublicForm>;
