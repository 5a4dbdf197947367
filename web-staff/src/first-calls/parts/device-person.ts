import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { forgetDevice } from './device.ts';
import { sealedStore } from './sealed-store.ts';

/** A home as a call needs it: its name, and what time it is there. */
const CallHome = z.object({ id: z.string(), name: z.string(), time_zone: z.string() });
export type CallHome = z.output<typeof CallHome>;

/** Who takes calls on this device, as a call needs to know without a connection: a name and the homes, no more. */
const DevicePerson = z.object({
  id: z.uuid(),
  name: z.string(),
  home: CallHome,
  locations: z.array(CallHome),
});
export type DevicePerson = z.output<typeof DevicePerson>;

const personName = 'person';
/** Whoever has not been here for so long signs in with a connection first. */
const knownMs = 30 * 24 * 3_600_000;

export const devicePerson = async (): Promise<DevicePerson | undefined> =>
  DevicePerson.safeParse(await sealedStore.open(personName, personName, knownMs)).data;

/** From now on the device is this person's: what anybody else left here is removed. */
export const rememberPerson = async (person: DevicePerson): Promise<void> => {
  await forgetDevice(person.id);
  await sealedStore.keep(personName, personName, person);
};

/** The parts of a home that a call needs. */
export const callHome = ({ id, name, time_zone }: CallHome): CallHome => ({ id, name, time_zone });

/** Whom this device knows, or null. */
export const devicePersonQuery = queryOptions({
  queryKey: ['device-person'],
  queryFn: async (): Promise<DevicePerson | null> => (await devicePerson()) ?? null,
  networkMode: 'always',
  retry: false,
});
