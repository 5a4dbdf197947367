import { Anchor, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { CaseStatistics } from '#domain/cases/case.schema.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import { useLocationFilter } from '../../organizations/parts/location-select.tsx';
import { paths } from '../../paths.ts';
import { ChartFrame, type ChartPoint } from '../../ui/chart-frame.tsx';
import { QueryState } from '../../ui/feedback/states.tsx';
import { choiceFilter } from '../../ui/lists/list-filters.tsx';
import { useList } from '../../ui/lists/use-list.ts';
import { useDocumentTitle } from '../../ui/page/document-title.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { caseStatisticsQuery } from '../queries.ts';
import classes from './statistics-page.module.css';

const Figure = ({ count, filters }: { count: number; filters: Record<string, string | undefined> }) => {
  const known = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const address = `${paths.cases}?${new URLSearchParams(known)}`;
  return (
    <Anchor component={Link} to={address} inherit>
      {count.toLocaleString('en-US')}
    </Anchor>
  );
};

const StatusTable = ({ of, location }: { of: CaseStatistics; location: string | undefined }) => {
  const within = { created_from: of.from, created_to: of.to, location };
  return (
    <section className={classes.panel} aria-labelledby="cases-by-status">
      <h2 id="cases-by-status" className={classes.heading}>
        By status
      </h2>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Current status</th>
            <th scope="col">Opened in this period</th>
            <th scope="col">All</th>
          </tr>
        </thead>
        <tbody>
          {caseStatuses.map((status) => (
            <tr key={status}>
              <th scope="row">
                <StatusBadge status={status} />
              </th>
              <td>
                <Figure count={of.opened_by_status[status]} filters={{ ...within, status }} />
              </td>
              <td>
                <Figure count={of.by_status[status]} filters={{ status, location }} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>
              <Figure count={of.opened} filters={within} />
            </td>
            <td>
              <Figure count={of.total} filters={{ location }} />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
};

/** 'Last 30 days'; long ranges in years. */
const spanText = (days: number): string => {
  const years = days / 365;
  if (Number.isInteger(years)) return years === 1 ? 'Last 12 months' : `Last ${years} years`;
  return `Last ${days} days`;
};

const openedText = ({ opened, opened_before: before, days }: CaseStatistics): string => {
  const difference = Math.abs(opened - before).toLocaleString('en-US');
  if (opened === before) return `Same as the previous ${days.toLocaleString('en-US')} days`;
  return `${difference} ${opened > before ? 'more' : 'fewer'} than the previous ${days.toLocaleString('en-US')} days`;
};

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const wholeMonth = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const instantOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** As many labels as fit without overlapping. */
const maxNames = 12;

/** Columns by day or, for long ranges, by month, with as many labels as fit. */
const openedPoints = ({ opened_by_day, opened_by_month }: CaseStatistics): ChartPoint[] => {
  const parts = opened_by_month.length
    ? opened_by_month.map(({ month: of, count }) => {
        const first = instantOf(`${of}-01`);
        const isYear = opened_by_month.length > 2 * maxNames;
        return { name: wholeMonth.format(first), short: isYear ? of.slice(0, 4) : month.format(first), count };
      })
    : opened_by_day.map(({ date, count }) => ({
        name: `${weekday.format(instantOf(date))}, ${formatDate(date)}`,
        short: opened_by_day.length <= 7 ? weekday.format(instantOf(date)) : formatDate(date).replace(/, \d+$/, ''),
        count,
      }));
  const every = Math.ceil(parts.length / maxNames);
  return parts.map(({ name, short, count }, at) => ({
    name,
    value: count,
    // Counted from the newest column, which always has a label.
    axis: (parts.length - 1 - at) % every === 0 ? short : '',
  }));
};

const defaultDays = '30';
const spans = ['7', '30', '90', '365', '1825'] as const;
const spanFilter = choiceFilter(
  'Days',
  '',
  spans.map((value) => ({ value, label: spanText(Number(value)) })),
);

const count = (cases: number): string => `${cases.toLocaleString('en-US')} ${cases === 1 ? 'case' : 'cases'}`;

export const StatisticsPage = () => {
  useDocumentTitle('Case statistics');
  const call = useApi();
  const list = useList({ days: spanFilter, location: useLocationFilter() });
  const { days = defaultDays, location } = list.values;
  const query = useQuery(caseStatisticsQuery(call, { days, location }));
  const set = (name: 'days' | 'location') => (value: string) =>
    list.params.setFilter(name, name === 'days' && value === defaultDays ? '' : value);
  return (
    <>
      <PageHeader title="Statistics" back={{ to: paths.cases, label: 'Cases' }} />
      <div className={classes.choices}>
        <NativeSelect
          aria-label="Days"
          value={days}
          onChange={(event) => set('days')(event.currentTarget.value)}
          data={spans.map((value) => ({ value, label: spanText(Number(value)) }))}
        />
        {list.filters.location.control(location ?? '', set('location'))}
      </div>
      <div aria-busy={query.isFetching} data-stale={query.isPlaceholderData} className={classes.body}>
        {query.data ? (
          <Figures of={query.data} location={location} />
        ) : (
          <QueryState query={query} rows={6} height={64} />
        )}
      </div>
    </>
  );
};

const Figures = ({ of, location }: { of: CaseStatistics; location: string | undefined }) => (
  <div className={classes.columns}>
    <ChartFrame
      title={`Opened ${formatDate(of.from)} to ${formatDate(of.to)}`}
      figure={count(of.opened)}
      delta={openedText(of)}
      points={openedPoints(of)}
      format={count}
    />
    <div className={classes.side}>
      <StatusTable of={of} location={location} />
      <ChartFrame
        title={`Services in the next ${of.days.toLocaleString('en-US')} days`}
        figure={`${of.services_ahead_is_exact ? '' : 'More than '}${of.services_ahead.toLocaleString('en-US')}`}
        delta="Excludes cancelled cases"
        points={[]}
        format={count}
      />
    </div>
  </div>
);
