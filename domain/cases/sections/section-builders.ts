import type { FormField } from '#domain/shared/forms/field.ts';
import { fieldBuilders, figureBuilders } from '#domain/shared/forms/field-builders.ts';
import { placeFieldBuilders } from '#domain/shared/reference-data/place-fields.ts';
import type { CaseCondition } from '../case-conditions.ts';

export type CaseField = FormField<string, CaseCondition>;

export type CaseSectionFields = readonly CaseField[];

export const form = { ...fieldBuilders<CaseCondition>(), ...figureBuilders<CaseCondition>() };

export const place = placeFieldBuilders<CaseCondition>();

/** D2 §4 and §5. */
export const requiredToSubmit = { submit: true, active: true, completed: true } as const;
export const requiredWhenActive = { active: true, completed: true } as const;
export const requiredWhenCompleted = { completed: true } as const;
