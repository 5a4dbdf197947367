import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '#domain/contract/client.ts';
import type { FirstCall } from '#domain/first-calls/first-call.schema.ts';
import { addDays } from '#domain/values/calendar-date.ts';
import { clockIn } from '#domain/values/date-time.ts';
import { useCreateFirstCall } from '../../entities/first-calls/mutations.ts';
import { useLocations } from '../../entities/funeral-homes/queries.ts';
import { useCurrentUser } from '../../entities/profile/current-user.ts';
import { forgetCall, keepCall, keptCallQuery } from './kept-call.ts';
import { type NightCall, newCall, sheetOf } from './night-call.ts';

const tryAgainMs = 10_000;

/** `waiting`: it could not be sent, and is tried again until it is. */
export type Sending = 'no' | 'sending' | 'waiting';

interface NightCallOptions {
  /** The call that was left unsent on this device: it goes on. */
  unsent: NightCall | null;
  onSaved: (sheet: FirstCall) => void;
  onRefused: (error: unknown) => void;
}

export type Night = ReturnType<typeof useNightCall>;

/** The call that is taken on this device: kept with every answer, sent when it is right, and again until it arrives. */
export const useNightCall = ({ unsent, onSaved, onRefused }: NightCallOptions) => {
  const user = useCurrentUser();
  const locations = useLocations();
  const client = useQueryClient();
  const kept = keptCallQuery(user.id);
  const [call, setCall] = useState<NightCall>(() => unsent ?? newCall(user.funeral_home, new Date()));
  const [sending, setSending] = useState<Sending>('no');
  const [isOnline, setOnline] = useState(() => navigator.onLine);
  const creation = useCreateFirstCall();
  const underWay = useRef(false);

  const home = locations.find(({ id }) => id === call.location) ?? user.funeral_home_details;
  const clock = (instant: Date = new Date()) => {
    const at = clockIn(home.time_zone, instant);
    const today = at.slice(0, 10);
    return { at, today, time: at.slice(11), yesterday: addDays(today, -1) };
  };
  const change = (next: NightCall) => {
    setCall(next);
    void keepCall(user.id, next);
    client.setQueryData(kept.queryKey, next);
  };

  const send = async () => {
    if (underWay.current) return;
    underWay.current = true;
    setSending('sending');
    const taken = { by: `${user.first_name} ${user.last_name}`.trim(), at: clock(new Date(call.startedAt)).at };
    const body = sheetOf(call, { ...taken, today: clock().today });
    try {
      const sheet = await creation.mutateAsync({ body, idempotencyKey: call.key });
      void forgetCall(user.id);
      client.setQueryData(kept.queryKey, null);
      onSaved(sheet);
    } catch (error) {
      const isLost = error instanceof ApiError && (error.status === 0 || error.status >= 500);
      setSending(isLost ? 'waiting' : 'no');
      if (!isLost) onRefused(error);
    } finally {
      underWay.current = false;
    }
  };

  const again = useEffectEvent(() => void send());
  useEffect(() => {
    if (sending !== 'waiting') return;
    const timer = setInterval(again, tryAgainMs);
    window.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [sending]);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, []);

  return { call, change, clock, home, locations, sending, isOnline, send };
};
