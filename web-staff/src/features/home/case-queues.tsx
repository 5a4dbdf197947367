import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { CaseQueue, CaseRow } from '#domain/cases/case.schema.ts';
import { displayValue } from '#domain/forms/display.ts';
import { serviceTypes } from '#domain/reference-data/service-types.ts';
import { addDays, formatDate, todayIn } from '#domain/values/calendar-date.ts';
import { formatTime } from '#domain/values/clock-time.ts';
import { useApi } from '../../api/api-context.ts';
import { caseQueueQuery } from '../../entities/cases/queries.ts';
import { useCan, useCurrentUser } from '../../entities/profile/current-user.ts';
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
const nameOf = (row: CaseRow): string => row.deceased_full_name || 'Name not given';
const missing = ({ missing_count }: CaseRow, to: string): string =>
  missing_count === 0 ? `Nothing missing to be ${to}` : `${missing_count.toLocaleString('en-US')} missing to be ${to}`;

interface CaseQueuePanelProps {
  title: string;
  of: keyof CaseQueue;
  /** What stands there when nothing waits. */
  none: string;
  /** The list with all of them. */
  all: string;
  children: (cases: readonly CaseRow[]) => ReactNode;
}

/** One of the three queues of cases; all come with one call. */
const CaseQueuePanel = ({ title, of, none, all, children }: CaseQueuePanelProps) => {
  const call = useApi();
  const query = useQuery(caseQueueQuery(call));
  const waiting = query.data?.[of];
  const body = () => {
    if (!waiting) {
      if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
      return <RowsSkeleton rows={2} height={64} />;
    }
    if (waiting.cases.length === 0) return <p className={classes.quiet}>{none}</p>;
    return <QueueRows label={title}>{children(waiting.cases)}</QueueRows>;
  };
  return (
    <Queue
      title={title}
      count={waiting?.count}
      isMore={waiting && !waiting.count_is_exact}
      aside={
        <Anchor component={Link} to={`${paths.cases}?${all}`} aria-label={`See all: ${title}`} inherit>
          See all
        </Anchor>
      }
    >
      {body()}
    </Queue>
  );
};

/** Services of seven rolling days, by day. */
export const ServicesSoon = () => {
  const today = todayIn(useCurrentUser().funeral_home_details.time_zone, new Date());
  const all = `service_from=${today}&service_to=${addDays(today, daysShown - 1)}`;
  return (
    <CaseQueuePanel title="Services, next 7 days" of="services" none="No services in the next 7 days." all={all}>
      {(cases) =>
        [...new Set(cases.map(({ service_date }) => service_date))].map((day) => (
          <Fragment key={day}>
            <QueueDay>{dayName(day, today)}</QueueDay>
            {cases
              .filter(({ service_date }) => service_date === day)
              .map((row) => (
                <QueueRow
                  key={row.id}
                  to={paths.case(row.id)}
                  name={nameOf(row)}
                  lines={[
                    [formatTime(row.service_time), service(row)].filter(Boolean).join(' · '),
                    [row.service_location, row.funeral_home_name].filter(Boolean).join(' · '),
                  ]}
                />
              ))}
          </Fragment>
        ))
      }
    </CaseQueuePanel>
  );
};

/** Cases that were begun and are not active yet, with what each lacks for that. */
export const DraftsToFinish = () => {
  const mayEdit = useCan()('case:edit');
  return (
    <CaseQueuePanel title="Drafts to finish" of="drafts" none="No drafts." all="status=draft">
      {(cases) =>
        cases.slice(0, draftsShown).map((row) => (
          <QueueRow
            key={row.id}
            to={paths.case(row.id)}
            name={nameOf(row)}
            lines={[
              missing(row, 'active'),
              <>
                {row.case_number} · opened <TimeAgo at={row.created_at} />
              </>,
            ]}
            actions={mayEdit && <Next row={row}>{row.missing_count === 0 ? 'Activate' : 'Continue'}</Next>}
          />
        ))
      }
    </CaseQueuePanel>
  );
};

/** Active cases that lack something to be completed. */
export const CasesLacking = () => {
  const mayEdit = useCan()('case:edit');
  return (
    <CaseQueuePanel
      title="Cases that lack something"
      of="lacking"
      none="Every active case has what it needs."
      all="status=active&lacking=true"
    >
      {(cases) =>
        cases.map((row) => (
          <QueueRow
            key={row.id}
            to={paths.case(row.id)}
            name={nameOf(row)}
            lines={[`${missing(row, 'completed')} · ${row.case_number}`]}
            actions={mayEdit && <Next row={row}>Continue</Next>}
          />
        ))
      }
    </CaseQueuePanel>
  );
};

const Next = ({ row, children }: { row: CaseRow; children: string }) => (
  <Button component={Link} to={paths.case(row.id)} variant="default" aria-label={`${children}: ${nameOf(row)}`}>
    {children}
  </Button>
);
