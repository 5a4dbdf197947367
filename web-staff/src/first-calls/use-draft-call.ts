import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { addDays } from '#domain/shared/values/calendar-date.ts';
import { clockThatRuns, localDateTime } from '#domain/shared/values/date-time.ts';
import type { DevicePerson } from '../session/device/device-person.ts';
import { useOnline } from '../ui/feedback/use-online.ts';
import { useActivateFirstCall, useAutoSaveFirstCall } from './mutations.ts';
import { deleteOfflineCall, type FirstCallDraft, saveOfflineCall } from './parts/offline-calls.ts';
import { applyChoices, type MergedChanges, rebaseOnSheet, type Synced, syncCall } from './sync-call.ts';

/** One tab at a time writes a call, because two would overwrite each other. */
const pageLockOf = (key: string): string => `stillwater-first-call ${key}`;
/** Held by the tab that sends a stored call in the background. */
const sendLockOf = (key: string): string => `stillwater-first-call-sending ${key}`;

/** Whether this tab has the call; `sending`: after the pending send. */
type CallLock = 'asking' | 'sending' | 'held' | 'elsewhere';

interface CallLockOptions {
  key: string;
  /** After a background send the stored call may have changed. */
  onSent: () => Promise<void>;
}

/**
 * Holds a call while its page is open; `take` takes it from the other tab. A browser without locks lets every tab have
 * it.
 */
export const useCallLock = ({ key, onSent }: CallLockOptions): { lock: CallLock; take: () => void } => {
  const [lock, setLock] = useState<CallLock>('asking');
  const [steals, setSteals] = useState(0);
  const readAgain = useEffectEvent(onSent);
  useEffect(() => {
    if (!navigator.locks) return setLock('held');
    let leave = () => {};
    let hasLeft = false;
    const untilLeft = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const showLock = (state: CallLock): void => {
      if (!hasLeft) setLock(state);
    };
    /** A later background send sees that the page has the call. */
    const untilSent = async (): Promise<void> => {
      const isFree = await navigator.locks.request(
        sendLockOf(key),
        { ifAvailable: true },
        (granted) => granted !== null,
      );
      if (isFree) return;
      showLock('sending');
      await navigator.locks.request(sendLockOf(key), () => undefined);
      if (!hasLeft) await readAgain();
    };
    const options = steals > 0 ? { steal: true } : { ifAvailable: true };
    navigator.locks
      .request(pageLockOf(key), options, async (granted) => {
        if (hasLeft) return;
        if (!granted) return showLock('elsewhere');
        await untilSent();
        showLock('held');
        await untilLeft;
      })
      .catch(() => {
        showLock('elsewhere');
      });
    return () => {
      hasLeft = true;
      leave();
    };
  }, [key, steals]);
  return { lock, take: () => setSteals((count) => count + 1) };
};

/** Runs only if no page has the call open and no tab is sending it. */
export const runWhenUnlocked = async (key: string, run: () => Promise<void>): Promise<void> => {
  if (!navigator.locks) return run();
  await navigator.locks.request(sendLockOf(key), { ifAvailable: true }, async (granted) => {
    if (!granted) return;
    const { held = [] } = await navigator.locks.query();
    if (!held.some(({ name }) => name === pageLockOf(key))) await run();
  });
};

const tryAgainMs = 10_000;
const settleMs = 1_500;

/** `waiting`: sending failed and is retried. */
export type Sending = 'no' | 'sending' | 'sent' | 'waiting';
/** The user must decide before anything more can be sent. */
export type BlockingState = Extract<Synced, { kind: 'contested' | 'closed' | 'gone' }>;

interface DraftCallOptions {
  taker: DevicePerson;
  start: FirstCallDraft;
  locked: boolean;
  onSaved: (id: string) => void;
  onRefused: (error: unknown) => void;
}

export type DraftCall = ReturnType<typeof useDraftCall>;

/** A call on this device: stored with every answer, and sent as soon as the server is reachable. */
export const useDraftCall = ({ taker, start, locked, onSaved, onRefused }: DraftCallOptions) => {
  const [call, setCall] = useState(start);
  // Pending work continues from the current call, before a render.
  const latest = useRef(call);
  const [isSaved, setSaved] = useState(true);
  const [isKeeping, setKeeping] = useState(false);
  const writing = useRef<Promise<unknown>>(undefined);
  const queued = useRef<Promise<boolean>>(undefined);
  const [sending, setSending] = useState<Sending>('no');
  const [standstill, setStandstill] = useState<BlockingState>();
  const [mergedChanges, setMergedChanges] = useState<readonly MergedChanges[]>([]);
  const isOnline = useOnline();
  const save = useAutoSaveFirstCall();
  const activate = useActivateFirstCall();
  const underWay = useRef<Promise<void>>(undefined);
  const isDone = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const home = taker.locations.find(({ id }) => id === call.location) ?? taker.home;
  const clock = (instant: Date = new Date()) => {
    const at = localDateTime(home.time_zone, instant);
    const today = at.slice(0, 10);
    return { at, today, time: at.slice(11), yesterday: addDays(today, -1) };
  };
  const homeClock = clockThatRuns(home.time_zone, '');
  /** Writes one state at a time; states in between are skipped. */
  const keepLatest = (): Promise<boolean> => {
    queued.current ??= (writing.current ?? Promise.resolve()).then(() => {
      queued.current = undefined;
      const write = saveOfflineCall(taker.id, latest.current);
      writing.current = write;
      return write;
    });
    return queued.current;
  };
  const update = async (next: FirstCallDraft): Promise<void> => {
    latest.current = next;
    setCall(next);
    setKeeping(true);
    setSaved(await keepLatest());
    if (latest.current === next) setKeeping(false);
  };

  const sync = async (): Promise<void> => {
    // An attempt that was under way may have saved the call that the next one would save again.
    if (isDone.current) return;
    if (locked) return setSending('waiting');
    setSending('sending');
    const synced = await syncCall({
      call: () => latest.current,
      update: (change) => update(change(latest.current)),
      callContext: () => ({
        by: taker.name,
        at: clock(new Date(latest.current.startedAt)).at,
        today: clock().today,
        clock: homeClock,
      }),
      save: (body, idempotencyKey) => save.mutateAsync({ body, idempotencyKey }),
      activate: (id) => activate.mutateAsync(id),
    });
    if (synced.mergedChanges.length > 0) setMergedChanges((before) => [...before, ...synced.mergedChanges]);
    setStandstill(undefined);
    if (synced.kind === 'waiting') return setSending('waiting');
    if (synced.kind === 'saved' && latest.current.ready) {
      await deleteOfflineCall(taker.id, latest.current);
      isDone.current = true;
      return onSaved(synced.id);
    }
    setSending(synced.kind === 'saved' ? 'sent' : 'no');
    if (synced.kind === 'refused') {
      // Before the read-back, rejected answers are shown there.
      if (!latest.current.ready) return;
      await update({ ...latest.current, ready: false });
      onRefused(synced.error);
    }
    if (synced.kind === 'contested' || synced.kind === 'closed' || synced.kind === 'gone') setStandstill(synced);
  };
  /** One after another, each from the result of the one before. */
  const send = (): Promise<void> => {
    clearTimeout(timer.current);
    underWay.current = (underWay.current ?? Promise.resolve()).then(sync);
    return underWay.current;
  };

  const change = (next: FirstCallDraft) => {
    void update(next);
    clearTimeout(timer.current);
    if (!locked) timer.current = setTimeout(() => void send(), settleMs);
  };
  const finish = async () => {
    clearTimeout(timer.current);
    await update({ ...latest.current, ready: true });
    await send();
  };
  const choose = async (choices: Readonly<Record<string, 'mine' | 'theirs'>>) => {
    if (standstill?.kind !== 'contested') return;
    const { current } = standstill;
    const merged = applyChoices(latest.current, standstill, choices);
    setStandstill(undefined);
    await update(rebaseOnSheet(merged, current, clock().today));
    await send();
  };
  /** The sheet was deleted, so the answers create another one. */
  const createAgain = async () => {
    const { sheet: _, begun: __, ...rest } = latest.current;
    setStandstill(undefined);
    await update({ ...rest, key: crypto.randomUUID() });
    await deleteOfflineCall(taker.id, start);
    await send();
  };

  const retry = useEffectEvent(() => void send());
  useEffect(() => {
    if (sending !== 'waiting' || locked) return;
    const interval = setInterval(retry, tryAgainMs);
    window.addEventListener('online', retry);
    return () => {
      clearInterval(interval);
      window.removeEventListener('online', retry);
    };
  }, [sending, locked]);
  const goOn = useEffectEvent(() => {
    if (Object.keys(start.answers).length > 0) void send();
  });
  useEffect(() => {
    goOn();
    return () => clearTimeout(timer.current);
  }, []);

  return {
    call,
    change,
    clock,
    homeClock,
    home,
    locations: taker.locations,
    isSaved,
    isKeeping,
    isOnline,
    locked,
    sending,
    mergedChanges,
    standstill,
    send,
    finish,
    choose,
    createAgain,
  };
};
