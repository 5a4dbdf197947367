import { useEveryMinute } from './every-minute.ts';
import { exactTime, relativeTime } from './time-text.ts';

/** A relative time that stays current, with the exact time as tooltip. */
export const TimeAgo = ({ at }: { at: string }) => {
  useEveryMinute();
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(at, new Date())}
    </time>
  );
};
