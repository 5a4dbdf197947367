import { deadlineEndpoints } from '#domain/deadlines/deadline.endpoints.ts';
import type { Deadline } from '#domain/deadlines/deadline.schema.ts';
import { factsOf } from '#domain/deadlines/deadline-facts.ts';
import { obligationsOf } from '#domain/deadlines/obligations.ts';
import { cleanOverride, overrideErrors, overrideMessages } from '#domain/deadlines/override.fields.ts';
import { type DeadlineKind, deadlineLabels } from '#domain/deadlines/rule-builders.ts';
import { assertAllowed } from '#domain/registry/policies.ts';
import { invalid, notFound } from '#domain/shared/contract/errors.ts';
import { addDays, type CalendarDate, daysBetween, momentIn, parseDate } from '#domain/shared/values/calendar-date.ts';
import { cases, type StoredCase } from '#functions/cases/repository/cases.ts';
import { type Organizations, organizations } from '#functions/organizations/repository/organizations.ts';
import { type PermitRecord, permits } from '#functions/permits/repository.ts';
import { type ContextOf, handler, routesOf } from '#functions/platform/api/handler.ts';
import { pageAnswer, pageRequest } from '#functions/platform/api/paging.ts';
import type { SortRange } from '#functions/platform/store/lists/list-page.ts';
import { type DueRecord, deadlineOverrides, deadlines, type OverrideRecord } from './repository/deadlines.ts';
import { isWithin, type Minute, rangeInZones } from './shared/due-range.ts';

type People = Pick<Organizations, 'profile'>;

const ownerNames = async (people: People, ids: readonly (string | null)[]): Promise<Map<string, string>> => {
  const distinct = [...new Set(ids.filter((id) => id !== null && id !== ''))] as string[];
  const found = await Promise.all(distinct.map((id) => people.profile(id)));
  return new Map(
    found.flatMap((profile) =>
      profile ? [[profile.id, `${profile.first_name} ${profile.last_name}`.trim()] as const] : [],
    ),
  );
};

interface DeadlineState {
  caseRecord: StoredCase;
  permits: readonly PermitRecord[];
  overrides: readonly OverrideRecord[];
}

const presentDeadlines = async (
  people: People,
  { caseRecord, permits, overrides }: DeadlineState,
): Promise<Deadline[]> => {
  const { core, sections } = caseRecord;
  const values = Object.fromEntries(Object.entries(sections).map(([id, section]) => [id, section.values]));
  const all = obligationsOf(factsOf(core, values, permits), { owner: core.created_by_id ?? null, overrides });
  const names = await ownerNames(
    people,
    all.map(({ owner }) => owner),
  );
  return all.map((obligation) => {
    const decided = overrides.find(({ kind }) => kind === obligation.kind);
    return {
      kind: obligation.kind,
      title: deadlineLabels[obligation.kind],
      is_wait: obligation.kind === 'cremation_wait',
      due: obligation.due,
      time: obligation.time,
      owner: obligation.owner,
      owner_name: names.get(obligation.owner ?? '') ?? '',
      state: obligation.state,
      why: obligation.why,
      source: obligation.source,
      broken: obligation.broken,
      done: obligation.done !== null,
      done_on: obligation.done?.on ?? null,
      override: decided ? { ...decided } : null,
    };
  });
};

const writing = { cases, permits, deadlineOverrides, organizations };
type Context = ContextOf<typeof deadlineEndpoints.override, typeof writing>;

const fields = ['settled', 'due', 'owner', 'reason'] as const;

const changesOf = (kind: DeadlineKind, before: OverrideRecord | undefined, next: OverrideRecord | undefined) => [
  { field: 'deadlines.kind', from: kind, to: kind },
  ...fields
    .filter((name) => (before?.[name] ?? null) !== (next?.[name] ?? null))
    .map((name) => ({ field: `deadlines.${name}`, from: before?.[name] ?? null, to: next?.[name] ?? null })),
];

const readState = async (db: Context['db'], id: string) => {
  const [caseRecord, { entries: permits }, list] = await Promise.all([
    db.cases.require(id),
    db.permits.of(id),
    db.deadlineOverrides.of(id),
  ]);
  return { caseRecord, permits, overrides: list.entries, list };
};

/** Replaces a decision; throws 404 for a deadline that the case does not have. */
const decide = (
  context: Context,
  { id, kind }: { id: string; kind: DeadlineKind },
  next: (died: CalendarDate | undefined) => Promise<OverrideRecord | undefined>,
) => {
  const { db, work, actor, now } = context;
  return context.work.attempt(async () => {
    const { list, ...state } = await readState(db, id);
    assertAllowed(actor, 'deadline:decide', state.caseRecord.core);
    const presented = await presentDeadlines(db.organizations, state);
    if (!presented.some((obligation) => obligation.kind === kind)) throw notFound(overrideMessages.notAsked);
    const before = list.entries.find((entry) => entry.kind === kind);
    const decided = await next(parseDate(state.caseRecord.sections.deceased?.values.date_of_death));
    if (!before && !decided) return work.finish(presented);
    const overrides = [...list.entries.filter((entry) => entry.kind !== kind), ...(decided ? [decided] : [])];
    return work
      .add(db.deadlineOverrides.write(id, list, overrides), db.cases.changeCore(state.caseRecord.core, {}, now))
      .audit('deadline.overridden', id, changesOf(kind, before, decided))
      .announce('deadline.overridden', id, { case_id: id, kind })
      .finish(await presentDeadlines(db.organizations, { ...state, overrides }));
  });
};

const overrideDeadline = handler(deadlineEndpoints.override, writing, ({ params, body }, context) => {
  const { db, actor, now } = context;
  return decide(context, params, async (died) => {
    const errors = overrideErrors(body);
    if (Object.keys(errors).length) throw invalid(errors);
    const kept = cleanOverride(body);
    if (kept.due && died && kept.due < died) throw invalid({ due: [overrideMessages.beforeDeath] });
    if (kept.owner && (await db.organizations.profile(kept.owner))?.status !== 'active')
      throw invalid({ owner: [overrideMessages.noSuchOwner] });
    return {
      kind: params.kind,
      due: kept.due ?? null,
      owner: kept.owner ?? null,
      settled: (kept.settled as OverrideRecord['settled']) ?? null,
      reason: kept.reason ?? '',
      by_name: actor.name,
      at: now.toISOString(),
    };
  });
});

const resetDeadline = handler(deadlineEndpoints.reset, writing, ({ params }, context) =>
  decide(context, params, async () => undefined),
);

/** Imported cases have no deadlines until a person starts them. */
const runDeadlines = handler(deadlineEndpoints.run, writing, ({ params: { id }, body: { running } }, context) => {
  const { db, work, actor, now } = context;
  return context.work.attempt(async () => {
    const { caseRecord, ...state } = await readState(db, id);
    assertAllowed(actor, 'deadline:decide', caseRecord.core);
    const changed = { ...caseRecord, core: { ...caseRecord.core, deadlines_run: running } };
    const answer = await presentDeadlines(db.organizations, { ...state, caseRecord: changed });
    const from = caseRecord.core.deadlines_run ?? null;
    if (from === running) return work.finish(answer);
    return work
      .add(db.cases.changeCore(caseRecord.core, { deadlines_run: running }, now))
      .audit('case.updated', id, [{ field: 'deadlines_run', from, to: running }])
      .announce('case.updated', id, { case_id: id })
      .finish(answer);
  });
});

type Urgency = 'overdue' | 'soon' | 'later';

/** The range of a status at a minute of a home: soon is from then to the day after tomorrow (D3 §4). */
const rangeOf = (urgency: Urgency, { day, time }: Minute): SortRange => {
  const [minute, behindSoon] = [`${day} ${time}`, addDays(day, 3)];
  if (urgency === 'overdue') return { to: minute };
  return urgency === 'soon' ? { from: minute, to: behindSoon } : { from: behindSoon };
};

interface Naming {
  readonly zones: ReadonlyMap<string, string>;
  readonly homes: ReadonlyMap<string, string>;
  readonly owners: ReadonlyMap<string, string>;
}

const presentRow = (row: DueRecord, { zones, homes, owners }: Naming, now: Date) => {
  const here = momentIn(zones.get(row.funeral_home_id) ?? 'UTC', now);
  return {
    id: row.id,
    case: row.case_id,
    case_number: row.case_number,
    deceased_name: row.deceased_name,
    funeral_home_id: row.funeral_home_id,
    funeral_home_name: homes.get(row.funeral_home_id) ?? '',
    kind: row.kind,
    title: deadlineLabels[row.kind],
    due: row.due,
    time: row.time,
    state: row.state,
    days_left: daysBetween(here.day, row.due),
    overdue: isWithin(row, rangeOf('overdue', here)),
    owner: row.owner || null,
    owner_name: owners.get(row.owner) ?? '',
  };
};

const listDeadlines = handler(
  deadlineEndpoints.list,
  { deadlines, organizations },
  async ({ query }, { db, now, request }) => {
    const paging = pageRequest(query);
    const { standing: urgency, location: home, kind, owner, state } = query;
    const zones = await db.organizations.homeZones();
    const zone = zones.get(home ?? '');
    const asked = home && zone ? new Map([[home, zone]]) : zones;
    const page = await db.deadlines.list({
      ...paging,
      home,
      kind,
      owner,
      state,
      ...(urgency ? rangeInZones((minute) => rangeOf(urgency, minute), asked, now) : { range: {} }),
    });
    const [homes, owners] = await Promise.all([
      db.organizations.homeNames(),
      ownerNames(
        db.organizations,
        page.rows.map((row) => row.owner),
      ),
    ]);
    return pageAnswer(request.path, query, paging, {
      ...page,
      rows: page.rows.map((row) => presentRow(row, { zones, homes, owners }, now)),
    });
  },
);

const listDeadlinesOfCase = handler(deadlineEndpoints.ofCase, writing, async ({ params: { id } }, { db }) =>
  presentDeadlines(db.organizations, await readState(db, id)),
);

export const deadlineRoutes = routesOf(deadlineEndpoints, {
  list: listDeadlines,
  ofCase: listDeadlinesOfCase,
  run: runDeadlines,
  override: overrideDeadline,
  reset: resetDeadline,
});
