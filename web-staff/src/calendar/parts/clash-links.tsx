import { Anchor } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import { nameOf } from '#domain/calendar/event-text.ts';
import { formatTime } from '#domain/shared/values/clock-time.ts';
import { paths } from '../../paths.ts';

interface ClashLinksProps {
  events: readonly CalendarEvent[];
  /** They are of more than one location, or of another than what they clash with: each is said. */
  hasHomes: boolean;
}

/** Services that get into each other's way, each with its time and the way to it. */
export const ClashLinks = ({ events, hasHomes }: ClashLinksProps) =>
  events.map((event, at) => (
    <Fragment key={event.id}>
      {at > 0 && ', '}
      <Anchor component={Link} to={`${paths.case(event.case_id)}?section=service`} inherit>
        {nameOf(event)} at {formatTime(event.time)}
        {hasHomes && ` (${event.funeral_home_name})`}
      </Anchor>
    </Fragment>
  ));
