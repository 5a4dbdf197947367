import { deadlineEndpoints } from '#domain/deadlines/deadline.endpoints.ts';
import type { DeadlineKind } from '#domain/deadlines/deadline-kinds.ts';
import { keptOverride, overrideErrors, overrideMessages } from '#domain/deadlines/override.fields.ts';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { invalid, notFound } from '#domain/shared/contract/errors.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { parseDate } from '#domain/shared/values/life-dates.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { deadlineOverrides, type OverrideRecord } from '#functions/deadlines/repository/deadline-overrides.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { permits } from '#functions/permits/repository.ts';
import type { ContextOf } from '#functions/platform/api/context.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { presentDeadlines } from './deadline-work.ts';

const writing = { cases, permits, deadlineOverrides, organizations };
type Context = ContextOf<typeof deadlineEndpoints.override, typeof writing>;

const fields = ['settled', 'due', 'owner', 'reason'] as const;

/** For the trail of the case: which deadline it is, and what is decided differently now. */
const changesOf = (kind: DeadlineKind, before: OverrideRecord | undefined, next: OverrideRecord | undefined) => [
  { field: 'deadlines.kind', from: kind, to: kind },
  ...fields
    .filter((name) => (before?.[name] ?? null) !== (next?.[name] ?? null))
    .map((name) => ({ field: `deadlines.${name}`, from: before?.[name] ?? null, to: next?.[name] ?? null })),
];

/** The case with what decides its deadlines, for a person who may change them. */
const openState = async ({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string) => {
  const [caseRecord, { entries: permits }, list] = await Promise.all([
    db.cases.require(id),
    db.permits.of(id),
    db.deadlineOverrides.of(id),
  ]);
  assertAllowed(actor, 'deadline:decide', caseRecord.core);
  return { kase: caseRecord, permits, list };
};

/** Puts another decision in the place of the one that stands; throws 404 for a deadline that the case has not. */
const decide = (
  context: Context,
  { id, kind }: { id: string; kind: DeadlineKind },
  next: (died: CalendarDate | undefined) => Promise<OverrideRecord | undefined>,
) => {
  const { db, work, now } = context;
  return context.work.attempt(async () => {
    const { list, ...state } = await openState(context, id);
    const standing = await presentDeadlines(db.organizations, { ...state, overrides: list.entries });
    if (!standing.some((one) => one.kind === kind)) throw notFound(overrideMessages.notAsked);
    const before = list.entries.find((one) => one.kind === kind);
    const decided = await next(parseDate(state.kase.sections.deceased?.values.date_of_death));
    if (!before && !decided) return work.finish(standing);
    const overrides = [...list.entries.filter((one) => one.kind !== kind), ...(decided ? [decided] : [])];
    return work
      .add(db.deadlineOverrides.write(id, list, overrides), db.cases.changeCore(state.kase.core, {}, now))
      .audit('deadline.overridden', id, changesOf(kind, before, decided))
      .announce('deadline.overridden', id, { case_id: id, kind })
      .finish(await presentDeadlines(db.organizations, { ...state, overrides }));
  });
};

/** Decides about a deadline of a case: done, not needed, another day or another owner, never without a reason. */
export const overrideDeadline = handler(deadlineEndpoints.override, writing, ({ params, body }, context) => {
  const { db, actor, now } = context;
  return decide(context, params, async (died) => {
    const errors = overrideErrors(body);
    if (Object.keys(errors).length) throw invalid(errors);
    const kept = keptOverride(body);
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

/** Takes a decision back: the rule holds again. */
export const resetDeadline = handler(deadlineEndpoints.reset, writing, ({ params }, context) =>
  decide(context, params, async () => undefined),
);

/** Starts or stops the deadlines of a case, so that a case brought in from elsewhere alarms only where a person wants it. */
export const runDeadlines = handler(
  deadlineEndpoints.run,
  writing,
  ({ params: { id }, body: { running } }, context) => {
    const { db, work, now } = context;
    return context.work.attempt(async () => {
      const { kase: caseRecord, permits, list } = await openState(context, id);
      const answer = await presentDeadlines(db.organizations, {
        ...{
          kase: { ...caseRecord, core: { ...caseRecord.core, deadlines_run: running } },
          permits,
          overrides: list.entries,
        },
      });
      const from = caseRecord.core.deadlines_run ?? null;
      if (from === running) return work.finish(answer);
      return work
        .add(db.cases.changeCore(caseRecord.core, { deadlines_run: running }, now))
        .audit('case.updated', id, [{ field: 'deadlines_run', from, to: running }])
        .announce('case.updated', id, { case_id: id })
        .finish(answer);
    });
  },
);
