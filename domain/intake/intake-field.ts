import type { FieldKind, FormField } from '#domain/shared/forms/field.ts';
import { fieldBuilders } from '#domain/shared/forms/field-builders.ts';
import { placeFieldBuilders } from '#domain/shared/reference-data/place-fields.ts';
import type { IntakeCondition } from './intake.conditions.ts';

/** The kinds of field that the public form has a control for. */
type IntakeKind = Exclude<FieldKind, 'datetime' | 'money' | 'integer' | 'percent' | 'entries' | 'reference'>;

/** A field of the public form. */
export type IntakeField<Name extends string = string> = FormField<Name, IntakeCondition, IntakeKind>;

/** A convenience of the page: one tick fills fields that often say what others say. */
export interface IntakeShortcut {
  readonly label: string;
  /** The field before which it stands. */
  readonly before: string;
  /** Field to fill → field it is filled from. */
  readonly copies?: Readonly<Record<string, string>>;
  /** Field to fill → what it is filled with. */
  readonly writes?: Readonly<Record<string, string>>;
  /** Field to fill → the fields that it joins: a space between those of a part, a comma between parts. */
  readonly joins?: Readonly<Record<string, readonly (readonly string[])[]>>;
}

/** A numbered section of the public form: 'Section {number} of 9'. */
export interface IntakeSection<Name extends string = string> {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly description?: string;
  readonly fields: readonly IntakeField<Name>[];
  readonly shortcuts?: readonly IntakeShortcut[];
}

/** Builders of the form's fields. */
export const form = fieldBuilders<IntakeCondition>();

/** Builders of the fields of its addresses. */
export const place = placeFieldBuilders<IntakeCondition>();
