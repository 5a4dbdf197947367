import { v7 as uuid } from 'uuid';
import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import {
  cleanAnswers,
  firstCallErrors,
  hasAnswers,
  isMaskedOrBlankSsn,
  sentAnswers,
} from '#domain/first-calls/first-call.rules.ts';
import type { FirstCall, FirstCallKin } from '#domain/first-calls/first-call.schema.ts';
import {
  type FirstCallContext,
  type FirstCallStatus,
  firstCallFields,
  firstCallKinFields,
  firstCallMessages,
} from '#domain/first-calls/first-call.sections.ts';
import { assertAllowed } from '#domain/registry/policies.ts';
import { AppError, type FieldErrors, invalid } from '#domain/shared/contract/errors.ts';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { type Difference, differences } from '#domain/shared/forms/entries-merge.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { errorsIntroduced } from '#domain/shared/forms/validate.ts';
import { wireValuesOf } from '#domain/shared/forms/wire.ts';
import { latestToday, todayIn } from '#domain/shared/values/calendar-date.ts';
import { clockOfHome } from '#domain/shared/values/date-time.ts';
import { maskSsn } from '#domain/shared/values/ssn.ts';
import { type Customers, customers } from '#functions/customers/repository/customer-database.ts';
import {
  type FirstCallRecord,
  type FirstCalls,
  firstCalls,
  type KinRecord,
} from '#functions/first-calls/repository/first-calls.ts';
import { type Organizations, organizations } from '#functions/organizations/repository/organizations.ts';
import type { SsnEncryptor } from '#functions/platform/adapters/kms.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import { ssnEncryptor } from '#functions/platform/api/dependencies.ts';
import type { Work } from '#functions/platform/api/handler.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import { type createSsnRepository, ssn } from '#functions/ssn/repository.ts';
import { deceasedNameOf } from '../repository/first-call-record.ts';

export type SheetContent = Pick<FirstCallRecord, 'form' | 'next_of_kins' | 'funeral_home_id' | 'status'>;

interface JudgedSheet extends SheetContent {
  ssn: string | undefined;
  /** For the audit trail, without the SSN. */
  changes: readonly Difference[];
}

const ssnField = 'social_security_number';
const homeField = 'assigned_location';

const valuesOf = ({ form, next_of_kins, funeral_home_id }: SheetContent): Values => ({
  ...form,
  ...(next_of_kins.length ? { next_of_kins: next_of_kins.map(({ values }) => values) } : {}),
  [homeField]: funeral_home_id,
});

/** An entry keeps its id if the sheet has it; any other one gets a new id. */
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
 * Returns the sheet after a change. Throws 400 with every error of a sheet that is new or becomes active; otherwise
 * only with the errors of the change, so that an old gap blocks no correction.
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
  const allErrors = firstCallErrors({ ...values, ...(ssn === undefined ? {} : { [ssnField]: ssn }) }, context);
  const storedErrors = before?.status === status ? firstCallErrors(valuesOf(before), context) : {};
  const errors: FieldErrors = errorsIntroduced(storedErrors, allErrors);
  if (Object.keys(errors).length) throw invalid(errors);
  const form = cleanAnswers(
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

export const presentKin = ({ id, values }: KinRecord): FirstCallKin => ({
  ...wireValuesOf(firstCallKinFields, values),
  id,
});

/** Returns a sheet as the wire has it: fields flat, the SSN masked. */
export const presentFirstCall = async (firstCalls: FirstCalls, record: FirstCallRecord): Promise<FirstCall> => {
  const [funeral_home_name, alike] = await Promise.all([firstCalls.homeNameOf(record), firstCalls.alike(record)]);
  const { form, next_of_kins, ssn_id: _id, ssn_last4, organization_id: _organization, ...rest } = record;
  return {
    ...wireValuesOf(firstCallFields, form),
    ...rest,
    assigned_location: record.funeral_home_id,
    deceased_full_name: deceasedNameOf(record),
    funeral_home_name,
    next_of_kins: next_of_kins.map(presentKin),
    social_security_number: ssn_last4 ? maskSsn(ssn_last4) : '',
    ...alike,
  };
};

export const writing = { firstCalls, organizations, customers, ssn, ssnEncryptor };

export interface WritingContext {
  db: {
    firstCalls: FirstCalls;
    organizations: Organizations;
    customers: Customers;
    ssn: ReturnType<typeof createSsnRepository>;
  };
  ssnEncryptor: SsnEncryptor;
  actor: Actor;
  now: Date;
}
interface CreatingContext extends WritingContext {
  work: Work<'first-call.created', 'first-call.created'>;
}
export interface ChangingContext extends WritingContext {
  work: Work<'first-call.updated', 'first-call.updated'>;
}

const homeId = idSchema('home');

const nowAt = async (organizations: Organizations, homeId: string, now: Date) => {
  const home = await organizations.home(homeId);
  return home
    ? { today: todayIn(home.time_zone, now), clock: clockOfHome(home, now) }
    : { today: latestToday(now), clock: undefined };
};

/** Throws 400 unless the location and the customers belong to the organization. */
const assertKnown = async ({ db }: WritingContext, before: SheetContent | undefined, next: SheetContent) => {
  if (next.funeral_home_id !== before?.funeral_home_id && !(await db.organizations.home(next.funeral_home_id)))
    throw invalid({ assigned_location: ['Please select a valid assigned location'] });
  const chosen = (content: SheetContent | undefined) =>
    (content?.next_of_kins ?? []).flatMap(({ values }) => (values.existingCustomerId as string | undefined) ?? []);
  const known = new Set(chosen(before));
  const added = [...new Set(chosen(next).filter((id) => !known.has(id)))];
  if (added.length === 0) return;
  const found = await db.customers.survivors(added);
  for (const [at, { values }] of next.next_of_kins.entries())
    if (added.includes(String(values.existingCustomerId)) && !found.has(String(values.existingCustomerId)))
      throw invalid({ [`next_of_kins.${at}.existingCustomerId`]: ['Invalid customer selection'] });
};

const sealed = async ({ ssnEncryptor, actor }: WritingContext, { ssn }: JudgedSheet) =>
  ssn ? ssnEncryptor.seal(actor.organizationId, ssn) : undefined;

/** Creates a sheet. A draft needs some answer, any other one must be complete. Throws 400. */
export const createSheet = async (
  context: CreatingContext,
  sent: Values,
  status: FirstCallStatus,
): Promise<FirstCall> => {
  const { db, work, actor, now } = context;
  const { data: home = actor.homeId } = homeId.safeParse(sent.assigned_location);
  const judged = validateSheet(undefined, sent, { home, status, ...(await nowAt(db.organizations, home, now)) });
  const { form, next_of_kins, funeral_home_id, changes, ssn: number } = judged;
  if (!hasAnswers({ ...form, next_of_kins, social_security_number: number }))
    throw new AppError('invalid', { detail: firstCallMessages.nothingEntered });
  await assertKnown(context, undefined, judged);
  const resting = await sealed(context, judged);
  const at = now.toISOString();
  const record: FirstCallRecord = {
    id: uuid({ msecs: now.getTime() }),
    organization_id: actor.organizationId,
    funeral_home_id,
    version: 1,
    status,
    created_at: at,
    updated_at: at,
    created_by_name: actor.name,
    updated_by_name: actor.name,
    case_id: null,
    case_number: null,
    removal_left_at: null,
    removal_arrived_at: null,
    ssn_id: resting?.ssn_id ?? null,
    ssn_last4: resting?.last4 ?? null,
    form,
    next_of_kins,
  };
  return work
    .add(db.firstCalls.create(record), resting && db.ssn.put(resting))
    .audit('first-call.created', record.id, changes)
    .announce('first-call.created', record.id, { first_call_id: record.id, funeral_home_id })
    .finish(await presentFirstCall(db.firstCalls, record));
};

/** Throws 409 with the current sheet if the version of a change is not current. */
export const assertVersion = async (
  firstCalls: FirstCalls,
  before: FirstCallRecord,
  version: number | undefined,
): Promise<void> => {
  if (version !== undefined && version !== before.version)
    throw conflictError(firstCallEndpoints.update, { current: await presentFirstCall(firstCalls, before) });
};

/** Returns the committed sheet, unchanged if nothing differs. Throws 400, and 409 for a converted sheet. */
export const changeSheet = async (
  context: ChangingContext,
  before: FirstCallRecord,
  sent: Values,
  status: FirstCallStatus = before.status,
): Promise<FirstCallRecord> => {
  const { db, work, actor, now } = context;
  assertAllowed(actor, 'first-call:edit', before);
  const home = before.funeral_home_id;
  const judged = validateSheet(before, sent, { home, status, ...(await nowAt(db.organizations, home, now)) });
  const { form, next_of_kins, funeral_home_id, changes } = judged;
  const activated = status === before.status ? [] : [{ field: 'status', from: before.status, to: status }];
  if (changes.length + activated.length === 0) return before;
  await assertKnown(context, before, judged);
  const resting = await sealed(context, judged);
  const next: FirstCallRecord = {
    ...before,
    form,
    next_of_kins,
    funeral_home_id,
    status,
    ...(resting ? { ssn_id: resting.ssn_id, ssn_last4: resting.last4 } : {}),
    updated_at: now.toISOString(),
    updated_by_name: actor.name,
    version: before.version + 1,
  };
  work
    .add(
      db.firstCalls.change(before, next),
      resting && db.ssn.put(resting),
      resting && before.ssn_id ? db.ssn.remove(before.ssn_id) : undefined,
    )
    .audit('first-call.updated', next.id, [...activated, ...changes])
    .announce('first-call.updated', next.id, { first_call_id: next.id });
  return next;
};
