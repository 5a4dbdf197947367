import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { displayValue } from '#domain/forms/display.ts';
import { serviceTypes } from '#domain/reference-data/service-types.ts';
import { addDays, formatDate, todayIn } from '#domain/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import { casesQuery } from '../../entities/cases/queries.ts';
import { useCurrentUser } from '../../entities/profile/current-user.ts';
import { paths } from '../../paths.ts';
import { Queue, QueueDay, QueueRow, QueueRows } from '../../ui/queue.tsx';
import { ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import classes from './home-page.module.css';

const daysShown = 7;
const draftsShown = 4;
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });

const dayName = (day: string, today: string): string => {
  if (day === today) return 'Today';
  return day === addDays(today, 1) ? 'Tomorrow' : `${weekday.format(new Date(`${day}T00:00:00Z`))}, ${formatDate(day)}`;
};

const service = (row: CaseRow): string =>
  displayValue({ kind: 'select', options: serviceTypes }, row.service_type) || 'Service';

/** Services of seven rolling days, by day. */
export const ServicesSoon = () => {
  const call = useApi();
  const today = todayIn(useCurrentUser().funeral_home_details.time_zone, new Date());
  const range = { service_from: today, service_to: addDays(today, daysShown - 1) };
  const query = useQuery(casesQuery(call, { ...range, page_size: '50' }));
  const rows = (query.data?.results ?? [])
    .filter(({ status }) => status === 'draft' || status === 'active')
    .toSorted((a, b) => a.service_date.localeCompare(b.service_date));
  const days = [...new Set(rows.map(({ service_date }) => service_date))];
  const body = () => {
    if (!query.data) {
      if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
      return <RowsSkeleton rows={3} height={64} />;
    }
    if (rows.length === 0) return <p className={classes.quiet}>No services in the next 7 days.</p>;
    return (
      <QueueRows label="Services of the next 7 days">
        {days.map((day) => (
          <Fragment key={day}>
            <QueueDay>{dayName(day, today)}</QueueDay>
            {rows
              .filter(({ service_date }) => service_date === day)
              .map((row) => (
                <QueueRow
                  key={row.id}
                  to={paths.case(row.id)}
                  name={row.deceased_full_name || 'Name not given'}
                  lines={[`${service(row)} · ${row.funeral_home_name}`]}
                />
              ))}
          </Fragment>
        ))}
      </QueueRows>
    );
  };
  return (
    <Queue title="Services, next 7 days" count={query.data && rows.length}>
      {body()}
    </Queue>
  );
};

/** Cases that were begun and are not active yet, those begun longest ago first. */
export const DraftsToFinish = () => {
  const call = useApi();
  const query = useQuery(casesQuery(call, { status: 'draft', ordering: 'created_at', page_size: '10' }));
  const body = () => {
    if (!query.data) {
      if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
      return <RowsSkeleton rows={2} height={64} />;
    }
    if (query.data.results.length === 0) return <p className={classes.quiet}>No drafts.</p>;
    return (
      <QueueRows label="Drafts to finish">
        {query.data.results.slice(0, draftsShown).map((row) => (
          <QueueRow
            key={row.id}
            to={paths.case(row.id)}
            name={row.deceased_full_name || 'Name not given'}
            lines={[
              <>
                {row.case_number} · opened <TimeAgo at={row.created_at} />
              </>,
            ]}
          />
        ))}
      </QueueRows>
    );
  };
  return (
    <Queue
      title="Drafts to finish"
      count={query.data?.count}
      aside={
        <Anchor component={Link} to={`${paths.cases}?status=draft`} inherit>
          See all
        </Anchor>
      }
    >
      {body()}
    </Queue>
  );
};
