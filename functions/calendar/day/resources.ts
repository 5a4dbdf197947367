import { v7 as uuid } from 'uuid';
import { dayEndpoints } from '#domain/calendar/day.endpoints.ts';
import type { Resource } from '#domain/calendar/day.schema.ts';
import { dayMessages } from '#domain/calendar/day-messages.ts';
import { assertAllowed } from '#domain/registry/policies.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { pick } from '#domain/shared/values/pick.ts';
import { foldForSearch } from '#domain/shared/values/search-text.ts';
import { homesByName } from '#functions/organizations/repository/homes.ts';
import { type ContextOf, handler } from '#functions/platform/api/handler.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import { type Change, changesBetween } from '#functions/platform/store/audit/audit-log.ts';
import { days } from '../repository/days.ts';

const needs = { days, homes: homesByName };
type Context = ContextOf<typeof dayEndpoints.addResource, typeof needs>;

const inOrder = (a: Resource, b: Resource): number =>
  a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name, 'en', { numeric: true });

const listResources = handler(dayEndpoints.resources, { days }, async (_, { db }) => ({
  results: (await db.days.resources()).toSorted(inOrder),
}));

const assertValid = async ({ db }: Pick<Context, 'db'>, next: Resource): Promise<void> => {
  const [all, homes] = await Promise.all([db.days.resources(), db.homes.homeNames()]);
  if (next.funeral_home_id && !homes.has(next.funeral_home_id))
    throw invalid({ funeral_home: [dayMessages.noSuchHome] });
  const isSameName = (one: Resource): boolean =>
    one.active && one.id !== next.id && one.kind === next.kind && foldForSearch(one.name) === foldForSearch(next.name);
  if (next.active && all.some(isSameName)) throw invalid({ name: [dayMessages.sameName] });
};

const changesOf = (before: Partial<Resource>, next: Resource): Change[] =>
  changesBetween(pick(before, audited), pick(next, audited)).map(({ field, ...change }) => ({
    field: `resources.${field}`,
    ...change,
  }));
const audited = ['kind', 'name', 'minutes_between', 'note', 'active'] as const;

const addResource = handler(dayEndpoints.addResource, needs, async ({ body }, context) => {
  const { db, work, actor, now } = context;
  const { funeral_home: home, ...values } = body;
  assertAllowed(actor, 'home:edit', { homeId: home ?? actor.homeId });
  const id = uuid({ msecs: now.getTime() });
  const resource: Resource = { id, version: 1, funeral_home_id: home, ...values, active: true };
  await assertValid(context, resource);
  return work
    .add(db.days.createResource(resource))
    .audit('resource.added', home ?? actor.homeId, changesOf({}, resource))
    .announce('home.updated', home ?? actor.homeId, { funeral_home_id: home ?? actor.homeId })
    .finish(resource);
});

const changeResource = handler(dayEndpoints.changeResource, needs, ({ params, body }, context) =>
  context.work.attempt(async () => {
    const { db, work, actor } = context;
    const before = await db.days.resource.require(params.id);
    const { version, funeral_home: home = before.funeral_home_id, ...values } = body;
    for (const id of new Set([before.funeral_home_id, home]))
      assertAllowed(actor, 'home:edit', { homeId: id ?? actor.homeId });
    if (version !== undefined && version !== before.version)
      throw conflictError(dayEndpoints.changeResource, { current: before });
    const next = { ...before, ...values, funeral_home_id: home };
    await assertValid(context, next);
    return work
      .add(db.days.changeResource(before, next))
      .audit('resource.changed', home ?? actor.homeId, changesOf(before, next))
      .announce('home.updated', home ?? actor.homeId, { funeral_home_id: home ?? actor.homeId })
      .finish({ ...next, version: before.version + 1 });
  }),
);

export const resourceRoutes = { resources: listResources, addResource, changeResource };
