import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import { clashesOf } from '#domain/calendar/calendar-events.ts';
import { nameOf } from '#domain/calendar/event-words.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { isCalendarDate } from '#domain/values/calendar-date.ts';
import { formatTime } from '#domain/values/clock-time.ts';
import { useApi } from '../../../api/api-context.ts';
import { calendarEventsQuery } from '../../../entities/calendar/queries.ts';
import { paths } from '../../../paths.ts';
import { Notice } from '../../../ui/notice.tsx';
import classes from '../section/section.module.css';

/** The service as the case says it now: the calendar follows a moment later. */
const ownService = (kase: Case): CalendarEvent => {
  const values: Readonly<Record<string, unknown>> = kase.sections.service?.values ?? {};
  const text = (name: string): string => (typeof values[name] === 'string' ? values[name] : '');
  return {
    ...{
      id: `${kase.id}-service`,
      kind: 'service',
      case_id: kase.id,
      case_number: kase.case_number,
      status: kase.status,
    },
    ...{ deceased_full_name: '', service_type: text('service_type'), date: text('service_date') },
    ...{ time: text('service_time').slice(0, 5), place: text('service_location'), vehicle: text('service_vehicle') },
    led_by: text('service_led_by'),
    ...{ funeral_home_id: kase.funeral_home_id, funeral_home_name: kase.funeral_home_name },
  };
};

/** What this service needs that another one needs at that time. A hint alone: staff know what can be done at once. */
export const ServiceClashes = ({ kase }: { kase: Case }) => {
  const own = ownService(kase);
  const isAsked = isCalendarDate(own.date) && own.time !== '' && kase.status !== 'cancelled';
  const query = useQuery({ ...calendarEventsQuery(useApi(), { from: own.date, to: own.date }), enabled: isAsked });
  if (!isAsked || !query.data) return null;
  const events = [...query.data.events.filter(({ id }) => id !== own.id), own];
  return clashesOf(events)
    .filter(({ event_ids }) => event_ids.includes(own.id))
    .map(({ of, place, event_ids }) => (
      <div key={of} className={classes.alert}>
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
