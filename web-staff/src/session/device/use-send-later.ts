import { useEffect, useEffectEvent, useRef } from 'react';

const lookAgainMs = 30_000;

/**
 * Sends what this device stored: at start, after a reconnection, periodically, and when the number of waiting entries
 * changes. It runs once at a time.
 */
export const useSendLater = (sendAll: () => Promise<void>, waiting = 0): void => {
  const isSending = useRef(false);
  const sendOnce = useEffectEvent(async () => {
    if (isSending.current) return;
    isSending.current = true;
    await sendAll().finally(() => {
      isSending.current = false;
    });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further entry is sent at once
  useEffect(() => {
    const send = () => void sendOnce();
    send();
    const timer = setInterval(send, lookAgainMs);
    window.addEventListener('online', send);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', send);
    };
  }, [waiting]);
};
