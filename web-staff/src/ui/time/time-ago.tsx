import { useContext } from 'react';
import { HomeZone } from '../fields/home-zone.ts';
import { useEveryMinute } from './every-minute.ts';
import { exactTime, relativeTime } from './time-text.ts';

export const TimeAgo = ({ at }: { at: string }) => {
  useEveryMinute();
  const timeZone = useContext(HomeZone);
  return (
    <time dateTime={at} title={exactTime(at, timeZone)}>
      {relativeTime(at, new Date())}
    </time>
  );
};
