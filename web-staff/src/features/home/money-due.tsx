import { useQuery } from '@tanstack/react-query';
import type { DueRow } from '#domain/money-to-come/money-to-come.schema.ts';
import { formatDate } from '#domain/values/calendar-date.ts';
import { formatMoney, parseMoney } from '#domain/values/money.ts';
import { useApi } from '../../api/api-context.ts';
import { moneyDueQuery } from '../../entities/money-to-come/queries.ts';
import { paths } from '../../paths.ts';
import { Chip } from '../../ui/chip.tsx';
import { Queue, QueueRow, QueueRows } from '../../ui/queue.tsx';
import { ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import classes from './home-page.module.css';

const title = 'Money due';

/** Whom to remind: instalments and insurers' payments of this week, and what is overdue before them. */
export const MoneyDue = () => {
  const query = useQuery(moneyDueQuery(useApi()));
  const body = () => {
    if (!query.data) {
      if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
      return <RowsSkeleton rows={2} height={64} />;
    }
    const { results, today } = query.data;
    if (results.length === 0)
      return <p className={classes.quiet}>No instalment or insurance payment is due this week.</p>;
    return (
      <QueueRows label={title}>
        {results.map((row) => (
          <Due key={row.case} row={row} today={today} />
        ))}
      </QueueRows>
    );
  };
  return (
    <Queue title={title} count={query.data?.count} isMore={query.data && !query.data.count_is_exact}>
      {body()}
    </Queue>
  );
};

const Due = ({ row, today }: { row: DueRow; today: string }) => (
  <QueueRow
    state={row.due_on < today ? <Chip tone="danger">Overdue</Chip> : <Chip tone="warn">Due</Chip>}
    to={`${paths.case(row.case)}?section=financial`}
    name={row.deceased_name || 'Name not given'}
    lines={[
      `${row.owed_by === 'family' ? 'The family' : 'The insurer'}: ${formatMoney(parseMoney(row.amount) ?? 0)}, ${formatDate(row.due_on)}`,
      [row.case_number, row.funeral_home_name].filter(Boolean).join(' · '),
    ]}
  />
);
