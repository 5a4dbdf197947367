import type * as z from 'zod';

/** How a field is entered, stored and shown; a form has one control per kind. */
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
  /** A list of entries with the fields of `entry`. */
  | 'entries'
  | 'reference';

export type FieldValue = string | boolean | readonly string[];

export const entriesLimit = 50;

export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

export interface FormField<
  Name extends string = string,
  Condition extends string = string,
  Kind extends FieldKind = FieldKind,
> {
  readonly name: Name;
  /** A second wire name of the same value. */
  readonly alsoNamed?: string;
  readonly label: string;
  /** Labels by the value of another field; `label` is the default. */
  readonly labels?: { readonly by: string; readonly of: Readonly<Record<string, string>> };
  readonly kind: Kind;
  /** Validates and normalizes a non-blank form value; built on first use. */
  readonly schema: z.ZodType;
  readonly options?: readonly FieldOption[];
  readonly help?: string;
  readonly autocomplete?: string;
  readonly inputmode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email';
  readonly maxLength?: number;
  /** One letter; `maxLength` counts its code units. */
  readonly isInitial?: true;
  /** A daytime hour: without AM or PM, the daytime one is suggested. */
  readonly daytime?: true;
  /** Lines of a text area; 3 by default. */
  readonly rows?: number;
  readonly defaultValue: FieldValue;
  readonly requiredIf?: Condition | true;
  /** When the record's stage requires the field in addition. */
  readonly requiredAt?: Readonly<Record<string, Condition | true>>;
  readonly requiredMessage?: string;
  readonly showIf?: Condition;
  readonly width?: 'half' | 'third' | 'two-thirds' | 'quarter';
  readonly group?: string;
  /** Value for "not known", accepted in addition to the schema, in any letter case. */
  readonly unknown?: string;
  /** A yes/no choice sent as a boolean; a form holds 'yes' or 'no'. */
  readonly yesNo?: true;
  /** Never shown in clear, stored in a browser, logged or exported. */
  readonly secured?: true;
  /** Set by the server; never written by clients. */
  readonly readOnly?: true;
  /** Name of the country field of a postal code. */
  readonly country?: string;
  /** The fields of one entry of a list. */
  readonly entry?: readonly FormField<string, Condition>[];
  readonly of?: string;
  /** Internal id of an entry or its source; not for display. */
  readonly isId?: true;
}

/** True for undefined, null, blank text or an empty list. */
export function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** True for fields of free text; numbers of certificates, authorizations and claims are exact. */
export function isFreeText({ kind, name }: Pick<FormField, 'kind' | 'name'>): boolean {
  return (kind === 'text' || kind === 'textarea') && !name.endsWith('_number');
}

/** True if a required field is satisfied: a box is ticked, anything else is not blank. */
export function isAnswered(field: Pick<FormField, 'kind'>, value: unknown): boolean {
  return field.kind === 'checkbox' ? value === true : !isBlank(value);
}

/** The public form names these words in English and Spanish. */
const notKnown = /^[“"]?(?:unknown|i don[’']?t know|desconocid[oa]|no (?:lo )?s[eé]|no se sabe)[”".]*$/i;

/** True if the value is the field's accepted "not known" answer, or says so in words. */
export function isUnknownAnswer({ unknown }: Pick<FormField, 'unknown'>, value: unknown): boolean {
  return unknown !== undefined && typeof value === 'string' && notKnown.test(value.trim());
}

/** True if a yes/no choice is yes, in a form ('yes') or on the wire (true). */
export function isYes(value: unknown): boolean {
  return value === true || value === 'yes';
}

/** Returns the message for an empty required field (D2 §5, or the field's own). */
export function requiredMessageOf(field: Pick<FormField, 'label' | 'requiredMessage'>): string {
  return field.requiredMessage ?? `${field.label} is required`;
}

/** Returns the label of a field, given the form's values. */
export function labelOf(field: Pick<FormField, 'label' | 'labels'>, values: Readonly<Record<string, unknown>>): string {
  const chosen = field.labels && values[field.labels.by];
  const named = typeof chosen === 'string' && field.labels && Object.hasOwn(field.labels.of, chosen);
  return (named && field.labels?.of[chosen]) || field.label;
}
