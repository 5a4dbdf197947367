import { useSyncExternalStore } from 'react';

const minute = 60_000;
const thisMinute = () => Math.floor(Date.now() / minute);
const tick = (listener: () => void) => {
  const timer = setInterval(listener, minute);
  return () => clearInterval(timer);
};

/** Re-renders every minute, so that relative times stay correct. */
export const useEveryMinute = (): void => {
  useSyncExternalStore(tick, thisMinute);
};
