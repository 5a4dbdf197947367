import { useQuery } from '@tanstack/react-query';
import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import { findSchedulingConflicts } from '#domain/calendar/calendar-events.ts';
import { isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { calendarEventsQuery } from '../queries.ts';
import { ClashLinks } from './clash-links.tsx';

interface ClashHintsProps {
  /** The service as it is, or as it would be. */
  own: CalendarEvent;
  className?: string | undefined;
}

/** What a service needs that another one needs at its time. A hint alone: staff know what can be done at once. */
export const ClashHints = ({ own, className }: ClashHintsProps) => {
  const isAsked = own.kind === 'service' && isCalendarDate(own.date) && own.time !== '' && own.status !== 'cancelled';
  const query = useQuery({ ...calendarEventsQuery(useApi(), { from: own.date, to: own.date }), enabled: isAsked });
  if (!isAsked || !query.data) return null;
  const events = [...query.data.events.filter(({ id }) => id !== own.id), own];
  const others = (ids: readonly string[]) => events.filter(({ id }) => id !== own.id && ids.includes(id));
  const isElsewhere = ({ funeral_home_id }: CalendarEvent): boolean => funeral_home_id !== own.funeral_home_id;
  return findSchedulingConflicts(events)
    .filter(({ event_ids }) => event_ids.includes(own.id))
    .map(({ of, place, event_ids }) => (
      <div key={of} className={className}>
        <Notice tone="warning" title={`${place} is needed twice at that time`}>
          <ClashLinks events={others(event_ids)} hasHomes={others(event_ids).some(isElsewhere)} />
        </Notice>
      </div>
    ));
};
