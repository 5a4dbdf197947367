import type * as z from 'zod';
import type { CaseFilters } from '#domain/cases/case.schema.ts';
import { type CaseInput, sentInformant } from '#domain/cases/case-change.ts';
import { fromFlatCase } from '#domain/cases/flat-case.ts';
import { nextOfKins } from '#domain/cases/primary-contact.ts';
import { maxCustomersOfCase } from '#domain/customers/customer.schema.ts';
import { contactToNextOfKin, customerToNextOfKin } from '#domain/customers/next-of-kin.ts';
import { deletedRecordNames } from '#domain/privacy/erasure.ts';
import { sameValue } from '#domain/shared/forms/entries-merge.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { addDays, momentIn, startOfDay, todayIn } from '#domain/shared/values/calendar-date.ts';
import type { AttachedIds } from '#functions/cases/repository/case-record.ts';
import type { CaseRecord, Cases, StoredCase } from '#functions/cases/repository/cases.ts';
import type { Customers } from '#functions/customers/repository/customer-database.ts';
import { unlinked } from '#functions/customers/shared/customers-of-case.ts';
import type { FirstCallRecord, FirstCalls } from '#functions/first-calls/repository/first-calls.ts';
import type { SubmissionRecord, Submissions } from '#functions/intake/repository/submissions.ts';
import type { Organizations } from '#functions/organizations/repository/organizations.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import type { Work } from '#functions/platform/api/handler.ts';
import type { Write } from '#functions/platform/store/table.ts';
import type { createSsnRepository, SealedSsn } from '#functions/ssn/repository.ts';
import type { CaseListFilters } from '../repository/case-list.ts';

const text = (values: Values, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : '';
};

const customerOf = async (customers: Pick<Customers, 'survivors'>, id: string) =>
  /^[\da-f-]{36}$/i.test(id) ? (await customers.survivors([id])).get(id) : undefined;

/** Makes an informant sent for a new case the first next of kin (D2 §3 and §5). */
export const withContact = async (customers: Pick<Customers, 'survivors'>, input: CaseInput): Promise<CaseInput> => {
  const { sections, ...flat } = input;
  const informant: Values = { ...fromFlatCase(flat).informant, ...sections?.informant?.values };
  if (nextOfKins(informant).length) return input;
  const id = text(informant, 'informant');
  const customer = await customerOf(customers, id);
  const nextOfKin = customer
    ? customerToNextOfKin(customer, text(informant, 'informant_relationship'))
    : isBlank(id) && contactToNextOfKin(informant);
  if (!nextOfKin) return input;
  const values = { ...sections?.informant?.values, next_of_kins: [nextOfKin] };
  return { ...input, sections: { ...sections, informant: { values } } } as CaseInput;
};

/** Makes an informant sent by id the first next of kin (D2 §3), who gets documents and invoices. */
export const withNewInformant = async (
  customers: Pick<Customers, 'survivors'>,
  stored: Values | undefined,
  input: CaseInput,
): Promise<CaseInput> => {
  const before = stored ?? {};
  const informant = sentInformant(before, input);
  const id = text(informant, 'informant');
  if (id === text(before, 'informant')) return input;
  // A client that sends the whole case back has not changed the next of kin.
  const isListNew =
    informant.next_of_kins !== undefined &&
    !sameValue({ kind: 'entries' }, before.next_of_kins ?? [], informant.next_of_kins ?? []);
  const customer = isListNew ? undefined : await customerOf(customers, id);
  if (!customer) return input;
  const nextOfKinList = nextOfKins(before);
  const at = nextOfKinList.findIndex(({ existingCustomerId }) => existingCustomerId === customer.id);
  if (at === 0) return input;
  const was = text(before, 'informant_relationship');
  const relationship = informant.informant_relationship === undefined ? was : text(informant, 'informant_relationship');
  const known = nextOfKinList[at];
  const first = known
    ? { ...known, ...(relationship === was ? {} : { relationship }) }
    : customerToNextOfKin(customer, relationship);
  const next_of_kins: Record<string, unknown>[] = [first, ...nextOfKinList.filter((nextOfKin) => nextOfKin !== known)];
  const { sections } = input;
  const values = { ...sections?.informant?.values, informant: customer.id, next_of_kins };
  return { ...input, sections: { ...sections, informant: { ...sections?.informant, values } } } as CaseInput;
};

interface SourceContext {
  db: { submissions: Submissions; firstCalls: FirstCalls; ssn: ReturnType<typeof createSsnRepository> };
}

const sourceOf = async ({ db }: SourceContext, core: CaseRecord) => {
  const { source_submission_id, source_first_call_id } = core;
  const [submission, firstCall] = await Promise.all([
    source_submission_id ? db.submissions.find(source_submission_id) : undefined,
    source_first_call_id ? db.firstCalls.find(source_first_call_id) : undefined,
  ]);
  return { submission, firstCall };
};

const removeSsnWrite = async (context: SourceContext, core: CaseRecord): Promise<Write | undefined> => {
  if (!core.ssn_id) return undefined;
  const { submission, firstCall } = await sourceOf(context, core);
  const isShared = submission?.ssn_id === core.ssn_id || firstCall?.ssn_id === core.ssn_id;
  return isShared ? undefined : context.db.ssn.remove(core.ssn_id);
};

export const replaceSsnWrites = async (
  context: SourceContext,
  core: CaseRecord,
  sealed: SealedSsn,
): Promise<Write[]> => {
  const dropped = await removeSsnWrite(context, core);
  return [context.db.ssn.put(sealed), ...(dropped ? [dropped] : [])];
};

interface Reverting extends SourceContext {
  work: Work<'submission.reverted' | 'first-call.reverted', 'submission.updated' | 'first-call.updated'>;
  now: Date;
}

/** Makes reports and first calls of a deleted case convertible again. */
const revertWrites = (
  { db, work, now }: Reverting,
  core: CaseRecord,
  found: { submissions: readonly SubmissionRecord[]; firstCalls: readonly FirstCallRecord[] },
): Write[] => {
  const updated_at = now.toISOString();
  const changes = [{ field: 'case_number', from: core.case_number, to: null }];
  const writes: Write[] = [];
  for (const submission of found.submissions.filter(({ case_id }) => case_id === core.id)) {
    const status = submission.contacted_at ? ('contacted' as const) : ('new' as const);
    const next = { ...submission, status, case_id: null, case_number: null, updated_at };
    writes.push(...db.submissions.change(submission, { ...next, version: submission.version + 1 }));
    work
      .audit('submission.reverted', submission.id, changes)
      .announce('submission.updated', submission.id, { submission_id: submission.id });
  }
  for (const firstCall of found.firstCalls.filter(({ case_id }) => case_id === core.id)) {
    const { converted_from: status = 'active', ...kept } = firstCall;
    const next = { ...kept, status, case_id: null, case_number: null, updated_at };
    writes.push(db.firstCalls.change(firstCall, { ...next, version: firstCall.version + 1 }));
    work
      .audit('first-call.reverted', firstCall.id, changes)
      .announce('first-call.updated', firstCall.id, { first_call_id: firstCall.id });
  }
  return writes;
};

const revertSourceWrites = async (context: Reverting, core: CaseRecord): Promise<Write[]> => {
  const { submission, firstCall } = await sourceOf(context, core);
  return revertWrites(context, core, {
    submissions: submission ? [submission] : [],
    firstCalls: firstCall ? [firstCall] : [],
  });
};

/** Each attached record takes three actions of a transaction. */
const detachedAtOnce = 20;

const withoutAttached = async (context: RemovalContext, { core }: StoredCase, attached: AttachedIds) => {
  const { db, work, now } = context;
  const [submissions, first_calls] = [attached.submissions, attached.first_calls].map((ids) =>
    ids.slice(0, detachedAtOnce / 2),
  );
  const found = await Promise.all((submissions ?? []).map((id) => db.submissions.find(id)));
  const firstCalls = await db.firstCalls.findAll(first_calls ?? []);
  const left = {
    submissions: attached.submissions.slice(detachedAtOnce / 2),
    first_calls: attached.first_calls.slice(detachedAtOnce / 2),
  };
  const isLast = left.submissions.length + left.first_calls.length === 0;
  work.add(
    db.cases.changeCore(core, { attached: isLast ? undefined : left }, now),
    revertWrites(context, core, { submissions: found.filter((one) => one !== undefined), firstCalls }),
  );
  await work.step();
  return db.cases.require(core.id);
};

/** A step that was not recorded leaves the list after a week, and Home after two days. */
const redDays = (gates: 'red' | 'soon', zone: string, now: Date): { from: string; to: string } => {
  const today = todayIn(zone, now);
  const { day, time } = momentIn(zone, new Date(now.getTime() + 48 * 3_600_000));
  return gates === 'red' ? { from: addDays(today, -7), to: '9' } : { from: addDays(today, -2), to: `${day} ${time}~` };
};

/** Returns the filters of the list. Days of creation are days of the filtered home, else of the caller's. */
export const filtersOf = async (
  { location, mine, lacking, gates, created_from, created_to, ...filters }: z.output<typeof CaseFilters>,
  homes: Pick<Organizations, 'plainHome'>,
  { actor, now }: { actor: Actor; now: Date },
): Promise<CaseListFilters> => {
  const zone =
    gates || created_from || created_to
      ? ((await homes.plainHome(location ?? actor.homeId))?.time_zone ?? 'UTC')
      : 'UTC';
  const { status, service_type, service_from, service_to, ordering } = filters;
  return {
    status,
    service_type,
    service_from,
    service_to,
    ordering,
    home: location,
    ...(mine ? { creator: actor.id } : {}),
    ...(lacking ? { lacking: true } : {}),
    ...(gates ? { red: redDays(gates, zone, now) } : {}),
    createdFrom: created_from && startOfDay(created_from, zone).toISOString(),
    createdBefore: created_to && startOfDay(addDays(created_to, 1), zone).toISOString(),
  };
};

export interface RemovalContext extends SourceContext {
  db: SourceContext['db'] & { cases: Cases; customers: Customers };
  work: Work<
    'case.deleted' | 'case.customer_changed' | 'submission.reverted' | 'first-call.reverted' | 'customer.unlinked',
    'case.deleted' | 'submission.updated' | 'first-call.updated' | 'customer.updated'
  >;
  now: Date;
}

const withoutSome = async (context: RemovalContext, { core, sections }: StoredCase): Promise<StoredCase> => {
  const { db, work, now } = context;
  const leaving = Object.keys(core.customers).slice(0, maxCustomersOfCase);
  const goes = (id: unknown): boolean => leaving.includes(String(id));
  const customers = Object.fromEntries(Object.entries(core.customers).filter(([id]) => !goes(id)));
  const { informant, ...rest } = sections.informant?.values ?? {};
  const next_of_kins = nextOfKins(rest).map(({ existingCustomerId: id, ...nextOfKin }) =>
    id === undefined || goes(id) ? nextOfKin : { ...nextOfKin, existingCustomerId: id },
  );
  const values = { ...rest, ...(informant && !goes(informant) ? { informant } : {}), next_of_kins };
  const left = Object.fromEntries(leaving.map((id) => [id, core.customers[id] ?? []]));
  work.add(
    db.cases.changeCustomers(core, customers, now),
    sections.informant && db.cases.putSection(core.id, 'informant', sections.informant, values, now),
    db.customers.relink(left, {}),
  );
  work.audit(
    'case.customer_changed',
    core.id,
    leaving.map((id) => ({ field: 'customer', from: id, to: null })),
  );
  unlinked(context, core.id, leaving);
  await work.step();
  return db.cases.require(core.id);
};

/**
 * Deletes a case but not its audit log or number. Events, what was attached to it, and customers and answers beyond the limit of a transaction are deleted
 * in earlier steps; a repeated call continues.
 */
export const removeCase = async (context: RemovalContext, caseRecord: StoredCase, reason: string): Promise<void> => {
  const { db, work, now } = context;
  let current = caseRecord;
  while (current.core.attached) current = await withoutAttached(context, current, current.core.attached);
  while (Object.keys(current.core.customers).length > maxCustomersOfCase) current = await withoutSome(context, current);
  for (const older of db.cases.removeOlderAnswers(current)) await work.add(older).step();
  if (current.events?.length) await work.add(db.cases.removeEvents(current)).step();
  const { core, sections } = current;
  const { id, customers } = core;
  const [nextOfKin] = nextOfKins(sections.informant?.values);
  work.add(
    db.cases.remove(current, now),
    db.customers.relink(customers, {}),
    await removeSsnWrite(context, core),
    await revertSourceWrites(context, core),
  );
  unlinked(context, id, Object.keys(customers));
  work
    .audit('case.deleted', id, [
      { field: 'case_number', from: core.case_number, to: null },
      { field: 'status', from: core.status, to: null },
      ...deletedRecordNames(sections.deceased?.values, ['deceased_first_name', 'deceased_last_name']),
      ...deletedRecordNames(nextOfKin, ['first_name', 'last_name'], 'next_of_kins.0.'),
      ...(reason ? [{ field: 'reason', from: null, to: reason }] : []),
    ])
    .announce('case.deleted', id, { case_id: id });
};
