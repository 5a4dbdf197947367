import type * as z from 'zod';

/** How a field is entered, kept and shown; a form has one control per kind. */
export type FieldKind =
  | 'text'
  | 'textarea'
  | 'email'
  | 'phone'
  | 'date'
  | 'time'
  | 'datetime'
  | 'ssn'
  | 'select'
  | 'radio'
  | 'checkbox'
  | 'multiselect'
  | 'state'
  | 'country'
  | 'zip'
  | 'money'
  | 'integer'
  | 'percent'
  /** A list of entries, each with the fields named by `entry`. */
  | 'entries'
  /** The id of another record, whose kind `of` names. */
  | 'reference';

/** What a form holds for a field: '' for nothing chosen or entered, never undefined. */
export type FieldValue = string | boolean | readonly string[];

/** The most entries that a list of a form holds. */
export const entriesLimit = 50;

export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

/** One field of a form or of a record's section. Conditions are names of functions in a table beside the data. */
export interface FormField<
  Name extends string = string,
  Condition extends string = string,
  Kind extends FieldKind = FieldKind,
> {
  /** The wire name. */
  readonly name: Name;
  /** A second name under which the wire carries the same value. */
  readonly alsoNamed?: string;
  readonly label: string;
  /** Labels that depend on the value of another field; `label` stands for every value that is not listed. */
  readonly labels?: { readonly by: string; readonly of: Readonly<Record<string, string>> };
  readonly kind: Kind;
  /** Checks and normalizes a value that is there, as a form holds it; built when it is first asked for. */
  readonly schema: z.ZodType;
  readonly options?: readonly FieldOption[];
  readonly help?: string;
  /** HTML autocomplete token(s). */
  readonly autocomplete?: string;
  readonly inputmode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email';
  readonly maxLength?: number;
  /** A time in the day: where it is typed without AM or PM, the one in the day is suggested. */
  readonly daytime?: true;
  /** Of a text of several lines; 3 unless stated. */
  readonly rows?: number;
  readonly defaultValue: FieldValue;
  /** When the form asks for the field: always, or while a condition holds. */
  readonly requiredIf?: Condition | true;
  /** What the record's stage asks for besides: without these fields it cannot be at the stage. */
  readonly requiredAt?: Readonly<Record<string, Condition | true>>;
  /** The message for a required field that is empty; '{label} is required' without it. */
  readonly requiredMessage?: string;
  readonly showIf?: Condition;
  /** Share of the row on wide screens; full when absent. */
  readonly width?: 'half' | 'third' | 'two-thirds' | 'quarter';
  /** Heading over consecutive fields that belong together, such as an address block. */
  readonly group?: string;
  /** The value that says that nobody knows: taken beside what the schema takes, in any case ("unknown", "Unknown"). */
  readonly unknown?: string;
  /** A yes/no choice that travels as true or false; a form holds 'yes' or 'no'. */
  readonly yesNo?: true;
  /** Never shown in clear, stored in a browser, logged or exported. */
  readonly secured?: true;
  /** Kept by the server: read with the record, never written with it. */
  readonly readOnly?: true;
  /** The field that holds the country of a postal code. */
  readonly country?: string;
  /** The fields of one entry of a list. */
  readonly entry?: readonly FormField<string, Condition>[];
  /** The kind of record that a reference names. */
  readonly of?: string;
  /** Tells a line, or what it was filled from, apart; a reader learns nothing from it. */
  readonly isId?: true;
}

/** Whether nothing was entered: undefined, null, blank text or an empty list. */
export function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** Whether people write what they like into it; the number of a certificate, an authorization or a claim is that number. */
export function isFreeText({ kind, name }: Pick<FormField, 'kind' | 'name'>): boolean {
  return (kind === 'text' || kind === 'textarea') && !name.endsWith('_number');
}

/** Whether a required field is satisfied: a box must be ticked, anything else must hold something. */
export function isAnswered(field: Pick<FormField, 'kind'>, value: unknown): boolean {
  return field.kind === 'checkbox' ? value === true : !isBlank(value);
}

/** Whether the value says that nobody knows, where the field takes that for an answer. */
export function isUnknownAnswer({ unknown }: Pick<FormField, 'unknown'>, value: unknown): boolean {
  return unknown !== undefined && typeof value === 'string' && value.trim().toLowerCase() === unknown.toLowerCase();
}

/** Whether a yes/no choice is yes, as a form ('yes') or the wire (true) says it. */
export function isYes(value: unknown): boolean {
  return value === true || value === 'yes';
}

/** The message for a required field left empty (D2 §5 unless the field has its own). */
export function requiredMessageOf(field: Pick<FormField, 'label' | 'requiredMessage'>): string {
  return field.requiredMessage ?? `${field.label} is required`;
}

/** The label of a field among these values. */
export function labelOf(field: Pick<FormField, 'label' | 'labels'>, values: Readonly<Record<string, unknown>>): string {
  const chosen = field.labels && values[field.labels.by];
  const named = typeof chosen === 'string' && field.labels && Object.hasOwn(field.labels.of, chosen);
  return (named && field.labels?.of[chosen]) || field.label;
}
