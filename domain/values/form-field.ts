import type * as z from 'zod';
import { formatDate } from './calendar-date.ts';
import { formatPhone } from './phone.ts';

/** How a field is entered and shown; a form has one control per kind. */
export type FieldKind =
  | 'text'
  | 'email'
  | 'phone'
  | 'date'
  | 'time'
  | 'ssn'
  | 'select'
  | 'radio'
  | 'checkbox'
  | 'multiselect'
  | 'textarea'
  | 'state'
  | 'country'
  | 'zip';

/** What a form holds for a field: '' for nothing chosen or entered, never undefined. */
export type FieldValue = string | boolean | readonly string[];

export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

/** One field of a form or of a case's section. Conditions are names of functions in a table beside the sections. */
export interface FormField<Name extends string = string, Condition extends string = string> {
  /** The wire name. */
  readonly name: Name;
  readonly label: string;
  readonly kind: FieldKind;
  /** Checks and normalizes a value that is there; emptiness is the business of `requiredIf`. */
  readonly schema: z.ZodType;
  readonly options?: readonly FieldOption[];
  readonly help?: string;
  /** HTML autocomplete token(s). */
  readonly autocomplete?: string;
  readonly inputmode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email';
  readonly maxLength?: number;
  readonly defaultValue: FieldValue;
  readonly requiredIf?: Condition | true;
  /** The message for a required field that is empty; '{label} is required' without it. */
  readonly requiredMessage?: string;
  readonly showIf?: Condition;
  /** Share of the row on wide screens; full when absent. */
  readonly width?: 'half' | 'third' | 'two-thirds' | 'quarter';
  /** Heading over consecutive fields that belong together, such as an address block. */
  readonly group?: string;
  /** A yes/no choice that travels as true or false; a form holds 'yes' or 'no'. */
  readonly yesNo?: true;
  /** Never shown in clear, stored in a browser, logged or exported. */
  readonly secured?: true;
}

/** Whether nothing was entered: undefined, null, blank text or an empty list. */
export function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** Whether a required field is satisfied: a box must be ticked, anything else must hold something. */
export function isAnswered(field: Pick<FormField, 'kind'>, value: unknown): boolean {
  return field.kind === 'checkbox' ? value === true : !isBlank(value);
}

/** The message for a required field left empty (D2 §5 unless the field has its own). */
export function requiredMessageOf(field: Pick<FormField, 'label' | 'requiredMessage'>): string {
  return field.requiredMessage ?? `${field.label} is required`;
}

/** A stored value in the words people read: option labels, Yes and No, formatted phones and dates; '' for nothing. */
export function displayValue(field: Pick<FormField, 'kind' | 'options'>, value: unknown): string {
  if (value === true) return 'Yes';
  if (value === false) return 'No';
  if (Array.isArray(value)) return value.map((entry) => displayValue(field, entry)).join(', ');
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  if (field.kind === 'phone') return formatPhone(value);
  if (field.kind === 'date') return formatDate(value);
  return field.options?.find((option) => option.value === value)?.label ?? value;
}
