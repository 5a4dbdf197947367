import type { FormField } from '#domain/shared/forms/field.ts';
import { fieldBuilders } from '#domain/shared/forms/field-builders.ts';
import { figureBuilders } from '#domain/shared/forms/figure-builders.ts';
import { placeFieldBuilders } from '#domain/shared/reference-data/place-fields.ts';
import type { CaseCondition } from '../case-conditions.ts';

/** A field of a case's section. */
export type CaseField = FormField<string, CaseCondition>;

/** The fields of one section of the case form, in the order they are shown. */
export type CaseSectionFields = readonly CaseField[];

/** Builders of the fields of a case. */
export const form = { ...fieldBuilders<CaseCondition>(), ...figureBuilders<CaseCondition>() };

/** Builders of the fields of its addresses. */
export const place = placeFieldBuilders<CaseCondition>();

/** What a case cannot do without: to be submitted from a draft, once it is active, once it is completed (D2 §4 and §5). */
export const requiredToSubmit = { submit: true, active: true, completed: true } as const;
export const requiredWhenActive = { active: true, completed: true } as const;
export const requiredWhenCompleted = { completed: true } as const;
