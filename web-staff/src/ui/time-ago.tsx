import { useSyncExternalStore } from 'react';
import { exactTime, relativeTime } from './time-text.ts';

const minute = 60_000;
const thisMinute = () => Math.floor(Date.now() / minute);
const everyMinute = (listener: () => void) => {
  const timer = setInterval(listener, minute);
  return () => clearInterval(timer);
};

/** How long ago something was, kept true while the page is open, with the exact time as its tooltip. */
export const TimeAgo = ({ at }: { at: string }) => {
  useSyncExternalStore(everyMinute, thisMinute);
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(at, new Date())}
    </time>
  );
};
