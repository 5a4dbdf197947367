import { v7 as uuid } from 'uuid';
import { caseEventEndpoints } from '#domain/calendar/day.endpoints.ts';
import type { DayEvent, DayEventPatch } from '#domain/calendar/day.schema.ts';
import { clockMinutes, inOrderOfDay, later, proposedEvents } from '#domain/calendar/day-events.ts';
import { dayMessages } from '#domain/calendar/day-messages.ts';
import { fieldEvents, fieldKindOf, maxEventsOfCase } from '#domain/calendar/day-names.ts';
import { caseConditions } from '#domain/cases/case-conditions.ts';
import { AppError, invalid, notFound } from '#domain/shared/contract/errors.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { daysBetween, todayIn } from '#domain/shared/values/calendar-date.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { addCaseEdit, caseEditNeeds } from '#functions/cases/shared/edit-case.ts';
import { type ContextOf, handler, routesOf, type Work } from '#functions/platform/api/handler.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';
import { emptyRecord } from '../schedule.ts';
import { announceSheets } from '../shared/announce-sheets.ts';
import { type CaseDayRead, type Entry, entryOf, fieldPatchOf, placedAt, readCaseDay } from '../shared/case-day.ts';
import { eventChanges, savedAs, withSent } from '../shared/change-event.ts';
import { conflictsAround, keptConflicts, readAround, scheduleNeeds } from '../shared/find-conflicts.ts';

const needs = { ...scheduleNeeds, cases };
const editNeeds = { ...scheduleNeeds, ...caseEditNeeds };
type Context = ContextOf<typeof caseEventEndpoints.create, typeof needs>;
type EditContext = ContextOf<typeof caseEventEndpoints.update, typeof editNeeds>;

const eventsOf = (entries: readonly Entry[]): DayEvent[] => entries.map(({ event }) => event);
const isDated = ({ date }: Pick<DayEvent, 'date'>): boolean => date !== '';

const proposalsOf = ({ sections, entries }: CaseDayRead) => {
  const events = eventsOf(entries).filter(isDated);
  const service = events.find(({ kind, of_fields }) => kind === 'service' && of_fields);
  return service
    ? proposedEvents(service, {
        isBurial: caseConditions.isBurial(sections.service ?? {}),
        cemetery: stringAt(sections.cemetery, 'cemetery_name'),
        kinds: events.map(({ kind }) => kind),
      })
    : [];
};

const listEvents = handler(caseEventEndpoints.list, needs, async ({ params: { id } }, { db, now }) => {
  const day = await readCaseDay(db, id);
  const events = inOrderOfDay(eventsOf(day.entries).filter(isDated));
  const around = await readAround(db, day.names, events);
  const missing = new Map(around.events.map((event) => [event.id, event.missing_checks]));
  const isOwn = (event: DayEvent): boolean => event.case === id;
  const ids = new Set(events.map((event) => event.id));
  return {
    today: todayIn(day.zone, now),
    time_zone: day.zone,
    events: events.map((event) => ({ ...event, missing_checks: missing.get(event.id) })),
    conflicts:
      day.stored.core.status === 'cancelled' ? [] : conflictsAround(around, events, isOwn, (one) => ids.has(one)),
    proposals: proposalsOf(day),
  };
});

const assertOpen = ({ stored: { core } }: CaseDayRead): void => {
  if (core.status === 'cancelled') throw new AppError('conflict', { detail: dayMessages.closed });
};

interface Changed {
  readonly before?: Entry;
  readonly next: Entry;
}

const withReason = async (
  { db, now, actor }: Pick<Context, 'db' | 'now' | 'actor'>,
  day: CaseDayRead,
  changed: readonly Changed[],
  reason: string,
): Promise<Changed[]> => {
  const ids = new Set(changed.map(({ next }) => next.event.id));
  const kept = day.entries.filter(({ event }) => !ids.has(event.id));
  const conflicts = await keptConflicts(db, day.names, {
    before: eventsOf(day.entries),
    next: eventsOf([...kept, ...changed.map(({ next }) => next)]),
    moved: eventsOf(changed.flatMap(({ before, next }) => (before ? [before, next] : [next]))),
    isOwn: (event) => event.case === day.row.id,
    isChanged: (id) => ids.has(id),
    reason,
  });
  return changed.map((one) => ({
    ...one,
    next: entryOf(day, savedAs(one.next.record, conflicts, { reason, now, actor }), one.next.fields),
  }));
};

type Announced = Pick<Context, 'actor' | 'now'> & { work: Work<never, 'event.changed' | 'run-sheet.changed'> };

const announce = (
  { work, actor, now }: Announced,
  { zone, row }: CaseDayRead,
  { before = [], next = [] }: { before?: readonly DayEvent[]; next?: readonly DayEvent[] },
) => {
  for (const event of new Set([...before, ...next].map(({ id }) => id)))
    work.announce('event.changed', row.id, { case_id: row.id, event });
  announceSheets(work, { before, next }, { actor, today: todayIn(zone, now) });
};

const createEvent = handler(caseEventEndpoints.create, needs, ({ params, body }, context) =>
  context.work.attempt(async () => {
    const { db, work, now } = context;
    const day = await readCaseDay(db, params.id);
    assertOpen(day);
    const { core } = day.stored;
    if (day.entries.length >= maxEventsOfCase) throw invalid({ non_field_errors: [dayMessages.tooMany] });
    const empty = emptyRecord(uuid({ msecs: now.getTime() }), core.id, body.kind);
    const { date, time, place } = body;
    const sent = { ...empty, date, time, place };
    const record = withSent(sent, body, body, { home: core.funeral_home_id, names: day.names });
    const [saved] = await withReason(context, day, [{ next: entryOf(day, record) }], body.conflict_reason);
    if (!saved) throw notFound();
    const { next } = saved;
    work
      .add(db.days.create(next.record), db.cases.changeCore(core, {}, now))
      .audit('event.added', core.id, eventChanges(undefined, next.event));
    announce(context, day, { next: [next.event] });
    return work.finish(next.event);
  }),
);

const patched = (day: CaseDayRead, before: Entry, body: DayEventPatch): Entry => {
  const { event, record, fields } = before;
  if (fields && body.kind !== undefined && body.kind !== event.kind) throw invalid({ kind: [dayMessages.kindFixed] });
  const { date = event.date, time = event.time, place = event.place } = body;
  if (date === '') throw invalid({ date: ['Date is required'] });
  const home = day.stored.core.funeral_home_id;
  return placedAt(day, before, withSent(record, { date, time }, body, { home, names: day.names }), {
    date,
    time,
    place,
  });
};

/** Returns other events of the case at a time that is as much later on the clock as that of a moved event. */
const movedAlong = (day: CaseDayRead, from: DayEvent, to: DayEvent, ids: readonly string[]): Changed[] => {
  const isTimed = from.time !== '' && to.time !== '';
  const minutes = from.date === '' ? 0 : isTimed ? clockMinutes(from, to) : daysBetween(from.date, to.date) * 1440;
  const others = [...new Set(ids)]
    .filter((id) => id !== from.id)
    .map((id) => {
      const before = day.entries.find(({ event }) => event.id === id && isDated(event));
      if (!before) throw invalid({ move_also: [dayMessages.noSuchEvent] });
      return before;
    });
  return minutes === 0
    ? []
    : others.map((before) => {
        const at = { ...later(before.event, minutes), place: before.event.place };
        return { before, next: placedAt(day, before, before.record, at) };
      });
};

/** Changes the fields of the case that hold events, as a change of the case does; errors are named as the event's. */
const editFields = async (
  context: EditContext,
  { stored }: CaseDayRead,
  changed: readonly { before: Entry; next: Entry }[],
): Promise<void> => {
  const sections = fieldPatchOf(changed);
  if (!sections) return;
  try {
    await addCaseEdit(context, stored, { sections });
  } catch (error) {
    const kind = changed[0]?.before.fields?.kind;
    if (!(error instanceof AppError) || !error.details.fields || !kind) throw error;
    const own = new Map((['date', 'time', 'place'] as const).map((name) => [fieldEvents[kind][name] as string, name]));
    const named = Object.entries(error.details.fields).map(([name, messages]) => [own.get(name) ?? name, messages]);
    throw invalid(Object.fromEntries(named));
  }
};

const updateEvent = handler(caseEventEndpoints.update, editNeeds, ({ params, body }, context) =>
  context.work.attempt(async () => {
    const { db, work } = context;
    const day = await readCaseDay(db, params.id);
    const before = day.entries.find(({ event }) => event.id === params.event_id);
    if (!before) throw notFound();
    assertOpen(day);
    if (body.version !== undefined && body.version !== before.record.version)
      throw conflictError(caseEventEndpoints.update, isDated(before.event) ? { current: before.event } : {});
    const next = patched(day, before, body);
    const along = movedAlong(day, before.event, next.event, body.move_also ?? []);
    if (along.length === 0 && body.conflict_reason === undefined && isSame(before.event, next.event))
      return work.finish({ event: before.event, moved: [] });
    const saved = await withReason(context, day, [{ before, next }, ...along], body.conflict_reason ?? '');
    const changed = saved.flatMap((one) => (one.before ? [{ before: one.before, next: one.next }] : []));
    await editFields(context, day, changed);
    work.add(db.cases.unchanged(day.stored.core));
    for (const one of changed) {
      const { record } = one.before;
      work.add(record.version === 0 ? db.days.create(one.next.record) : db.days.change(record, one.next.record));
    }
    const events = { before: changed.map((one) => one.before.event), next: changed.map((one) => one.next.event) };
    announce(context, day, events);
    const changes = changed.flatMap((one) => eventChanges(one.before.event, one.next.event));
    const [event, ...moved] = events.next;
    if (!event) throw notFound();
    return work.audit('event.changed', day.row.id, changes).finish({ event, moved });
  }),
);

const removeEvent = handler(caseEventEndpoints.remove, needs, ({ params }, context) =>
  context.work.attempt(async () => {
    const { db, work } = context;
    const day = await readCaseDay(db, params.id);
    if (fieldKindOf(params.event_id)) throw new AppError('conflict', { detail: dayMessages.fixed });
    const found = day.entries.find(({ event }) => event.id === params.event_id);
    if (!found) throw notFound();
    assertOpen(day);
    work.add(db.days.remove(found.record)).audit('event.deleted', day.row.id, eventChanges(found.event, undefined));
    announce(context, day, { before: [found.event] });
    return work.finish({ success: true as const });
  }),
);

export const caseEventRoutes = routesOf(caseEventEndpoints, {
  list: listEvents,
  create: createEvent,
  update: updateEvent,
  remove: removeEvent,
});
