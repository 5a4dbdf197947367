import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { localDateTime } from '#domain/shared/values/date-time.ts';
import { useLocations } from '../organizations/homes/queries.ts';
import { callHome, rememberPerson } from '../session/device/device-person.ts';
import { useSendLater } from '../session/device/use-send-later.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { toastNotice, toastSuccess } from '../ui/feedback/toasts.tsx';
import { deceasedName, nameOf } from './first-call-text.ts';
import { useActivateFirstCall, useAutoSaveFirstCall } from './mutations.ts';
import {
  deleteOfflineCall,
  type FirstCallDraft,
  offlineCalls,
  offlineCallsQuery,
  saveOfflineCall,
} from './parts/offline-calls.ts';
import { type Synced, syncCall } from './sync-call.ts';
import { runWhenUnlocked } from './use-draft-call.ts';

/** Sends unsent calls on any page. A call that is open in some tab is left to that tab. */
export const SendOfflineCalls = () => {
  const user = useCurrentUser();
  const locations = useLocations();
  const client = useQueryClient();
  const save = useAutoSaveFirstCall();
  const activate = useActivateFirstCall();
  const reportedIds = useRef(new Set<string>());

  const sync = async (first: FirstCallDraft): Promise<void> => {
    let call = first;
    const { time_zone } = locations.find(({ id }) => id === call.location) ?? user.funeral_home_details;
    const synced = await syncCall({
      call: () => call,
      update: async (change) => {
        call = change(call);
        await saveOfflineCall(user.id, call);
      },
      callContext: () => ({
        by: `${user.first_name} ${user.last_name}`.trim(),
        at: localDateTime(time_zone, new Date(call.startedAt)),
        today: localDateTime(time_zone, new Date()).slice(0, 10),
      }),
      save: (body, idempotencyKey) => save.mutateAsync({ body, idempotencyKey }),
      activate: (id) => activate.mutateAsync(id),
    });
    if (synced.kind === 'saved' && call.ready) await deleteOfflineCall(user.id, call);
    tell(call, synced, reportedIds.current);
  };
  useSendLater(async () => {
    for (const call of await offlineCalls(user.id)) await runWhenUnlocked(call.key, () => sync(call));
    await client.invalidateQueries({ queryKey: offlineCallsQuery(user.id).queryKey });
  });

  const name = `${user.first_name} ${user.last_name}`.trim();
  const person = JSON.stringify({
    id: user.id,
    name,
    home: callHome(user.funeral_home_details),
    locations: locations.map(callHome),
  });
  useEffect(() => void rememberPerson(JSON.parse(person)), [person]);
  return null;
};

const tell = (call: FirstCallDraft, synced: Synced, reportedIds: Set<string>): void => {
  const name = deceasedName(nameOf(call));
  for (const { by } of synced.mergedChanges)
    toastNotice(`${by} also changed the sheet for ${name}. Both sets of changes were saved.`);
  if (synced.kind === 'saved' && call.ready) toastSuccess(`The first call of ${name} was sent`);
  const isStuck = synced.kind === 'contested' || synced.kind === 'closed' || synced.kind === 'gone';
  if ((isStuck || (synced.kind === 'refused' && call.ready)) && !reportedIds.has(call.key)) {
    reportedIds.add(call.key);
    toastNotice(`The first call for ${name} on this device needs your attention. Open First calls.`);
  }
};
