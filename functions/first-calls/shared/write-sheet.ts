import { v7 as uuid } from 'uuid';
import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import { hasAnswers } from '#domain/first-calls/first-call.rules.ts';
import type { FirstCall } from '#domain/first-calls/first-call.schema.ts';
import { type FirstCallStatus, firstCallMessages } from '#domain/first-calls/first-call.status.ts';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { idSchema } from '#domain/shared/contract/ids.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { latestToday, todayIn } from '#domain/shared/values/calendar-date.ts';
import { clockOfHome } from '#domain/shared/values/home-clock.ts';
import { type Customers, customers } from '#functions/customers/repository/customer-database.ts';
import { type FirstCallRecord, type FirstCalls, firstCalls } from '#functions/first-calls/repository/first-calls.ts';
import { type Organizations, organizations } from '#functions/organizations/repository/organizations.ts';
import type { SsnEncryptor } from '#functions/platform/adapters/ssn-cipher.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import { conflictError } from '#functions/platform/api/conflict.ts';
import { ssnEncryptor } from '#functions/platform/api/dependencies.ts';
import type { Work } from '#functions/platform/api/work.ts';
import { type createSsnRepository, ssn } from '#functions/ssn/repository.ts';
import { type JudgedSheet, type SheetContent, validateSheet } from './judged-sheet.ts';
import { presentFirstCall } from './present-first-call.ts';

/** What every handler needs that writes a sheet. */
export const writing = { firstCalls, organizations, customers, ssn, ssnSealer: ssnEncryptor };

export interface WritingContext {
  db: {
    firstCalls: FirstCalls;
    organizations: Organizations;
    customers: Customers;
    ssn: ReturnType<typeof createSsnRepository>;
  };
  ssnSealer: SsnEncryptor;
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

/** The location and the customers that a sheet names are the organization's own. Throws 400. */
const assertKnown = async ({ db }: WritingContext, before: SheetContent | undefined, next: SheetContent) => {
  if (next.funeral_home_id !== before?.funeral_home_id && !(await db.organizations.home(next.funeral_home_id)))
    throw invalid({ assigned_location: ['Please select a valid assigned location'] });
  const chosen = (content: SheetContent | undefined) =>
    (content?.next_of_kins ?? []).flatMap(({ values }) => (values.existingCustomerId as string | undefined) ?? []);
  const known = new Set(chosen(before));
  const added = [...new Set(chosen(next).filter((id) => !known.has(id)))];
  if (added.length === 0) return;
  const found = await db.customers.standing(added);
  for (const [at, { values }] of next.next_of_kins.entries())
    if (added.includes(String(values.existingCustomerId)) && !found.has(String(values.existingCustomerId)))
      throw invalid({ [`next_of_kins.${at}.existingCustomerId`]: ['Invalid customer selection'] });
};

const sealed = async ({ ssnSealer: ssnEncryptor, actor }: WritingContext, { ssn }: JudgedSheet) =>
  ssn ? ssnEncryptor.seal(actor.organizationId, ssn) : undefined;

/** A new sheet of what was sent; as a draft it has to hold something, else it has to be whole. Throws 400. */
export const createSheet = async (
  context: CreatingContext,
  sent: Values,
  status: FirstCallStatus,
): Promise<FirstCall> => {
  const { db, work, actor, now } = context;
  // What is no id at all is refused where the sheet is judged.
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

/** Throws 409 with the sheet as it stands, when the version that a change builds on is not that one. */
export const assertVersion = async (
  firstCalls: FirstCalls,
  before: FirstCallRecord,
  version: number | undefined,
): Promise<void> => {
  if (version !== undefined && version !== before.version)
    throw conflictError(firstCallEndpoints.update, { current: await presentFirstCall(firstCalls, before) });
};

/** The sheet with what was sent for it, committed; as it was where nothing changed. Throws 400, and 409 once it is a case. */
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
    ...{ form, next_of_kins, funeral_home_id, status },
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
