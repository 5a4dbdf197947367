import { useEveryMinute } from './every-minute.ts';
import { exactTime, relativeTime } from './time-text.ts';

export const TimeAgo = ({ at }: { at: string }) => {
  useEveryMinute();
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(at, new Date())}
    </time>
  );
};
