import { formatTime, halvesOf, readTime, spokenOf } from '#domain/shared/values/date-time.ts';

export const timeTexts = {
  read: readTime,
  write: (value: string): string => formatTime(spokenOf(value)),
};

export interface Half {
  label: string;
  time: string;
  isLikely: boolean;
}

/** Between 7 AM and 7 PM, when services are held. */
const isInTheDay = (time: string): boolean => time >= '07:00' && time < '19:00';

/** Returns the two possible times; undefined if the time is complete. */
export const halvesToAsk = (value: string, daytime = false): Half[] | undefined => {
  const halves = halvesOf(value);
  return (
    halves &&
    [halves.am, halves.pm].map((time) => ({ label: formatTime(time), time, isLikely: daytime && isInTheDay(time) }))
  );
};
