import { useQuery } from '@tanstack/react-query';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';
import { useApi } from '../api/api-context.ts';
import classes from './payments-page.module.css';
import { paymentSummaryQuery } from './queries.ts';

const dollars = (amount: string): string => formatMoney(parseMoney(amount) ?? 0);

interface DrawerProps {
  location: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

/** The sums of the days that are looked at, today's unless others are chosen: what the drawer is counted by at closing time. */
export const CashDrawerTotals = ({ location, from, to }: DrawerProps) => {
  const days = { ...(from ? { date_from: from } : {}), ...(to ? { date_to: to } : {}) };
  const { data } = useQuery(paymentSummaryQuery(useApi(), { ...days, ...(location ? { location } : {}) }));
  // Its room is kept, so that the list does not jump.
  if (!data)
    return <section className={classes.drawer} style={{ minHeight: '4.5rem' }} aria-label="Totals" aria-busy />;
  const { date_from, date_to, is_exact } = data;
  return (
    <section className={classes.drawer} aria-label="Totals">
      <div>
        <span className={classes.label}>
          {date_from === date_to ? formatDate(date_from) : `${formatDate(date_from)} – ${formatDate(date_to)}`}
          {is_exact ? '' : ', the first 5,000'}
        </span>
        <span className={classes.total}>{dollars(data.total)}</span>
      </div>
      {data.by_method.map(({ payment_method, payment_method_display, count, total }) => (
        <div key={payment_method}>
          <span className={classes.label}>
            {payment_method_display} · {count}
          </span>
          <span className={classes.total}>{dollars(total)}</span>
        </div>
      ))}
      {(parseMoney(data.returned) ?? 0) > 0 && (
        <div>
          <span className={classes.label}>Refunds (included above)</span>
          <span className={classes.total}>{dollars(data.returned)}</span>
        </div>
      )}
      {data.count === 0 && <span className={classes.label}>No payments or refunds.</span>}
    </section>
  );
};
