import type * as z from 'zod';
import type { FormField } from './field.ts';

/** The second names that fields have. */
type AlsoOf<Field> = Field extends { readonly alsoNamed: infer Also extends string } ? Also : never;

/** The type of a field's value on the wire. */
export type WireOf<Field> = Field extends { readonly kind: 'checkbox' } | { readonly yesNo: true }
  ? boolean
  : Field extends { readonly kind: 'multiselect' }
    ? string[]
    : Field extends { readonly kind: 'integer' | 'percent' }
      ? number
      : Field extends { readonly kind: 'entries'; readonly entry: readonly (infer Entry extends FormField)[] }
        ? ValuesOf<Entry>[]
        : string;

/** What a client may send for a field. */
type SentOf<Field> = Field extends { readonly kind: 'checkbox' }
  ? boolean
  : Field extends { readonly yesNo: true }
    ? boolean | string
    : Field extends { readonly kind: 'integer' | 'percent' | 'money' }
      ? number | string
      : Field extends { readonly kind: 'entries'; readonly entry: readonly (infer Entry extends FormField)[] }
        ? SentValuesOf<Entry>[]
        : WireOf<Field>;

/** What a form holds for a field. */
type HeldOf<Field> = Field extends { readonly kind: 'checkbox' }
  ? boolean
  : Field extends { readonly kind: 'multiselect' }
    ? string[]
    : string;

/** The values of these fields as they are kept and answered; blank ones are absent. */
export type ValuesOf<Field extends FormField> = { [F in Field as F['name']]?: WireOf<F> };

/** The values of these fields as they may be sent, also under second names; null counts as blank. */
export type SentValuesOf<Field extends FormField> = { [F in Field as F['name'] | AlsoOf<F>]?: SentOf<F> | null };

/** The values of these fields as a form holds them: text, ticks as booleans, yes/no as 'yes' or 'no', '' for nothing. */
export type FormValuesOf<Field extends FormField> = { [F in Field as F['name']]: HeldOf<F> };

/** The fields that every accepted form has: shown without a condition, and required, ticked or with a default. */
export type AlwaysAnswered<Field> = Field extends { readonly showIf: string }
  ? never
  : Field extends { readonly requiredIf: true } | { readonly kind: 'checkbox' } | { readonly defaultValue: string }
    ? Field
    : never;

/** The shape of the wire schema of these fields. */
export type WireShape<Field extends FormField> = {
  [F in Field as F['name']]: z.ZodOptional<z.ZodType<WireOf<F>, WireOf<F>>>;
};

/** The shape of the wire schema of the second names that some of these fields have. */
export type SecondNamesShape<Field extends FormField> = {
  [F in Field as AlsoOf<F>]: z.ZodOptional<z.ZodType<WireOf<F>, WireOf<F>>>;
};

/** The shape of the schema of what a client may send. */
export type SentShape<Field extends FormField> = {
  [F in Field as F['name'] | AlsoOf<F>]: z.ZodOptional<z.ZodNullable<z.ZodType<SentOf<F>, SentOf<F>>>>;
};
