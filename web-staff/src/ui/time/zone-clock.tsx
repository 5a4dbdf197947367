import { useEveryMinute } from './every-minute.ts';

/** '6:14 AM, Eastern Standard Time': what the clock says in an IANA zone; '' for a zone that this browser lacks. */
export const zoneTime = (zone: string, now: Date): string => {
  try {
    const time = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeStyle: 'short' }).format(now);
    const named = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'long' }).formatToParts(now);
    return `${time}, ${named.find(({ type }) => type === 'timeZoneName')?.value ?? zone}`;
  } catch {
    return '';
  }
};

/** The time there now, kept true while the page is open. */
export const ZoneClock = ({ zone }: { zone: string }) => {
  useEveryMinute();
  return zoneTime(zone, new Date());
};
