import { placeFieldBuilders } from '#domain/reference-data/place-fields.ts';
import { fieldBuilders } from '#domain/values/field-builders.ts';
import type { FormField } from '#domain/values/form-field.ts';

/** A field of a case's section. */
export type CaseField = FormField<string, never>;

/** When a section must be complete (D2 §2). */
export type SectionRequirement = 'required' | 'required_when_active' | 'optional';

/** The fields of one section of the case form, in the order they are shown. */
export type CaseSectionFields = readonly CaseField[];

/** Builders of the fields of a case. */
export const form = fieldBuilders<never>();

/** Builders of the fields of its addresses. */
export const place = placeFieldBuilders<never>();
