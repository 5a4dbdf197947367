import { dayEndpoints } from '#domain/calendar/day.endpoints.ts';
import { conflictsOf } from '#domain/calendar/day-conflicts.ts';
import { clockMinutes, inOrderOfDay } from '#domain/calendar/day-events.ts';
import { dayMessages } from '#domain/calendar/day-messages.ts';
import { maxShiftDays } from '#domain/calendar/day-names.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { createPromisedArrivals } from '#functions/first-calls/repository/first-calls.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { days, newShiftId } from '../repository/days.ts';
import { askedDays, namesNeeded, presentShift, readDayNames, readSchedule } from '../schedule.ts';
import { maxEvents, scheduleNeeds } from '../shared/find-conflicts.ts';
import { readRunSheet } from '../shared/read-run-sheet.ts';
import { officeEventRoutes } from './office-events.ts';
import { resourceRoutes } from './resources.ts';

const needs = { ...scheduleNeeds, organizations };

const arrivals = {
  grants: ['table:first-calls', 'table:lists'],
  in: createPromisedArrivals,
} as const satisfies Repository;
const sheetNeeds = { ...needs, arrivals };

/** Conflicts count events of all homes, so a whole schedule is read and then filtered. */
const showSchedule = handler(dayEndpoints.schedule, needs, async ({ query }, context) => {
  const { db } = context;
  const range = await askedDays(query, context);
  const { events: all, planning, isComplete } = await readSchedule(db, range, maxEvents);
  const { location, member, resource } = query;
  const events = all
    .filter(({ funeral_home_id }) => !location || funeral_home_id === location)
    .filter(({ needs }) => !member || needs.some((need) => need.member === member))
    .filter(({ needs }) => !resource || needs.some((need) => need.resource === resource));
  const ids = new Set(events.map(({ id }) => id));
  return {
    ...range,
    events: inOrderOfDay(events),
    conflicts: conflictsOf(all, planning, (id) => ids.has(id)),
    shifts: inOrderOfDay(planning.shifts),
    is_complete: isComplete,
  };
});

const listShifts = handler(dayEndpoints.shifts, { days, ...namesNeeded, organizations }, async ({ query }, context) => {
  const { db } = context;
  const range = await askedDays(query, context);
  const [names, shifts] = await Promise.all([readDayNames(db), db.days.shifts(range)]);
  return { results: inOrderOfDay(shifts.map((shift) => presentShift(shift, names))) };
});

const addShift = handler(dayEndpoints.addShift, { days, ...namesNeeded }, async ({ body }, { db, work, actor }) => {
  const { funeral_home, ...values } = body;
  const names = await readDayNames(db);
  if (!names.homes.has(funeral_home)) throw invalid({ funeral_home: [dayMessages.noSuchHome] });
  if (!names.members.some(({ id, status }) => id === body.member && status === 'active'))
    throw invalid({ member: [dayMessages.noSuchMember] });
  const minutes = clockMinutes(body, { date: body.end_date, time: body.end_time });
  if (minutes <= 0) throw invalid({ end_time: [dayMessages.endFirst] });
  if (minutes > maxShiftDays * 1440) throw invalid({ end_date: [dayMessages.shiftTooLong] });
  const shift = { id: newShiftId(body.date), version: 1, ...values, funeral_home_id: funeral_home };
  return work
    .add(db.days.createShift(shift))
    .audit('shift.added', actor.organizationId)
    .announce('shift.changed', actor.organizationId, { profile_id: shift.member })
    .finish(presentShift(shift, names));
});

const removeShift = handler(dayEndpoints.removeShift, { days }, ({ params }, { db, work, actor }) =>
  work.attempt(async () => {
    const shift = await db.days.shift.require(params.id);
    return work
      .add(db.days.removeShift(shift))
      .audit('shift.deleted', actor.organizationId)
      .announce('shift.changed', actor.organizationId, { profile_id: shift.member })
      .finish({ success: true as const });
  }),
);

const showRunSheet = handler(dayEndpoints.runSheet, sheetNeeds, async ({ query }, { db, actor, now }) => {
  const { sheet } = await readRunSheet(db, query, { actor, now });
  return sheet;
});

const keptDays = 35;

const seeRunSheet = handler(dayEndpoints.seeRunSheet, sheetNeeds, async ({ body }, { db, work, actor, now }) => {
  const { sheet, lines, of, last } = await readRunSheet(db, body, { actor, now });
  const { day, fingerprint } = sheet;
  if (fingerprint !== body.fingerprint) throw new AppError('conflict', { detail: dayMessages.sheetChanged });
  const isSame = last?.fingerprint === fingerprint;
  const seen = {
    at: now.toISOString(),
    printed: body.printed || (isSame && last.printed),
    number: isSame ? last.number : (last?.number ?? 0) + 1,
  };
  const expires_at = Math.floor(Date.parse(`${day}T00:00:00Z`) / 1000) + keptDays * 86_400;
  return work.add(db.days.putSheet(actor.id, day, of, { ...seen, fingerprint, lines, expires_at })).finish(seen);
});

export const dayRoutes = routesOf(dayEndpoints, {
  schedule: showSchedule,
  ...officeEventRoutes,
  ...resourceRoutes,
  shifts: listShifts,
  addShift,
  removeShift,
  runSheet: showRunSheet,
  seeRunSheet,
});
