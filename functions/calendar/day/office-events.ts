import { v7 as uuid } from 'uuid';
import { dayEndpoints } from '#domain/calendar/day.endpoints.ts';
import type { DayEvent, Repeats } from '#domain/calendar/day.schema.ts';
import { inOrderOfDay } from '#domain/calendar/day-events.ts';
import { dayMessages } from '#domain/calendar/day-messages.ts';
import { maxOfficeEvents } from '#domain/calendar/day-names.ts';
import { whenText } from '#domain/calendar/run-sheet.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { addDays, todayIn } from '#domain/shared/values/calendar-date.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { type ContextOf, handler } from '#functions/platform/api/handler.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import { changesBetween } from '#functions/platform/store/audit/audit-log.ts';
import type { DayEventRecord } from '../repository/days.ts';
import { askedDays, type DayNames, emptyRecord, officeDays, presentEvent, readDayNames } from '../schedule.ts';
import { announceSheets } from '../shared/announce-sheets.ts';
import { savedAs, withSent } from '../shared/change-event.ts';
import { keptConflicts, scheduleNeeds } from '../shared/find-conflicts.ts';

const needs = { ...scheduleNeeds, organizations };
type Context = ContextOf<typeof dayEndpoints.createOffice, typeof scheduleNeeds>;

const listOffice = handler(dayEndpoints.officeEvents, needs, async ({ query }, context) => {
  const { db } = context;
  const range = await askedDays(query, context);
  const [names, records] = await Promise.all([readDayNames(db), db.days.office()]);
  return { results: inOrderOfDay(records.flatMap((record) => officeDays(record, names, range))) };
});

/** So many days of a repeated event are checked for conflicts. */
const checkedDays = 60;

interface Office {
  readonly names: DayNames;
  readonly today: string;
}

/** Returns the days of an event on which conflicts count: those of a repeated event from today on. */
const comingDays = (record: DayEventRecord, { names, today }: Office): DayEvent[] => {
  const from = record.repeats && record.date < today ? today : record.date;
  return officeDays(record, names, { from, to: addDays(from, record.repeats ? checkedDays : 0) });
};

const withReason = async (
  { db, actor, now }: Pick<Context, 'db' | 'actor' | 'now'>,
  office: Office,
  { before, next, reason }: { before?: DayEventRecord; next: DayEventRecord; reason: string },
): Promise<DayEventRecord> => {
  const [was, will] = [before ? comingDays(before, office) : [], comingDays(next, office)];
  const conflicts = await keptConflicts(db, office.names, {
    before: was,
    next: will,
    moved: [...was, ...will],
    isOwn: ({ id }) => id === next.id,
    isChanged: (id) => id === next.id,
    reason,
  });
  return savedAs(next, conflicts, { reason, now, actor });
};

const assertRepeats = (date: string, repeats: Repeats | null | undefined): void => {
  if (repeats?.until && repeats.until < date) throw invalid({ 'repeats.until': [dayMessages.untilFirst] });
};

/** Records and announces a change; the history of the organization holds no words of an event. */
const record = (
  { work, actor }: Pick<Context, 'work' | 'actor'>,
  office: Office,
  id: string,
  change: { before?: DayEventRecord; next?: DayEventRecord },
): void => {
  const whenOf = (event: DayEvent | undefined) => (event ? { 'events.when': `${event.date} ${whenText(event)}` } : {});
  const present = (one: DayEventRecord | undefined) => one && presentEvent(one, undefined, office.names);
  const coming = (one: DayEventRecord | undefined) => (one ? comingDays(one, office) : []);
  work
    .audit(
      'office_event.changed',
      actor.organizationId,
      changesBetween(whenOf(present(change.before)), whenOf(present(change.next))),
    )
    .announce('office-event.changed', actor.organizationId, { event: id });
  const { today } = office;
  announceSheets(work, { before: coming(change.before), next: coming(change.next) }, { actor, today });
};

const officeOf = async ({ db, now }: Pick<Context, 'db' | 'now'>, home: string): Promise<Office> => {
  const names = await readDayNames(db);
  return { names, today: todayIn(names.zones.get(home) ?? 'UTC', now) };
};

const createOffice = handler(dayEndpoints.createOffice, scheduleNeeds, ({ body }, context) =>
  context.work.attempt(async () => {
    const { db, work, now } = context;
    const { funeral_home: home, repeats, date, time, place } = body;
    const office = await officeOf(context, home);
    if (!office.names.homes.has(home)) throw invalid({ funeral_home: [dayMessages.noSuchHome] });
    assertRepeats(date, repeats);
    if ((await db.days.office()).length >= maxOfficeEvents)
      throw invalid({ non_field_errors: [dayMessages.tooManyOffice] });
    const empty = emptyRecord(uuid({ msecs: now.getTime() }), null, body.kind);
    const sent = { ...empty, funeral_home_id: home, date, time, place, repeats };
    const valid = withSent(sent, body, body, { home, names: office.names });
    const next = await withReason(context, office, { next: valid, reason: body.conflict_reason });
    work.add(db.days.create(next));
    record(context, office, next.id, { next });
    return work.finish(presentEvent(next, undefined, office.names));
  }),
);

const updateOffice = handler(dayEndpoints.updateOffice, scheduleNeeds, ({ params, body }, context) =>
  context.work.attempt(async () => {
    const { db, work } = context;
    const before = await db.days.officeEvent.require(params.event_id);
    const home = before.funeral_home_id ?? '';
    const office = await officeOf(context, home);
    if (body.version !== undefined && body.version !== before.version)
      throw conflictError(dayEndpoints.updateOffice, { current: presentEvent(before, undefined, office.names) });
    const { date = before.date, time = before.time, place = before.place, repeats = before.repeats } = body;
    assertRepeats(date, repeats);
    const sent = { ...before, date, time, place, repeats };
    const valid = withSent(sent, { date, time }, body, { home, names: office.names });
    const next = await withReason(context, office, { before, next: valid, reason: body.conflict_reason ?? '' });
    work.add(db.days.change(before, next));
    record(context, office, next.id, { before, next });
    return work.finish(presentEvent(next, undefined, office.names));
  }),
);

const removeOffice = handler(dayEndpoints.removeOffice, scheduleNeeds, ({ params }, context) =>
  context.work.attempt(async () => {
    const { db, work } = context;
    const before = await db.days.officeEvent.require(params.event_id);
    work.add(db.days.remove(before));
    record(context, await officeOf(context, before.funeral_home_id ?? ''), before.id, { before });
    return work.finish({ success: true as const });
  }),
);

export const officeEventRoutes = { officeEvents: listOffice, createOffice, updateOffice, removeOffice };
