import { areas } from '#domain/registry/endpoints.ts';
import {
  asOwner,
  calendarFeed,
  calendarToken,
  caseId,
  dayEvent,
  exampleShift,
  resource,
  shift,
  type World,
} from '#tests/support/records/example-records.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { about, type Example, nothing } from './example.ts';

const meeting = ({ tenant }: World) => ({
  ...{ kind: 'other', title: 'Staff meeting', date: '2031-03-03', time: '08:00', funeral_home: tenant.home.id },
  repeats: { every: 'week', skipped: ['2031-03-10'] },
});
const officeEvent = async (world: World) => {
  const options = { as: asOwner(world), body: meeting(world) };
  return { event_id: String(succeeded(await world.harness.call(areas.day.createOffice, options)).body.id) };
};
const sheetOfDay = async (world: World) => {
  const query = { day: '2031-03-02' };
  const { body } = succeeded(await world.harness.call(areas.day.runSheet, { as: asOwner(world), query }));
  return { ...query, fingerprint: String(body.fingerprint), printed: true };
};

export const calendarExamples = {
  'case-events.list': about(caseId),
  'case-events.create': about(caseId, { kind: 'visitation', date: '2031-03-04', time: '17:00', end_time: '20:00' }),
  // It moves the service, whose date is a field of the case.
  'case-events.update': async (world) => {
    const { id } = await dayEvent(world);
    return { params: { id, event_id: `${id}-service` }, body: { date: '2026-03-12', time: '14:00' } };
  },
  'case-events.remove': async (world) => ({ params: await dayEvent(world) }),
  'day.schedule': async () => ({ query: { from: '2031-03-03', to: '2031-03-09' } }),
  'day.officeEvents': async (world) => {
    await officeEvent(world);
    return { query: { from: '2031-03-03', to: '2031-03-09' } };
  },
  'day.createOffice': async (world) => ({ body: meeting(world) }),
  'day.updateOffice': async (world) => ({ params: await officeEvent(world), body: { version: 1, time: '08:30' } }),
  'day.removeOffice': async (world) => ({ params: await officeEvent(world) }),
  'day.resources': nothing,
  'day.addResource': async () => ({ body: { kind: 'vehicle', name: 'Hearse 1', minutes_between: 30 } }),
  'day.changeResource': about(resource, { version: 1, minutes_between: 45 }),
  'day.shifts': nothing,
  'day.addShift': async (world) => ({ body: exampleShift(world) }),
  'day.removeShift': about(shift),
  'day.runSheet': nothing,
  'day.seeRunSheet': async (world) => ({ body: await sheetOfDay(world) }),
  'paper.runSheet': nothing,
  'calendar.overview': async ({ tenant }) => ({ query: { location: tenant.home.id } }),
  'calendar.events': async ({ tenant }) => ({ query: { location: tenant.home.id } }),
  'calendar-feeds.list': nothing,
  'calendar-feeds.create': async ({ tenant }) => ({ body: { scope: 'home', funeral_home: tenant.home.id } }),
  'calendar-feeds.revoke': about(async (world) => (await calendarFeed(world)).id),
  'calendar-file.get': async (world) => ({ as: 'nobody', params: { token: await calendarToken(world) } }),
} satisfies Record<string, Example>;
