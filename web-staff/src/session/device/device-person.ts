import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { isOf } from './device.ts';
import { sealedStore } from './sealed-store.ts';

const CallHome = z.object({ id: z.string(), name: z.string(), time_zone: z.string(), state: z.string().default('') });
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

/**
 * Makes the device this person's, and then removes what any other user left: the device knows a person at every moment,
 * because a page can end between the two.
 */
export const rememberPerson = async (person: DevicePerson): Promise<void> => {
  await sealedStore.keep(personName, personName, person);
  await sealedStore.forget((name) => name !== personName && !isOf(person.id, name));
};

export const callHome = ({ id, name, time_zone, state }: CallHome): CallHome => ({ id, name, time_zone, state });

export const devicePersonQuery = queryOptions({
  queryKey: ['device-person'],
  queryFn: async (): Promise<DevicePerson | null> => (await devicePerson()) ?? null,
  networkMode: 'always',
  retry: false,
});
