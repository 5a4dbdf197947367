import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { addDays, formatDate, todayIn } from '#domain/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import { nearestDeadlinesQuery } from '../../entities/deadlines/queries.ts';
import { useCurrentUser } from '../../entities/profile/current-user.ts';
import { paths } from '../../paths.ts';
import { DueChip } from '../../ui/due-chip.tsx';
import { Queue, QueueRow, QueueRows } from '../../ui/queue.tsx';
import { ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import classes from './home-page.module.css';

const shown = 6;

/** What is overdue or soon to be done across cases, the nearest day first. */
export const DueQueue = () => {
  const today = todayIn(useCurrentUser().funeral_home_details.time_zone, new Date());
  const query = useQuery(nearestDeadlinesQuery(useApi()));
  const found = query.data;
  const near = found?.results.filter(({ due }) => due < addDays(today, 3));
  const body = () => {
    if (!near) {
      if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
      return <RowsSkeleton rows={2} height={64} />;
    }
    if (near.length === 0) return <p className={classes.quiet}>Nothing is due in the next days.</p>;
    return (
      <QueueRows label="Deadlines">
        {near.slice(0, shown).map((row) => (
          <QueueRow
            key={row.id}
            to={paths.case(row.case)}
            name={row.deceased_name || 'Name not given'}
            lines={[
              <DueChip key="due" daysLeft={row.days_left} />,
              `${row.title} · ${formatDate(row.due)}`,
              [row.case_number, row.owner_name].filter(Boolean).join(' · '),
            ]}
          />
        ))}
      </QueueRows>
    );
  };
  return (
    <Queue
      title="Deadlines"
      count={near?.length}
      isMore={near !== undefined && near.length === found?.results.length && (found?.count ?? 0) > near.length}
      aside={
        <Anchor component={Link} to={paths.deadlines} aria-label="See all: Deadlines" inherit>
          See all
        </Anchor>
      }
    >
      {body()}
    </Queue>
  );
};
