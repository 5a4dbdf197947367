import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { forgetDevice } from './device.ts';
import { sealedStore } from './sealed-store.ts';

const CallHome = z.object({ id: z.string(), name: z.string(), time_zone: z.string() });
export type CallHome = z.output<typeof CallHome>;

const DevicePerson = z.object({
  id: z.uuid(),
  name: z.string(),
  home: CallHome,
  locations: z.array(CallHome),
});
export type DevicePerson = z.output<typeof DevicePerson>;

const personName = 'person';
/** After this time without a session the user needs a connection to sign in. */
const knownMs = 30 * 24 * 3_600_000;

export const devicePerson = async (): Promise<DevicePerson | undefined> =>
  DevicePerson.safeParse(await sealedStore.open(personName, personName, knownMs)).data;

/** Makes the device this person's, and removes what any other user left. */
export const rememberPerson = async (person: DevicePerson): Promise<void> => {
  await forgetDevice(person.id);
  await sealedStore.keep(personName, personName, person);
};

export const callHome = ({ id, name, time_zone }: CallHome): CallHome => ({ id, name, time_zone });

export const devicePersonQuery = queryOptions({
  queryKey: ['device-person'],
  queryFn: async (): Promise<DevicePerson | null> => (await devicePerson()) ?? null,
  networkMode: 'always',
  retry: false,
});
