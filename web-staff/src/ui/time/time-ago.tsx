import { createContext, useContext, useSyncExternalStore } from 'react';
import { exactTime, relativeTime } from './time-text.ts';

const minute = 60_000;
const thisMinute = () => Math.floor(Date.now() / minute);
const tick = (listener: () => void) => {
  const timer = setInterval(listener, minute);
  return () => clearInterval(timer);
};

export const useEveryMinute = (): void => {
  useSyncExternalStore(tick, thisMinute);
};

/** The time zone of the record's location. */
export const HomeZone = createContext<string | undefined>(undefined);

export const TimeAgo = ({ at }: { at: string }) => {
  useEveryMinute();
  const timeZone = useContext(HomeZone);
  return (
    <time dateTime={at} title={exactTime(at, timeZone)}>
      {relativeTime(at, new Date())}
    </time>
  );
};
