import { useEffect, useEffectEvent, useState } from 'react';

/** One tab at a time writes a call: what two wrote would take each other's answers away. */
const pageLockOf = (key: string): string => `stillwater-first-call ${key}`;
/** Held for as long as a kept call is being sent in the background, by whatever tab. */
const sendLockOf = (key: string): string => `stillwater-first-call-sending ${key}`;

/** Whether this tab has the call; `sending`, it has it as soon as what was answered before is sent. */
export type CallLock = 'asking' | 'sending' | 'held' | 'elsewhere';

interface CallLockOptions {
  key: string;
  /** The call was being sent in the background: what is kept of it may be another state by now. */
  onSent: () => Promise<void>;
}

/**
 * Holds a call while its page is open; `take` takes it over from the tab that has it. A browser without locks lets every
 * tab have it.
 */
export const useCallLock = ({ key, onSent }: CallLockOptions): { lock: CallLock; take: () => void } => {
  const [lock, setLock] = useState<CallLock>('asking');
  const [steals, setSteals] = useState(0);
  const readAgain = useEffectEvent(onSent);
  useEffect(() => {
    if (!navigator.locks) return setLock('held');
    let leave = () => {};
    let left = false;
    const held = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const tell = (state: CallLock): void => {
      if (!left) setLock(state);
    };
    /** Whoever begins to send after this sees that the page has the call, and leaves it alone. */
    const untilSent = async (): Promise<void> => {
      const isFree = await navigator.locks.request(
        sendLockOf(key),
        { ifAvailable: true },
        (granted) => granted !== null,
      );
      if (isFree) return;
      tell('sending');
      await navigator.locks.request(sendLockOf(key), () => undefined);
      if (!left) await readAgain();
    };
    const options = steals > 0 ? { steal: true } : { ifAvailable: true };
    navigator.locks
      .request(pageLockOf(key), options, async (granted) => {
        if (left) return;
        if (!granted) return tell('elsewhere');
        await untilSent();
        tell('held');
        await held;
      })
      .catch(() => {
        // Another tab has taken it over.
        tell('elsewhere');
      });
    return () => {
      left = true;
      leave();
    };
  }, [key, steals]);
  return { lock, take: () => setSteals((count) => count + 1) };
};

/** Runs it where no page has the call open and no tab is sending it. */
export const runWhenUnlocked = async (key: string, run: () => Promise<void>): Promise<void> => {
  if (!navigator.locks) return run();
  await navigator.locks.request(sendLockOf(key), { ifAvailable: true }, async (granted) => {
    if (!granted) return;
    const { held = [] } = await navigator.locks.query();
    if (!held.some(({ name }) => name === pageLockOf(key))) await run();
  });
};
