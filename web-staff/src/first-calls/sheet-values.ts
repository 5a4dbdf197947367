import * as z from 'zod';
import { firstCallErrors, kinErrors } from '#domain/first-calls/first-call.rules.ts';
import type { FirstCall } from '#domain/first-calls/first-call.schema.ts';
import { firstCallKinFields, firstCallSections } from '#domain/first-calls/first-call.sections.ts';
import { type KnownAddress, knownAddresses } from '#domain/shared/forms/addresses.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import type { HomeClock } from '#domain/shared/values/date-time.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import type { FormValues } from '../ui/fields/field-grid.tsx';

/** The sections that save while a user types; next of kin have their own section. */
export const sheetSections = firstCallSections.map(({ id, title, fields }) => ({
  id,
  title,
  fields: (fields as readonly FormField[]).filter(({ kind }) => kind !== 'entries'),
}));
export const sheetFields: readonly FormField[] = sheetSections.flatMap(({ fields }) => fields);

export const kinFields: readonly FormField[] = firstCallKinFields;

export const addressesOfSheet = (sheet: FirstCall): KnownAddress[] => [
  ...sheet.next_of_kins.flatMap((nextOfKin) =>
    knownAddresses(kinFields, nextOfKin, fullName(nextOfKin.first_name, nextOfKin.last_name) || 'Next of kin'),
  ),
  ...knownAddresses(sheetFields, sheet),
];

const issuesOf = (errors: Readonly<Record<string, readonly string[]>>, context: z.RefinementCtx): void => {
  for (const [name, messages] of Object.entries(errors))
    for (const message of messages) context.addIssue({ code: 'custom', path: [name], message });
};

export const sheetRules = (sheet: FirstCall, today: string, clock?: HomeClock) =>
  z.custom<FormValues>().superRefine((values, context) => {
    const errors = firstCallErrors(
      { ...values, next_of_kins: sheet.next_of_kins },
      { today, stage: sheet.status, clock },
    );
    issuesOf(Object.fromEntries(Object.entries(errors).filter(([name]) => name in values)), context);
  });

export const kinRules = (today: string) =>
  z
    .custom<FormValues>()
    .superRefine((values, context) => issuesOf(kinErrors(values, { today, stage: 'active' }), context));
