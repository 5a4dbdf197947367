import { formatTime } from '#domain/shared/values/date-time.ts';
import { useLocations } from '../organizations/homes/queries.ts';
import type { Entry } from './promised-arrivals.ts';

/** Border colors of homes, each with a contrast of 3 : 1 on white. */
const tones = ['#2b604d', '#2f6ba8', '#a8631b', '#7a4f9e', '#a83b5b', '#4d6a2c'] as const;

export const useHomeTones = (): ((homeId: string) => string) => {
  const locations = useLocations();
  return (homeId) => {
    const at = locations.findIndex(({ id }) => id === homeId);
    const hue = tones[Math.max(0, at) % tones.length] ?? tones[0];
    return `color-mix(in srgb, ${hue} var(--hue-share), var(--mantine-color-text))`;
  };
};

/** 'No time yet' only for a service: the crematory or cemetery chooses the time of a disposition. */
export const timeOf = ({ kind, time }: Entry): string => {
  if (time !== '') return formatTime(time);
  return kind === 'service' ? 'No time set' : 'All day';
};

/** 'WA' for Whitcomb & Ames. */
export const initialsOf = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
