import { formatTime, halvesOf, readTime, spokenOf } from '#domain/shared/values/home-clock.ts';

/** How a time is read and written in a field: '2:40 AM', and '2:40' while AM or PM is still to be chosen. */
export const timeTexts = {
  read: readTime,
  write: (value: string): string => formatTime(spokenOf(value)),
};

export interface Half {
  label: string;
  time: string;
  /** It is the likelier one of a time that is in the day. */
  isLikely: boolean;
}

/** Hours between 7 AM and 7 PM, when services are. */
const isInTheDay = (time: string): boolean => time >= '07:00' && time < '19:00';

/** The two times to choose between; undefined where the time is known. `daytime` for what happens in the day. */
export const halvesToAsk = (value: string, daytime = false): Half[] | undefined => {
  const halves = halvesOf(value);
  return (
    halves &&
    [halves.am, halves.pm].map((time) => ({
      label: formatTime(time),
      time,
      isLikely: daytime && isInTheDay(time),
    }))
  );
};
