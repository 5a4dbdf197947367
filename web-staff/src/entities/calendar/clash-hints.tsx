import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import { clashesOf } from '#domain/calendar/calendar-events.ts';
import { nameOf } from '#domain/calendar/event-words.ts';
import { isCalendarDate } from '#domain/values/calendar-date.ts';
import { formatTime } from '#domain/values/clock-time.ts';
import { useApi } from '../../api/api-context.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/notice.tsx';
import { calendarEventsQuery } from './queries.ts';

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
  return clashesOf(events)
    .filter(({ event_ids }) => event_ids.includes(own.id))
    .map(({ of, place, event_ids }) => (
      <div key={of} className={className}>
        <Notice tone="warning" title={`${place} is needed twice at that time`}>
          {events
            .filter(({ id }) => id !== own.id && event_ids.includes(id))
            .map((event, at) => (
              <Fragment key={event.id}>
                {at > 0 && ', '}
                <Anchor component={Link} to={`${paths.case(event.case_id)}?section=service`} inherit>
                  {nameOf(event)} at {formatTime(event.time)}
                </Anchor>
              </Fragment>
            ))}
        </Notice>
      </div>
    ));
};
