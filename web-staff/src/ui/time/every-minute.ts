import { useSyncExternalStore } from 'react';

const minute = 60_000;
const thisMinute = () => Math.floor(Date.now() / minute);
const tick = (listener: () => void) => {
  const timer = setInterval(listener, minute);
  return () => clearInterval(timer);
};

export const useEveryMinute = (): void => {
  useSyncExternalStore(tick, thisMinute);
};
