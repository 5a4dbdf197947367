import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { valueText } from '#domain/reports/month-report.ts';
import { firstDay, lastDay } from '#domain/reports/periods.ts';
import type { DrillDownRow, Unit } from '#domain/reports/report.schema.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../api/api-context.ts';
import { funeralHomesQuery, useLocations } from '../organizations/homes/queries.ts';
import { paths } from '../paths.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { EmptyState, QueryState } from '../ui/feedback/states.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { drillDownQuery } from './queries.ts';
import classes from './reports-page.module.css';

const pathOf = ({ case: id, submission }: DrillDownRow): string | undefined => {
  if (id) return paths.case(id);
  return submission ? paths.submission(submission) : undefined;
};

const daysText = (from: string, to: string): string => {
  if (from <= firstDay && to >= lastDay) return 'As of now';
  if (from <= firstDay) return `Up to ${formatDate(to)}`;
  return to >= lastDay ? `Since ${formatDate(from)}` : `${formatDate(from)} – ${formatDate(to)}`;
};

const adds: Readonly<Record<Unit, string>> = {
  count: 'Count',
  money: 'Amount',
  days: 'Days',
  hours: 'Hours',
  percent: 'Count',
};

interface RecordsProps {
  rows: readonly DrillDownRow[];
  unit: Unit;
  sum: string;
  count: number;
}

const Records = ({ rows, unit, sum, count }: RecordsProps) => {
  const homes = new Map(useLocations().map(({ id, name }) => [id, name]));
  const number = (of: number): string => of.toLocaleString('en-US');
  const shown = rows.length === count ? number(count) : `${number(rows.length)} of ${number(count)}`;
  return (
    <table className={classes.records}>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Record</th>
          {homes.size > 1 && (
            <th scope="col" className={classes.spare}>
              Home
            </th>
          )}
          <th scope="col" className={classes.number}>
            {adds[unit]}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const to = pathOf(row);
          return (
            <tr key={`${row.date} ${row.case ?? row.submission} ${row.detail}`}>
              <td className={classes.date}>{formatDate(row.date)}</td>
              <th scope="row">
                {to ? <Link to={to}>{row.title}</Link> : row.title}
                <span className={classes.detail}>{row.detail}</span>
              </th>
              {homes.size > 1 && <td className={classes.spare}>{homes.get(row.location) ?? ''}</td>}
              <td className={classes.number}>{valueText(unit, row.value)}</td>
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {shown} {count === 1 ? 'record' : 'records'} total
          </th>
          {/* Hidden with its column: a cell across it would keep its width on a phone. */}
          {homes.size > 1 && <td className={classes.spare} />}
          <td className={classes.number}>{valueText(unit, sum)}</td>
        </tr>
      </tfoot>
    </table>
  );
};

interface Asked {
  figure: string;
  from: string;
  to: string;
  location?: string;
}

const RecordsCard = ({ asked }: { asked: Asked }) => {
  const viewer = useCurrentUser();
  const call = useApi();
  const query = useInfiniteQuery(drillDownQuery(call, viewer, asked));
  // The column of locations decides the layout, so it is loaded first.
  const homes = useQuery(funeralHomesQuery(call));
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const first = query.data?.pages[0];
  return (
    <div className={classes.card} aria-busy={query.isFetching}>
      {!first || homes.isPending ? (
        <QueryState query={query} rows={6} height={56} lines={2} />
      ) : rows.length === 0 && !query.hasNextPage ? (
        <EmptyState title="No records" text="No records for this figure in this period." />
      ) : (
        <>
          <Records rows={rows} unit={first.unit} sum={first.sum} count={first.count} />
          {query.hasNextPage && (
            <Button
              variant="default"
              className={classes.more}
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </>
      )}
    </div>
  );
};

const NoFigure = () => (
  <div className={classes.card}>
    <EmptyState
      title="Choose a figure"
      text="Click a figure in a report to see its records."
      action={
        <Button component={Link} to={paths.insight}>
          Go to Reports
        </Button>
      }
    />
  </div>
);

export const RecordsPage = () => {
  const [params] = useSearchParams();
  const of = (name: string): string => params.get(name) ?? '';
  const title = of('title') || 'Records';
  useDocumentTitle(title);
  const [figure, from, to, location] = [of('figure'), of('from'), of('to'), of('location')];
  return (
    <>
      <PageHeader
        title={title}
        back={{ to: paths.insight, label: 'Reports' }}
        lead={from && to && daysText(from, to)}
      />
      {figure && from && to ? (
        <RecordsCard asked={{ figure, from, to, ...(location ? { location } : {}) }} />
      ) : (
        <NoFigure />
      )}
    </>
  );
};
