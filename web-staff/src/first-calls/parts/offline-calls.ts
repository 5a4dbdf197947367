import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { FirstCallKin } from '#domain/first-calls/first-call.schema.ts';
import { isCall, isOf } from '../../session/device/device.ts';
import { sealedStore } from '../../session/device/sealed-store.ts';

/**
 * Calls that are not fully on the server. Every answer is stored on this device, so that a lost signal or a closed tab
 * loses nothing. The questions ask for no Social Security Number.
 */

/** A call that was not sent by then was taken in another way. */
export const offlineRetentionMs = 72 * 3_600_000;

export const FirstCallDraft = z.object({
  /** Makes a call that is sent twice one sheet. */
  key: z.uuid(),
  /** The time at which the page was opened, which is when the call came. */
  startedAt: z.iso.datetime(),
  location: z.string(),
  answers: z.partialRecord(z.string(), z.string()),
  unknown: z.array(z.string()),
  ready: z.boolean().default(false),
  /** The first request, while its outcome is unknown; it is repeated unchanged. */
  begun: z.record(z.string(), z.unknown()).optional(),
  sheet: z
    .object({
      id: z.uuid(),
      version: z.number(),
      isDraft: z.boolean(),
      isWhole: z.boolean(),
      base: z.partialRecord(z.string(), z.string()),
      /** The call's own next of kin is `kin`, or the first. */
      kins: z.array(FirstCallKin),
      kin: z.uuid().optional(),
    })
    .optional(),
});
export type FirstCallDraft = z.output<typeof FirstCallDraft>;

const nameOf = (profileId: string, { key }: Pick<FirstCallDraft, 'key'>): string => `${profileId}/${key}`;

/** Returns false if this device cannot store it. */
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

/** Returns this person's calls of the last three days, newest first; removes older ones of any person. */
export const offlineCalls = async (profileId: string): Promise<FirstCallDraft[]> => {
  const now = Date.now();
  await sealedStore.forget((name, at) => isCall(name) && now - at > offlineRetentionMs);
  const names = (await sealedStore.names()).filter((name) => isCall(name) && isOf(profileId, name));
  const found = await Promise.all(names.map((name) => openCall(name, profileId)));
  return found
    .filter((call) => call !== undefined)
    .toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt));
};

export const offlineCallsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['offline-calls', profileId],
    queryFn: () => offlineCalls(profileId),
    gcTime: 0,
    staleTime: 0,
    networkMode: 'always',
    retry: false,
  });
