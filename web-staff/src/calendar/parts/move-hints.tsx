import { Anchor, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import { findSchedulingConflicts, nameOf } from '#domain/calendar/calendar-events.ts';
import type { DayEvent } from '#domain/calendar/day.schema.ts';
import { fullTitle, usuallyMovedAlong } from '#domain/calendar/day-events.ts';
import { isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { useApi } from '../../api/api-context.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { calendarEventsQuery } from '../queries.ts';
import { caseDayQuery } from './day-queries.ts';
import { extentText, shortDate } from './day-text.ts';

interface ServiceConflictLinksProps {
  events: readonly CalendarEvent[];
  hasHomes: boolean;
}

export const ServiceConflictLinks = ({ events, hasHomes }: ServiceConflictLinksProps) =>
  events.map((event, at) => (
    <Fragment key={event.id}>
      {at > 0 && ', '}
      <Anchor component={Link} to={`${paths.case(event.case_id)}?section=service`} inherit>
        {nameOf(event)} at {formatTime(event.time)}
        {hasHomes && ` (${event.funeral_home_name})`}
      </Anchor>
    </Fragment>
  ));

interface ServiceConflictHintsProps {
  /** The service as stored, or as it would be. */
  own: CalendarEvent;
  className?: string | undefined;
}

/** A hint, not an error: staff know what can be done at the same time. */
export const ServiceConflictHints = ({ own, className }: ServiceConflictHintsProps) => {
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
        <Notice tone="warning" title={`${place} is double-booked at that time`}>
          <ServiceConflictLinks events={others(event_ids)} hasHomes={others(event_ids).some(isElsewhere)} />
        </Notice>
      </div>
    ));
};

type MovedEvent = Pick<DayEvent, 'id' | 'date'> & { readonly kind: string };

/** Returns the other events of a service's case, of which those after it usually move along. */
export const useMovingAlong = (event: MovedEvent | undefined, caseId: string | undefined) => {
  const isAsked = event?.kind === 'service' && caseId !== undefined;
  const { data } = useQuery({ ...caseDayQuery(useApi(), caseId ?? ''), enabled: isAsked });
  const [chosen, setChosen] = useState<string[]>();
  const others = isAsked ? (data?.events ?? []).filter(({ id, date }) => id !== event.id && date !== '') : [];
  return { others, chosen: event ? (chosen ?? usuallyMovedAlong(event, others)) : [], setChosen };
};

export const MovingAlong = ({ others, chosen, setChosen }: ReturnType<typeof useMovingAlong>) =>
  others.length > 0 && (
    <Checkbox.Group label="These move with it" value={chosen} onChange={setChosen}>
      {others.map((other) => (
        <Checkbox
          key={other.id}
          mt="xs"
          value={other.id}
          label={`${fullTitle(other)}, ${shortDate(other.date)}, ${extentText(other)}`}
        />
      ))}
    </Checkbox.Group>
  );
