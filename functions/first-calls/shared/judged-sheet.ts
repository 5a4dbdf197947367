import { v7 as uuid } from 'uuid';
import type { FirstCallContext } from '#domain/first-calls/first-call.conditions.ts';
import { firstCallErrors, isMaskedOrBlankSsn, keptAnswers, sentAnswers } from '#domain/first-calls/first-call.rules.ts';
import { firstCallFields, firstCallKinFields } from '#domain/first-calls/first-call.sections.ts';
import type { FirstCallStatus } from '#domain/first-calls/first-call.status.ts';
import { type FieldErrors, invalid } from '#domain/shared/contract/errors.ts';
import { type Difference, differences } from '#domain/shared/forms/differences.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { errorsIntroduced } from '#domain/shared/forms/validate.ts';
import type { FirstCallRecord, KinRecord } from '#functions/first-calls/repository/first-calls.ts';

/** What a sheet holds, apart from who made it and when. */
export type SheetContent = Pick<FirstCallRecord, 'form' | 'next_of_kins' | 'funeral_home_id' | 'status'>;

export interface JudgedSheet extends SheetContent {
  /** A number that was entered, to be sealed. */
  ssn: string | undefined;
  /** For the audit trail; the number is not told. */
  changes: readonly Difference[];
}

const ssnField = 'social_security_number';
const homeField = 'assigned_location';

/** The sheet's values side by side, as its rules read them. */
const valuesOf = ({ form, next_of_kins, funeral_home_id }: SheetContent): Values => ({
  ...form,
  ...(next_of_kins.length ? { next_of_kins: next_of_kins.map(({ values }) => values) } : {}),
  [homeField]: funeral_home_id,
});

/** The list as it was sent: an entry keeps the id that it names if the sheet knows it, and any other one gets a new id. */
const kinOf = (sent: unknown, known: readonly KinRecord[]): KinRecord[] => {
  const ids = new Set(known.map(({ id }) => id));
  const entries: Values[] = Array.isArray(sent) ? sent : [];
  return entries.flatMap((entry) => {
    const { id } = entry;
    const values = withoutBlanks(sentAnswers(firstCallKinFields, entry));
    if (Object.keys(values).length === 0) return [];
    return [{ id: typeof id === 'string' && ids.delete(id) ? id : uuid(), values }];
  });
};

const withoutBlanks = (values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value)));

/**
 * What a sheet comes to with what was sent for it. Throws 400 with every fault of a new sheet, or of one that is to
 * become active; of a change it names what that makes wrong, since a gap left by somebody else stops no correction.
 */
export const validateSheet = (
  before: SheetContent | undefined,
  sent: Values,
  { home, status, today, clock }: { home: string; status: FirstCallStatus } & Pick<FirstCallContext, 'today' | 'clock'>,
): JudgedSheet => {
  const start: SheetContent = before ?? { form: {}, next_of_kins: [], funeral_home_id: home, status };
  const { [ssnField]: ssn, [homeField]: location, next_of_kins: _, ...answers } = sentAnswers(firstCallFields, sent);
  const next_of_kins =
    sent.next_of_kins === undefined ? start.next_of_kins : kinOf(sent.next_of_kins, start.next_of_kins);
  const context: FirstCallContext = { today, clock, stage: status };
  const merged: SheetContent = {
    form: { ...start.form, ...answers },
    next_of_kins,
    funeral_home_id: isBlank(location) ? start.funeral_home_id : String(location),
    status,
  };
  const values = valuesOf(merged);
  const faults = firstCallErrors({ ...values, ...(ssn === undefined ? {} : { [ssnField]: ssn }) }, context);
  const standing = before?.status === status ? firstCallErrors(valuesOf(before), context) : {};
  const errors: FieldErrors = errorsIntroduced(standing, faults);
  if (Object.keys(errors).length) throw invalid(errors);
  const form = keptAnswers(
    firstCallFields.filter(({ name }) => name !== 'next_of_kins' && name !== homeField),
    values,
    context,
  );
  const next = { ...merged, form };
  return {
    ...next,
    ssn: ssn === undefined || isMaskedOrBlankSsn({ secured: true }, ssn) ? undefined : String(ssn),
    changes: [
      ...differences(firstCallFields, before ? valuesOf(before) : {}, valuesOf(next)),
      ...(ssn === undefined ? [] : [{ field: ssnField, from: null, to: null }]),
    ],
  };
};
