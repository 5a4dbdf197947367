import { useEveryMinute } from './time-ago.tsx';

/**
 * Returns '6:14 AM, Eastern Standard Time', the current time in an IANA zone; '' for a zone the browser does not know.
 */
export const zoneTime = (zone: string, now: Date): string => {
  try {
    const time = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeStyle: 'short' }).format(now);
    const named = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'long' }).formatToParts(now);
    return `${time}, ${named.find(({ type }) => type === 'timeZoneName')?.value ?? zone}`;
  } catch {
    return '';
  }
};

export const ZoneClock = ({ zone }: { zone: string }) => {
  useEveryMinute();
  return zoneTime(zone, new Date());
};
