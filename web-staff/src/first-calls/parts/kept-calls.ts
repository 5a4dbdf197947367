import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { FirstCallKin } from '#domain/first-calls/first-call.schema.ts';
import { isCall, isCallOf } from './device.ts';
import { sealedStore } from './sealed-store.ts';

/**
 * Calls at night that are not all at the server yet: kept on this device with every answer, so that neither a lost signal
 * nor a closed tab takes them away. No Social Security Number is among the answers: the questions do not ask for one.
 */

/** A call that nobody sent for so long was taken in some other way. */
export const offlineRetentionMs = 72 * 3_600_000;

/** A call while it is taken, as this device keeps it. */
export const FirstCallDraft = z.object({
  /** Tells the server that a call sent twice is one. */
  key: z.uuid(),
  /** ISO instant at which the page was opened: when the call came. */
  startedAt: z.iso.datetime(),
  location: z.string(),
  answers: z.partialRecord(z.string(), z.string()),
  /** The questions to which the answer was that nobody knows. */
  unknown: z.array(z.string()),
  /** It was read back and is right: nothing is left but to send it. */
  ready: z.boolean().default(false),
  /** What the sheet was begun with, while nobody knows whether it arrived: it is sent again as it was. */
  begun: z.record(z.string(), z.unknown()).optional(),
  /** The sheet as the server answered last. */
  sheet: z
    .object({
      id: z.uuid(),
      version: z.number(),
      isDraft: z.boolean(),
      isWhole: z.boolean(),
      /** Its answers to the questions of the call. */
      base: z.partialRecord(z.string(), z.string()),
      /** Its next of kin; the call's own is `kin`, or the first. */
      kins: z.array(FirstCallKin),
      kin: z.uuid().optional(),
    })
    .optional(),
});
export type FirstCallDraft = z.output<typeof FirstCallDraft>;

const nameOf = (profileId: string, { key }: Pick<FirstCallDraft, 'key'>): string => `${profileId}/${key}`;

/** Keeps a call as it is now; false where this device keeps nothing. */
export const saveOfflineCall = (profileId: string, call: FirstCallDraft): Promise<boolean> =>
  sealedStore.keep(nameOf(profileId, call), profileId, call);

export const deleteOfflineCall = async (profileId: string, call: Pick<FirstCallDraft, 'key'>): Promise<void> => {
  const older = await openCall(profileId, profileId);
  await sealedStore.forget(
    (name) => name === nameOf(profileId, call) || (name === profileId && older?.key === call.key),
  );
};

const openCall = async (name: string, profileId: string): Promise<FirstCallDraft | undefined> =>
  FirstCallDraft.safeParse(await sealedStore.open(name, profileId, offlineRetentionMs)).data;

/** This person's calls of the last three days, the newest first; calls that are older are removed, whoever's. */
export const offlineCalls = async (profileId: string): Promise<FirstCallDraft[]> => {
  const now = Date.now();
  await sealedStore.forget((name, at) => isCall(name) && now - at > offlineRetentionMs);
  const names = (await sealedStore.names()).filter((name) => isCallOf(profileId, name));
  const found = await Promise.all(names.map((name) => openCall(name, profileId)));
  return found
    .filter((call) => call !== undefined)
    .toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt));
};

/** This person's kept calls; read anew by every page that asks. */
export const keptCallsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['kept-calls', profileId],
    queryFn: () => offlineCalls(profileId),
    gcTime: 0,
    staleTime: 0,
    networkMode: 'always',
    retry: false,
  });
