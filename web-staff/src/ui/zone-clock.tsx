import { useSyncExternalStore } from 'react';
import { zoneTime } from './zone-time.ts';

const minute = 60_000;
const thisMinute = () => Math.floor(Date.now() / minute);
const everyMinute = (listener: () => void) => {
  const timer = setInterval(listener, minute);
  return () => clearInterval(timer);
};

/** The time there now, kept true while the page is open. */
export const ZoneClock = ({ zone }: { zone: string }) => {
  useSyncExternalStore(everyMinute, thisMinute);
  return zoneTime(zone, new Date());
};
