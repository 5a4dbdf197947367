import { Anchor } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { CalendarClash, CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import { nameOf } from '#domain/calendar/event-words.ts';
import { formatTime } from '#domain/values/clock-time.ts';
import { shortDay } from '../../entities/calendar/short-day.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/notice.tsx';

interface ClashNoticeProps {
  clash: CalendarClash;
  events: readonly CalendarEvent[];
}

/** Which services get into each other’s way, and the ways to them; of several locations with these. */
export const ClashNotice = ({ clash, events }: ClashNoticeProps) => {
  const clashing = events.filter(({ id }) => clash.event_ids.includes(id));
  const hasHomes = new Set(clashing.map(({ funeral_home_id }) => funeral_home_id)).size > 1;
  return (
    <Notice tone="warning" title={`${clash.place} is needed twice on ${shortDay(clash.date)}`}>
      {clashing.map((event, at) => (
        <Fragment key={event.id}>
          {at > 0 && ', '}
          <Anchor component={Link} to={`${paths.case(event.case_id)}?section=service`} inherit>
            {nameOf(event)} at {formatTime(event.time)}
            {hasHomes && ` (${event.funeral_home_name})`}
          </Anchor>
        </Fragment>
      ))}
    </Notice>
  );
};
