import type { CalendarClash, CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { ClashLinks } from './parts/clash-links.tsx';
import { shortDay } from './parts/short-day.ts';

interface ClashNoticeProps {
  clash: CalendarClash;
  events: readonly CalendarEvent[];
}

/** Which services get into each other's way, and the ways to them; of several locations with these. */
export const ClashNotice = ({ clash, events }: ClashNoticeProps) => {
  const clashing = events.filter(({ id }) => clash.event_ids.includes(id));
  const hasHomes = new Set(clashing.map(({ funeral_home_id }) => funeral_home_id)).size > 1;
  return (
    <Notice tone="warning" title={`${clash.place} is needed twice on ${shortDay(clash.date)}`}>
      <ClashLinks {...{ events: clashing, hasHomes }} />
    </Notice>
  );
};
