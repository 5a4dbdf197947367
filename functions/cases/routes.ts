import * as z from 'zod';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { type CasePresence, presenceTimeoutSeconds } from '#domain/cases/case.schema.ts';
import { caseMessages, defaultDeletionReason } from '#domain/cases/case-lifecycle.ts';
import { presentCase } from '#domain/cases/present-case.ts';
import { assertAllowed, denialReason } from '#domain/registry/policies.ts';
import { invalid, notFound } from '#domain/shared/contract/errors.ts';
import { addDays, addMonths, type CalendarDate, startOfDay, todayIn } from '#domain/shared/values/calendar-date.ts';
import { homeNotFound } from '#domain/shared/values/slug.ts';
import { statementMessages } from '#domain/statements/statement-messages.ts';
import { announceCaseSheets } from '#functions/calendar/shared/announce-sheets.ts';
import { customers } from '#functions/customers/repository/customer-database.ts';
import { firstCalls } from '#functions/first-calls/repository/first-calls.ts';
import { submissions } from '#functions/intake/repository/submissions.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { type ContextOf, handler, routesOf } from '#functions/platform/api/handler.ts';
import { pageAnswer, pageRequest } from '#functions/platform/api/paging.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { ssn } from '#functions/ssn/repository.ts';
import { activateCase, cancelCase, completeCase, reopenCase } from './change-case-status.ts';
import { createCase } from './create-case.ts';
import { hasLedger, hasStatements } from './repository/case-record.ts';
import { type CaseRecord, type Cases, cases } from './repository/cases.ts';
import { addCaseEdit, caseEditNeeds } from './shared/edit-case.ts';
import { filtersOf, removeCase } from './shared/remove-case.ts';

const needs = { cases, customers, submissions, firstCalls, ssn };
type Context = ContextOf<typeof caseEndpoints.bulkDelete, typeof needs>;

const caseReference = ({ id, case_number }: CaseRecord) => ({ id, case_number });

const deletionFacts = (core: CaseRecord, byForce: boolean) => ({
  status: core.status,
  hasPayments: hasLedger(core),
  hasStatements: hasStatements(core),
  byForce,
  hasCustody: core.has_custody,
});

/** Throws 409 with the cases that cannot be deleted; payments under their documented name (D1 §8). */
const assertAllMay = ({ actor }: Context, cases: readonly CaseRecord[], byForce: boolean, deleted: number): void => {
  const refused = cases.flatMap((core) => {
    const about = deletionFacts(core, byForce);
    return denialReason(actor, 'case:delete', about) ? [{ core, ...about }] : [];
  });
  if (refused.length === 0) return;
  const paidCases = refused.filter(({ hasPayments }) => hasPayments);
  const problem = refused.some((refusedCase) => refusedCase.hasStatements)
    ? statementMessages.kept
    : refused.some(({ hasCustody }) => hasCustody)
      ? caseMessages.hasCustody
      : caseMessages.deleteByForce;
  const numbers = refused.map(({ core }) => core.case_number).join(', ');
  const response = {
    success: false as const,
    deleted_count: deleted,
    ...(paidCases.length
      ? { hasPayments: true as const, casesWithPayments: paidCases.map(({ core }) => caseReference(core)) }
      : {}),
    blocked: refused.filter(({ hasPayments }) => !hasPayments).map(({ core }) => caseReference(core)),
  };
  throw conflictError(
    caseEndpoints.bulkDelete,
    response,
    `${paidCases.length ? caseMessages.hasPayments : problem} (${numbers})`,
  );
};

const updateCase = handler(caseEndpoints.update, caseEditNeeds, ({ params, body }, context) => {
  const { db, work } = context;
  return work.attempt(async () => {
    const before = await db.cases.require(params.id);
    const next = await addCaseEdit(context, before, body);
    announceCaseSheets(work, { before, next: { ...before, core: next, sections: next.sections } }, context);
    return work.finish(next);
  });
});

/** Deletes all cases or none; each has its own transaction, and a repeated call continues. */
const bulkDeleteCases = handler(caseEndpoints.bulkDelete, needs, async ({ body }, context) => {
  const { db, work } = context;
  const { force = false, reason = '' } = body;
  const cases = await db.cases.cores([...new Set(body.case_ids)]);
  if (cases.length === 0) throw notFound();
  assertAllMay(context, cases, force, 0);
  let deleted = 0;
  for (const { id } of cases) {
    const isGone = await work.attempt(
      () => db.cases.find(id),
      async (caseRecord) => {
        if (!caseRecord) return false;
        // The case may have been reopened or paid since the first check.
        assertAllMay(context, [caseRecord.core], force, deleted);
        await removeCase(context, caseRecord, reason || defaultDeletionReason);
        await work.step();
        return true;
      },
    );
    if (isGone) deleted++;
  }
  return work.finish({
    success: true as const,
    deleted_count: deleted,
    message: `${deleted} ${deleted === 1 ? 'case' : 'cases'} deleted`,
  });
});

const Here = z.object({
  id: z.string(),
  name: z.string(),
  section: z.string().nullable(),
  since: z.string(),
  expires_at: z.number(),
});

const maxShown = 20;

/** Users who have a case open, in items that expire and are not in any audit log or list. */
const casePresence = {
  grants: ['table:cases'],
  in: (table: Table, keys: Keys) => ({
    async stay(caseId: string, person: { id: string; name: string }, section: string | null, now: Date): Promise<void> {
      const seconds = Math.floor(now.getTime() / 1000);
      const storedPresence = await table.get(keys.present(caseId, person.id));
      const since =
        storedPresence && Number(storedPresence.expires_at) > seconds
          ? String(storedPresence.since)
          : now.toISOString();
      await table.update({
        update: keys.present(caseId, person.id),
        set: { id: person.id, name: person.name, section, since, expires_at: seconds + presenceTimeoutSeconds },
      });
    },
    leave: (caseId: string, profileId: string): Promise<void> =>
      table.transact([{ delete: keys.present(caseId, profileId) }]),
    async others(caseId: string, profileId: string, now: Date): Promise<CasePresence['others']> {
      const items = await table.query({ pk: keys.presence(caseId), consistent: false, limit: 100 });
      return items
        .map((item) => Here.parse(item))
        .filter(({ id, expires_at }) => id !== profileId && expires_at > now.getTime() / 1000)
        .sort((a, b) => a.since.localeCompare(b.since))
        .slice(0, maxShown)
        .map(({ expires_at: _until, ...person }) => person);
    },
  }),
} as const satisfies Repository;

const markPresence = handler(
  caseEndpoints.presence,
  { cases, presence: casePresence },
  async ({ params: { id }, body }, { db, actor, now }) => {
    await db.cases.requireCore(id);
    if (body.leaving) await db.presence.leave(id, actor.id);
    else await db.presence.stay(id, actor, body.section ?? null, now);
    return { others: await db.presence.others(id, actor.id, now) };
  },
);

const defaultDays = 30;
const maxDaysOneByOne = 92;

/** Returns the first days of the parts: each day, or the first day and following first days of months. */
const partsOf = (from: CalendarDate, today: CalendarDate, days: number): CalendarDate[] => {
  if (days <= maxDaysOneByOne) return Array.from({ length: days }, (_, at) => addDays(from, at));
  const parts = [from];
  for (let month = addMonths(`${from.slice(0, 7)}-01`, 1); month <= today; month = addMonths(month, 1))
    parts.push(month);
  return parts;
};

/** Counters make the cost independent of the number of cases. */
const getStatistics = handler(
  caseEndpoints.statistics,
  { cases, organizations },
  async ({ query }, { db, actor, now }) => {
    const days = Number(query.days ?? defaultDays);
    const zone = (await db.organizations.plainHome(query.location ?? actor.homeId))?.time_zone ?? 'UTC';
    const instantOf = (day: CalendarDate): string => startOfDay(day, zone).toISOString();
    const today = todayIn(zone, now);
    const from = addDays(today, 1 - days);
    const parts = partsOf(from, today, days);
    const bounds = [addDays(from, -days), ...parts, addDays(today, 1)].map(instantOf);
    const [{ by_status, opened_by_status, between }, services] = await Promise.all([
      db.cases.opened(query.location, instantOf(from), bounds),
      db.cases.services(query.location, { from: today, before: addDays(today, days) }),
    ]);
    const sum = (of: Record<string, number>) => Object.values(of).reduce((all, count) => all + count, 0);
    const [opened_before = 0, ...counts] = between;
    const periods = parts.map((first, at) => ({ first, count: counts[at] ?? 0 }));
    const isByDay = days <= maxDaysOneByOne;
    return {
      days,
      from,
      to: today,
      total: sum(by_status),
      by_status,
      opened: sum(opened_by_status),
      opened_by_status,
      opened_before,
      opened_by_day: isByDay ? periods.map(({ first, count }) => ({ date: first, count })) : [],
      opened_by_month: isByDay ? [] : periods.map(({ first, count }) => ({ month: first.slice(0, 7), count })),
      services_ahead: services.count,
      services_ahead_is_exact: services.isExact,
    };
  },
);

/** Force ignores the status; a confirmation must be the case's number. */
const deleteCase = handler(caseEndpoints.delete, needs, ({ params, query }, context) => {
  const { db, work, actor } = context;
  const { force, confirmation, reason = '' } = query;
  return work.attempt(
    () => db.cases.require(params.id),
    async (caseRecord) => {
      const { core } = caseRecord;
      const about = deletionFacts(core, force === 'true');
      if (about.hasPayments && denialReason(actor, 'case:delete', about)?.kind === 'conflict')
        throw conflictError(caseEndpoints.delete, { hasPayments: true }, caseMessages.hasPayments);
      assertAllowed(actor, 'case:delete', about);
      if (confirmation !== undefined && confirmation.trim().toUpperCase() !== core.case_number.toUpperCase())
        throw invalid({ confirmation: [caseMessages.confirmationDiffers] });
      await removeCase(context, caseRecord, reason);
      return work.finish({ success: true as const });
    },
  );
});

const maxInQueue = 10;
const days = 7;

const listed = ({ count, isExact, rows }: Awaited<ReturnType<Cases['list']>>) => ({
  count,
  count_is_exact: isExact,
  cases: rows,
});

const getQueue = handler(caseEndpoints.queue, { cases, organizations }, async ({ query }, { db, actor, now }) => {
  const home = query.location;
  const zone = (await db.organizations.plainHome(home ?? actor.homeId))?.time_zone ?? 'UTC';
  const today = todayIn(zone, now);
  const first = { home, page: 1, pageSize: maxInQueue };
  const [services, drafts, lacking] = await Promise.all([
    db.cases.nextServices(home, { from: today, before: addDays(today, days) }, maxInQueue),
    db.cases.list({ ...first, status: 'draft' }),
    db.cases.list({ ...first, status: 'active', lacking: true }),
  ]);
  return { services: listed(services), drafts: listed(drafts), lacking: listed(lacking) };
});

const listCases = handler(caseEndpoints.list, { cases, organizations }, async ({ query }, context) => {
  const { db, request } = context;
  const paging = pageRequest(query);
  const { status, location, case_number } = query;
  if (!case_number) {
    const page = await db.cases.list({ ...paging, ...(await filtersOf(query, db.organizations, context)) });
    return pageAnswer(request.path, query, paging, page);
  }
  // A filter by number is exact, while a search matches prefixes (D1 §7, check-number falls back to it).
  const row = await db.cases.rowByNumber(case_number);
  const matches = row && (!status || row.status === status) && (!location || row.funeral_home_id === location);
  const rows = matches ? [row] : [];
  return pageAnswer(request.path, query, paging, { count: rows.length, rows: paging.page === 1 ? rows : [] });
});

const previewNextNumber = handler(
  caseEndpoints.previewNextNumber,
  { cases, organizations },
  async ({ query }, { db, actor, now }) => {
    const home = await db.organizations.home(query.location ?? actor.homeId);
    if (!home) throw notFound(homeNotFound);
    const year = Number(query.year ?? todayIn(home.time_zone, now).slice(0, 4));
    const { number } = await db.cases.nextNumber(home.id, year, home.case_numbering);
    return { case_number: number };
  },
);

const getCase = handler(caseEndpoints.get, { cases, organizations }, async ({ params }, { db }) => {
  const [{ core, sections }, names] = await Promise.all([db.cases.require(params.id), db.organizations.homeNames()]);
  return presentCase({ ...core, funeral_home_name: names.get(core.funeral_home_id) ?? '' }, sections);
});

const findDuplicates = handler(caseEndpoints.duplicates, { cases }, ({ query }, { db }) => {
  const { first_name = '', last_name = '', date_of_birth = '', date_of_death = '' } = query;
  return db.cases.alike({ first_name, last_name, date_of_birth, date_of_death });
});

const checkNumber = handler(caseEndpoints.checkNumber, { cases }, async ({ query }, { db }) => ({
  exists: await db.cases.numberTaken(query.case_number),
}));

export const caseRoutes = routesOf(caseEndpoints, {
  list: listCases,
  create: createCase,
  previewNextNumber,
  checkNumber,
  duplicates: findDuplicates,
  statistics: getStatistics,
  queue: getQueue,
  bulkDelete: bulkDeleteCases,
  get: getCase,
  update: updateCase,
  delete: deleteCase,
  activate: activateCase,
  complete: completeCase,
  cancel: cancelCase,
  reopen: reopenCase,
  presence: markPresence,
});
