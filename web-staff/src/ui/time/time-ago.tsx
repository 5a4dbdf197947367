import { useEveryMinute } from './every-minute.ts';
import { exactTime, relativeTime } from './time-text.ts';

/** How long ago something was, kept true while the page is open, with the exact time as its tooltip. */
export const TimeAgo = ({ at }: { at: string }) => {
  useEveryMinute();
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(at, new Date())}
    </time>
  );
};
