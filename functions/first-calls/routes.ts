import { attachMessages } from '#domain/cases/attach-record.ts';
import { missingForStage } from '#domain/cases/present-case.ts';
import { nextOfKins } from '#domain/cases/primary-contact.ts';
import { type CaseSectionValues, caseSections } from '#domain/cases/sections/case-sections.ts';
import { knownCaller } from '#domain/customers/customer.rules.ts';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import { kinErrors } from '#domain/first-calls/first-call.rules.ts';
import type { RemovalStep } from '#domain/first-calls/first-call.schema.ts';
import { firstCallMessages } from '#domain/first-calls/first-call.sections.ts';
import { firstCallToCaseSections } from '#domain/first-calls/first-call-to-case.ts';
import { assertAllowed, isAllowed } from '#domain/registry/policies.ts';
import { invalid, notFound } from '#domain/shared/contract/errors.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { stringAt, textsIn } from '#domain/shared/values/as-string.ts';
import { latestToday, todayIn } from '#domain/shared/values/calendar-date.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { attachOnce, attachTo } from '#functions/cases/shared/attach-to-case.ts';
import { convertOnce, openCase, opening } from '#functions/cases/shared/create-case.ts';
import { type Customers, customers } from '#functions/customers/repository/customer-database.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler, routesOf, type Work } from '#functions/platform/api/handler.ts';
import { pageAnswer, pageRequest } from '#functions/platform/api/paging.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import { type createSsnRepository, ssn } from '#functions/ssn/repository.ts';
import { deceasedNameOf, likenessOf, nameIn } from './repository/first-call-record.ts';
import { type FirstCallRecord, type FirstCalls, firstCalls, type KinRecord } from './repository/first-calls.ts';
import { markAttached, markConverted } from './shared/become-case.ts';
import {
  assertVersion,
  type ChangingContext,
  changeSheet,
  createSheet,
  presentFirstCall,
  presentKin,
  writing,
} from './shared/write-sheet.ts';

/** A next of kin sent on its own has a name and a relationship, also on a draft (D2 §5). */
const assertWhole = (sent: Readonly<Record<string, unknown>>, now: Date): void => {
  const errors = kinErrors(sent, { today: latestToday(now), stage: 'active' });
  if (Object.keys(errors).length) throw invalid(errors);
};

const sentOf = ({ id, values }: KinRecord) => ({ ...values, id });

const indexOfKin = ({ next_of_kins }: FirstCallRecord, nokId: string): number => {
  const at = next_of_kins.findIndex(({ id }) => id === nokId);
  if (at < 0) throw notFound();
  return at;
};

const listNoks = handler(firstCallEndpoints.noks, { firstCalls }, async ({ params }, { db }) =>
  (await db.firstCalls.require(params.id)).next_of_kins.map(presentKin),
);

const addNok = handler(firstCallEndpoints.addNok, writing, ({ params, body }, context) => {
  const { db, work, now } = context;
  const { version, ...sent } = body;
  return work.attempt(
    () => db.firstCalls.require(params.id),
    async (before) => {
      await assertVersion(db.firstCalls, before, version);
      assertWhole(sent, now);
      const next = await changeSheet(context, before, { next_of_kins: [...before.next_of_kins.map(sentOf), sent] });
      return work.finish(presentKin(next.next_of_kins.at(-1) as KinRecord));
    },
  );
});

const replaceNok = handler(firstCallEndpoints.replaceNok, writing, ({ params, body }, context) => {
  const { db, work, now } = context;
  const { version, ...sent } = body;
  return work.attempt(
    () => db.firstCalls.require(params.id),
    async (before) => {
      const at = indexOfKin(before, params.nokId);
      await assertVersion(db.firstCalls, before, version);
      assertWhole(sent, now);
      const list = before.next_of_kins.map(sentOf).with(at, { ...sent, id: params.nokId });
      const next = await changeSheet(context, before, { next_of_kins: list });
      return work.finish(presentKin(next.next_of_kins[at] as KinRecord));
    },
  );
});

const removeNok = handler(firstCallEndpoints.removeNok, writing, ({ params }, context) => {
  const { db, work } = context;
  return work.attempt(
    () => db.firstCalls.require(params.id),
    async (before) => {
      const at = indexOfKin(before, params.nokId);
      await changeSheet(context, before, { next_of_kins: before.next_of_kins.map(sentOf).toSpliced(at, 1) });
      return work.finish({ success: true as const });
    },
  );
});

const caseSectionsOf = ({ form, next_of_kins }: Pick<FirstCallRecord, 'form' | 'next_of_kins'>) =>
  firstCallToCaseSections({ form, next_of_kins: next_of_kins.map(({ values }) => values) });

/** A care home's number is shared by many people. */
const maxAtOneNumber = 5;

const sectionsShown = (sections: CaseSectionValues) =>
  caseSections.flatMap(({ id, title, fields }) => {
    const values: Readonly<Record<string, unknown>> = sections[id] ?? {};
    const filled = fields.flatMap(({ name }) => (name in values ? [{ field: name, value: values[name] }] : []));
    return filled.length ? [{ id, title, values: filled }] : [];
  });

const atNumber = async (records: Customers, phone: string, now: Date): Promise<CustomerRow[]> =>
  phone ? records.search(phone.slice(-10), maxAtOneNumber, now) : [];

/** The preview reserves no number and changes nothing. */
const conversionData = handler(
  firstCallEndpoints.conversionData,
  { firstCalls, cases, customers, organizations },
  async ({ params }, { db, now }) => {
    const sheet = await db.firstCalls.require(params.id);
    const home = await db.organizations.home(sheet.funeral_home_id);
    if (!home) throw new Error('a first call without a home');
    const today = todayIn(home.time_zone, now);
    const sections = caseSectionsOf(sheet);
    const kinShown = async ({ id, values }: KinRecord) => {
      const caller = textsIn(values, ['first_name', 'last_name', 'phone', 'email', 'zip_code']);
      const found = await atNumber(db.customers, caller.phone, now);
      const same = knownCaller(caller, found);
      return {
        id,
        name: nameIn(values, 'first_name', 'last_name'),
        relationship: stringAt(values, 'relationship'),
        can_become_customer: Boolean(caller.first_name && caller.last_name),
        customers: found.map((customer) => ({ customer, is_same: customer === same })),
      };
    };
    const [number, possible_cases, next_of_kins] = await Promise.all([
      sheet.case_number ?? db.cases.nextNumber(home.id, Number(today.slice(0, 4)), home.case_numbering),
      db.cases.sharing(likenessOf(sheet), sheet.case_id ?? undefined),
      Promise.all(sheet.next_of_kins.map(kinShown)),
    ]);
    return {
      id: sheet.id,
      version: sheet.version,
      case_id: sheet.case_id,
      case_number: typeof number === 'string' ? number : number.number,
      sections: sectionsShown(sections),
      missing: missingForStage(sections, { today, stage: 'active' }),
      possible_cases,
      next_of_kins,
    };
  },
);

const removalFields = ['removal_left_at', 'removal_arrived_at'] as const;

interface DeletionContext {
  db: { firstCalls: Pick<FirstCalls, 'remove'>; ssn: Pick<ReturnType<typeof createSsnRepository>, 'remove'> };
  work: Work<'first-call.deleted', 'first-call.deleted'>;
}

const deleteSheet = ({ db, work }: DeletionContext, sheet: FirstCallRecord): void => {
  const { id, ssn_id } = sheet;
  work
    .add(db.firstCalls.remove(sheet), ssn_id ? db.ssn.remove(ssn_id) : undefined)
    .audit('first-call.deleted', id)
    .announce('first-call.deleted', id, { first_call_id: id });
};

/** Each sheet takes three actions of a transaction, and one item announces all. */
const together = 30;

/** Deletes all, or none if one was converted. A repeated call continues after an interruption. */
const bulkDeleteFirstCalls = handler(firstCallEndpoints.bulkDelete, { firstCalls, ssn }, async ({ body }, context) => {
  const { db, work, actor } = context;
  const wanted = [...new Set(body.sheet_ids)];
  const found = await db.firstCalls.findAll(wanted);
  if (found.length === 0) throw notFound();
  const kept = found.filter((sheet) => !isAllowed(actor, 'first-call:delete', sheet));
  if (kept.length) throw converted(kept.map((sheet) => deceasedNameOf(sheet)));
  let deleted = 0;
  for (let at = 0; at < found.length; at += together) {
    const ids = found.slice(at, at + together).map(({ id }) => id);
    deleted += await work.attempt(
      () => db.firstCalls.findAll(ids),
      async (group) => {
        const left = group.filter((sheet) => isAllowed(actor, 'first-call:delete', sheet));
        for (const sheet of left) deleteSheet(context, sheet);
        await work.step();
        return left.length;
      },
    );
  }
  const message = `${deleted} first ${deleted === 1 ? 'call' : 'calls'} deleted`;
  return work.finish({ success: true as const, deleted_count: deleted, message });
});

const converted = (names: string[]): Error =>
  conflictError(firstCallEndpoints.bulkDelete, { converted: names, deleted_count: 0 }, firstCallMessages.someAreKept);

/** Undefined if no one was chosen. Throws 400 for a next of kin of another sheet. */
const placesOf = ({ next_of_kins }: FirstCallRecord, chosen: readonly string[] | null | undefined) =>
  chosen?.map((id) => {
    const at = next_of_kins.findIndex((nextOfKin) => nextOfKin.id === id);
    if (at < 0) throw invalid({ next_of_kin_customers: ['Please select next of kin of this first call'] });
    return at;
  });

/** One case per sheet. The encrypted SSN stays in its item; the case gets the reference. */
const convertToCase = handler(
  firstCallEndpoints.convertToCase,
  { firstCalls, ...opening },
  ({ params, body }, context) => {
    const { db, work } = context;
    const number = body.case_number_manual_override || undefined;
    const take = async (sheet: FirstCallRecord) => {
      const { id, funeral_home_id: homeId, ssn_id, ssn_last4 } = sheet;
      const becomeCustomers = placesOf(sheet, body.next_of_kin_customers);
      const sections = caseSectionsOf(sheet);
      const source = { field: 'source_first_call_id', id } as const;
      const caseRecord = await openCase(context, {
        homeId,
        number,
        source,
        ssn_id,
        ssn_last4,
        sections,
        becomeCustomers,
      });
      markConverted(context, sheet, caseRecord);
      return work.finish({ case_id: caseRecord.id, case_number: caseRecord.case_number });
    };
    return convertOnce(context, { read: () => db.firstCalls.require(params.id), number, take });
  },
);

/** The SSN stays with the sheet, because the case keeps what it knows. */
const attachToCase = handler(firstCallEndpoints.attachToCase, { firstCalls, cases }, ({ params, body }, context) => {
  const { db, work } = context;
  const take = async (sheet: FirstCallRecord) => {
    const nextOfKin = nextOfKins(caseSectionsOf(sheet).informant);
    const core = await attachTo(context, body.case, { kind: 'first_calls', id: sheet.id, nextOfKin });
    markAttached(context, sheet, core);
    return work.finish({ case_id: core.id, case_number: core.case_number });
  };
  const read = () => db.firstCalls.require(params.id);
  return attachOnce(context, { read, caseId: body.case, taken: attachMessages.otherFirstCall, take });
});

interface Change {
  version?: number | undefined;
  status?: 'draft' | 'active' | undefined;
}

/** A draft may have gaps but no malformed values, and an active sheet stays complete. */
const saveSheet = (context: ChangingContext, id: string, { version, status, ...sent }: Change & Values) => {
  const { db, work } = context;
  return work.attempt(
    () => db.firstCalls.require(id),
    async (before) => {
      await assertVersion(db.firstCalls, before, version);
      if (status === 'draft' && before.status === 'active') throw invalid({ status: [firstCallMessages.staysActive] });
      const next = await changeSheet(context, before, sent, status === 'active' ? 'active' : before.status);
      return work.finish(await presentFirstCall(db.firstCalls, next));
    },
  );
};

const updateFirstCall = handler(firstCallEndpoints.update, writing, ({ params, body }, context) =>
  saveSheet(context, params.id, body),
);

const autoSaveFirstCall = handler(firstCallEndpoints.autoSave, writing, ({ body: { id, ...sent } }, context) =>
  id ? saveSheet(context, id, sent) : createSheet(context, sent, 'draft'),
);

const deleteFirstCall = handler(firstCallEndpoints.delete, { firstCalls, ssn }, ({ params }, context) =>
  context.work.attempt(
    () => context.db.firstCalls.require(params.id),
    (sheet) => {
      assertAllowed(context.actor, 'first-call:delete', sheet);
      deleteSheet(context, sheet);
      return context.work.finish({ success: true as const });
    },
  ),
);

/** Returns when the team left and arrived after a step at `at`, which keeps the time of its first click. */
const removalAfter = (
  { removal_left_at, removal_arrived_at }: FirstCallRecord,
  { step, undo }: RemovalStep,
  at: string,
): Pick<FirstCallRecord, (typeof removalFields)[number]> => {
  const left = removal_left_at ?? at;
  const arrived = removal_arrived_at ?? at;
  return {
    left: undo ? { removal_left_at: null, removal_arrived_at } : { removal_left_at: left, removal_arrived_at },
    arrived: undo
      ? { removal_left_at, removal_arrived_at: null }
      : { removal_left_at: left, removal_arrived_at: arrived },
  }[step];
};

/** The promise outlives the conversion, so a converted sheet takes it as well. */
const recordRemoval = handler(firstCallEndpoints.recordRemoval, { firstCalls }, ({ params, body }, context) => {
  const { db, work, actor, now } = context;
  return work.attempt(
    () => db.firstCalls.require(params.id),
    async (before) => {
      if (body.undo && body.step === 'left' && before.removal_arrived_at)
        throw conflictError(
          firstCallEndpoints.recordRemoval,
          { current: await presentFirstCall(db.firstCalls, before) },
          firstCallMessages.hasArrived,
        );
      const at = now.toISOString();
      const steps = removalAfter(before, body, at);
      const changes = removalFields
        .filter((field) => steps[field] !== before[field])
        .map((field) => ({ field, from: before[field], to: steps[field] }));
      if (changes.length === 0) return work.finish(await presentFirstCall(db.firstCalls, before));
      const next: FirstCallRecord = {
        ...before,
        ...steps,
        updated_at: at,
        updated_by_name: actor.name,
        version: before.version + 1,
      };
      work
        .add(db.firstCalls.change(before, next))
        .audit('first-call.updated', next.id, changes)
        .announce('first-call.updated', next.id, { first_call_id: next.id });
      return work.finish(await presentFirstCall(db.firstCalls, next));
    },
  );
});

const listFirstCalls = handler(firstCallEndpoints.list, { firstCalls }, async ({ query }, { db, request, now }) => {
  const paging = pageRequest(query);
  const { status, location: home, ordering } = query;
  const promised = query.promised === 'true';
  const found = await db.firstCalls.list({ ...paging, status, home, ordering, promised }, now);
  return pageAnswer(request.path, query, paging, found);
});

const getFirstCall = handler(firstCallEndpoints.get, { firstCalls }, async ({ params }, { db }) =>
  presentFirstCall(db.firstCalls, await db.firstCalls.require(params.id)),
);

const createFirstCall = handler(firstCallEndpoints.create, writing, ({ body }, context) =>
  createSheet(context, body, body.status ?? 'active'),
);

export const firstCallRoutes = routesOf(firstCallEndpoints, {
  list: listFirstCalls,
  create: createFirstCall,
  autoSave: autoSaveFirstCall,
  bulkDelete: bulkDeleteFirstCalls,
  get: getFirstCall,
  update: updateFirstCall,
  delete: deleteFirstCall,
  recordRemoval,
  conversionData,
  convertToCase,
  attachToCase,
  noks: listNoks,
  addNok,
  replaceNok,
  removeNok,
});
