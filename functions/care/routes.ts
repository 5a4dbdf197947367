import { v7 as uuid } from 'uuid';
import { careEndpoints } from '#domain/care/care.endpoints.ts';
import type { CareCard, CareCount, CarePlace, CaseCustody } from '#domain/care/care.schema.ts';
import { countDifferences } from '#domain/care/custody.ts';
import { custodyRuleOf } from '#domain/care/custody-rules.ts';
import { isOurs } from '#domain/care/places.ts';
import { readTag } from '#domain/care/tag-code.ts';
import { gateLabels } from '#domain/gates/gate-names.ts';
import { assertAllowed } from '#domain/registry/policies.ts';
import { AppError, invalid, notFound } from '#domain/shared/contract/errors.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { foldForSearch } from '#domain/shared/values/search-text.ts';
import type { CaseListRow } from '#functions/cases/repository/case-rows.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { homesByName } from '#functions/organizations/repository/homes.ts';
import { type ContextOf, handler, routesOf } from '#functions/platform/api/handler.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import type { Change } from '#functions/platform/store/audit/audit-log.ts';
import { move } from './move.ts';
import { addEffect, changeEffect, returnEffects, showEffects } from './personal-effects.ts';
import { custody, presentSubject, type SubjectRecord } from './repository/custody.ts';
import { careCounts, carePlaces, type PlaceRecord } from './repository/places.ts';
import { newBody } from './shared/write-entry.ts';

const needs = { carePlaces, homes: homesByName };
const placeOrder = (a: PlaceRecord, b: PlaceRecord): number =>
  a.funeral_home_id.localeCompare(b.funeral_home_id) || a.name.localeCompare(b.name, 'en', { numeric: true });

const presentPlace = (place: PlaceRecord, names: ReadonlyMap<string, string>): CarePlace => ({
  ...place,
  funeral_home_name: names.get(place.funeral_home_id) ?? '',
});

const listPlaces = handler(careEndpoints.places, needs, async (_, { db }) => {
  const [places, names] = await Promise.all([db.carePlaces.all(), db.homes.homeNames()]);
  return places.toSorted(placeOrder).map((place) => presentPlace(place, names));
});

const changesOf = (before: Partial<PlaceRecord>, next: PlaceRecord): Change[] =>
  (['name', 'kind', 'capacity', 'ours', 'active'] as const)
    .map((field) => ({ field: `places.${field}`, from: before[field]?.toString(), to: next[field]?.toString() }))
    .filter(({ from, to }) => from !== to)
    .map(({ field, from = null, to = null }) => ({ field, from, to }));

const addPlace = handler(careEndpoints.addPlace, needs, async ({ body }, { db, work, actor, now }) => {
  const home = body.funeral_home_id;
  const names = await db.homes.homeNames();
  if (!names.has(home)) throw invalid({ funeral_home_id: ['Choose a funeral home'] });
  assertAllowed(actor, 'home:edit', { homeId: home });
  const id = uuid({ msecs: now.getTime() });
  const place: PlaceRecord = { id, version: 1, ...body, ours: isOurs(body.kind, body.ours), active: true };
  return work
    .add(db.carePlaces.create(place))
    .audit('care_place.added', home, changesOf({}, place))
    .announce('home.updated', home, { funeral_home_id: home })
    .finish(presentPlace(place, names));
});

const changePlace = handler(careEndpoints.changePlace, needs, ({ params, body }, { db, work, actor }) =>
  work.attempt(
    () => Promise.all([db.carePlaces.require(params.id), db.homes.homeNames()]),
    async ([before, names]) => {
      const home = before.funeral_home_id;
      assertAllowed(actor, 'home:edit', { homeId: home });
      const { version, ...changes } = body;
      if (version !== undefined && version !== before.version)
        throw conflictError(careEndpoints.changePlace, { current: presentPlace(before, names) });
      const next = { ...before, ...changes };
      if (changesOf(before, next).length === 0) return work.finish(presentPlace(before, names));
      return work
        .add(db.carePlaces.change(before, next))
        .audit('care_place.changed', home, changesOf(before, next))
        .announce('home.updated', home, { funeral_home_id: home })
        .finish(presentPlace({ ...next, version: before.version + 1 }, names));
    },
  ),
);

const reading = { custody, homes: homesByName };
type Reading = Pick<ContextOf<typeof careEndpoints.ofTag, typeof reading>, 'db' | 'now'>;

/** Returns the next planned event of a case that is not over by its home's day. */
const nextOf = (row: CaseListRow, today: string): CareCard['next'] => {
  const [day = '', time = ''] = row.gate?.at.split(' ') ?? [];
  const planned = [
    { what: 'Service', date: row.service_date, time: row.service_time },
    ...(row.gate ? [{ what: gateLabels[row.gate.gate], date: day, time }] : []),
  ];
  const ahead = planned.filter(({ date }) => date >= today);
  return ahead.toSorted((a, b) => `${a.date} ${a.time}`.localeCompare(`${b.date} ${b.time}`))[0] ?? null;
};

const initialsOf = (name: string, lastName: string): string => {
  const parts = name.trim() === lastName.trim() ? [lastName] : [name, lastName];
  const letters = parts.flatMap((part) => [...part.trim()][0] ?? []);
  return letters.map((letter) => `${letter}.`).join(' ');
};

/** Returns the cards of everybody in care. A body and remains of one case are no namesakes. */
const cardsOf = async ({ db, now }: Reading, subjects: readonly SubjectRecord[]): Promise<CareCard[]> => {
  const [rows, zones] = await Promise.all([
    db.custody.caseRows(subjects.map(({ case_id }) => case_id)),
    db.homes.homeZones(),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const surname = (caseId: string): string => foldForSearch(byId.get(caseId)?.deceased_last_name ?? '');
  const casesOf = Map.groupBy(new Set(subjects.map(({ case_id }) => case_id)), surname);
  return subjects.map((record): CareCard => {
    const row = byId.get(record.case_id);
    const name = row?.deceased_full_name ?? '';
    const lastName = row?.deceased_last_name ?? '';
    const folded = surname(record.case_id);
    return {
      ...presentSubject(record),
      case_number: row?.case_number ?? '',
      funeral_home_id: record.funeral_home_id,
      name,
      last_name: lastName,
      initials: initialsOf(name, lastName),
      same_surname: folded !== '' && (casesOf.get(folded)?.length ?? 0) > 1,
      gate: row?.gate ? { gate: row.gate.gate, missing: row.gate.missing } : null,
      next: row ? nextOf(row, todayIn(zones.get(record.funeral_home_id) ?? 'UTC', now)) : null,
      effects: row?.effects ?? { count: 0, undecided: 0 },
    };
  });
};

const showBoard = handler(careEndpoints.board, { ...reading, carePlaces, careCounts }, async (_, context) => {
  const { db, now } = context;
  const [subjects, places, last, open, names] = await Promise.all([
    db.custody.inCare(),
    db.carePlaces.all(),
    db.careCounts.last(),
    db.careCounts.open(),
    db.homes.homeNames(),
  ]);
  const cards = await cardsOf(context, subjects);
  const namesakes = cards.filter(({ same_surname }) => same_surname).map(({ last_name }) => last_name);
  const taken = new Set(cards.map(({ place }) => place?.id));
  return {
    at: now.toISOString(),
    places: places
      .filter(({ active, id }) => active || taken.has(id))
      .toSorted(placeOrder)
      .map((place) => presentPlace(place, names)),
    cards,
    same_surnames: [...new Map(namesakes.map((name) => [foldForSearch(name), name])).values()],
    last_count: last ?? null,
    open_counts: open,
  };
});

const findTag = handler(careEndpoints.ofTag, reading, async ({ params }, context) => {
  const { custody } = context.db;
  const tag = readTag(params.tag);
  const subject = tag && (await custody.byTag(tag));
  if (!subject) throw notFound();
  // A namesake is one of the others in care.
  const others = (await custody.inCare()).filter(({ id }) => id !== subject.id);
  const [card] = await cardsOf(context, [subject, ...others]);
  if (!card) throw notFound();
  return card;
});

const custodyNeeds = { cases, custody, homes: homesByName };
type CustodyContext = ContextOf<typeof careEndpoints.ofCase, typeof custodyNeeds>;

const readCustody = async ({ db }: Pick<CustodyContext, 'db'>, id: string) => {
  const [core, { subjects }] = await Promise.all([db.cases.requireCore(id), db.custody.ofCase(id)]);
  const home = await db.homes.plainHome(core.funeral_home_id);
  const present = (chains: typeof subjects): CaseCustody => ({
    subjects: chains.map((chain) => ({ ...presentSubject(chain), entries: chain.entries })),
    rule: custodyRuleOf(home?.state ?? ''),
  });
  return { core, subjects, present };
};

const showCustody = handler(careEndpoints.ofCase, custodyNeeds, async ({ params: { id } }, context) => {
  const { subjects, present } = await readCustody(context, id);
  return present(subjects);
});

const openCustody = handler(careEndpoints.open, custodyNeeds, ({ params: { id } }, context) =>
  context.work.attempt(async () => {
    const { db, work, now } = context;
    const { core, subjects, present } = await readCustody(context, id);
    if (subjects.length > 0) return work.finish(present(subjects));
    const body = newBody(core, now);
    return work
      .add(db.custody.begin(body), db.cases.changeCore(core, { has_custody: true }, now))
      .audit('care.opened', id)
      .announce('care.opened', id, { case_id: id, subject_id: body.id })
      .finish(present([{ ...body, entries: [] }]));
  }),
);

/** Returns the tags that were seen, with their places. Throws 400 at an unknown place. */
const readSightings = (
  seen: readonly { tag: string; place: string }[],
  placeOf: ReadonlyMap<string, Pick<PlaceRecord, 'id' | 'name'>>,
) =>
  seen.map(({ tag, place }) => {
    const found = placeOf.get(place);
    if (!found) throw invalid({ seen: ['Choose a place'] });
    return { tag: readTag(tag) ?? tag, place: { id: found.id, name: found.name } };
  });

/** The record is read after the last tag was seen, so that a person who was moved during the count is not missed. */
const count = handler(careEndpoints.count, { ...reading, carePlaces, careCounts }, async ({ body }, context) => {
  const { db, work, actor, now } = context;
  const [subjects, places] = await Promise.all([db.custody.inCare(), db.carePlaces.all()]);
  const names = await db.homes.homeNames();
  if (body.homes.some((home) => !names.has(home))) throw invalid({ homes: ['Choose a funeral home'] });
  const placeOf = new Map(places.map((place) => [place.id, place]));
  const people = (await cardsOf(context, subjects)).flatMap(({ id, case_id, tag, name, kind, place }) =>
    place ? [{ subject_id: id, case_id, tag, name, kind, place: { id: place.id, name: place.name } }] : [],
  );
  const sightings = readSightings(body.seen, placeOf);
  // Those at a crematory or with another firm are with others.
  const isCounted = ({ place }: (typeof people)[number]): boolean => {
    const known = placeOf.get(place.id);
    return known?.ours === true && body.homes.includes(known.funeral_home_id);
  };
  const { seen, missing, elsewhere, unknown } = countDifferences(people, sightings, isCounted);
  const differs = missing.length + elsewhere.length + unknown.length > 0;
  const record: CareCount = {
    id: uuid({ msecs: now.getTime() }),
    homes: body.homes,
    started_at: body.started_at,
    counted_at: now.toISOString(),
    by_name: actor.name,
    expected: people.filter(isCounted).length,
    seen: seen.length,
    missing,
    elsewhere,
    unknown,
    note: body.note,
    differs,
    settled: null,
  };
  work
    .add(db.careCounts.create(record))
    .audit('care.counted', actor.organizationId, countChanges(record))
    .announce('care.counted', actor.organizationId, { count_id: record.id });
  if (differs) work.announce('care.differs', actor.organizationId, { entry: null, count_id: record.id });
  return work.finish(record);
});

/** The organization's log says how many, never who. */
const countChanges = ({ expected, seen, missing, elsewhere, unknown }: CareCount): Change[] =>
  Object.entries({ expected, seen, missing: missing.length, elsewhere: elsewhere.length, unknown: unknown.length }).map(
    ([name, to]) => ({ field: `counts.${name}`, from: null, to }),
  );

const settleCount = handler(careEndpoints.settleCount, { careCounts }, ({ params, body }, { db, work, actor, now }) =>
  work.attempt(
    () => db.careCounts.require(params.id),
    async (before) => {
      if (!before.differs || before.settled)
        throw new AppError('conflict', { detail: 'This count has no open difference.' });
      const settled = { note: body.note, by_name: actor.name, at: now.toISOString() };
      return work
        .add(db.careCounts.settle({ ...before, settled }))
        .audit('care.count_settled', actor.organizationId)
        .announce('care.count-settled', actor.organizationId, { count_id: before.id })
        .finish({ ...before, settled });
    },
  ),
);

export const careRoutes = routesOf(careEndpoints, {
  places: listPlaces,
  addPlace,
  changePlace,
  board: showBoard,
  ofTag: findTag,
  ofCase: showCustody,
  open: openCustody,
  move,
  effects: showEffects,
  addEffect,
  changeEffect,
  returnEffects,
  count,
  settleCount,
});
