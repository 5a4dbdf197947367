import { useEveryMinute } from './every-minute.ts';
import { zoneTime } from './zone-time.ts';

/** The time there now, kept true while the page is open. */
export const ZoneClock = ({ zone }: { zone: string }) => {
  useEveryMinute();
  return zoneTime(zone, new Date());
};
