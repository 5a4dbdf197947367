import { expect, it } from 'vitest';
import { askedOf } from './make-reports.ts';

const zones = new Map([
  ['east', 'America/New_York'],
  ['west', 'America/Los_Angeles'],
]);
const db = {
  homes: {
    homeNames: async () => new Map([...zones.keys()].map((id) => [id, id] as const)),
    homeZones: async () => zones,
  },
};

it.each([
  ['2026-12-01T04:59:00Z', '2026-11-30', '2026-11-30', '2026-11-30'],
  ['2026-12-01T05:00:00Z', '2026-11-30', '2026-12-01', '2026-11-30'],
  ['2026-12-01T08:00:00Z', '2026-12-01', '2026-12-01', '2026-12-01'],
])('today at %s is %s for all locations, %s in the East and %s in the West', async (now, all, east, west) => {
  const days = [undefined, 'east', 'west'].map((location) => askedOf(db, new Date(now), location));
  expect((await Promise.all(days)).map(({ today }) => today)).toEqual([all, east, west]);
});
