import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { CaseStatistics } from '#domain/cases/case.schema.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { paths } from '../../paths.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './statistics-page.module.css';

interface StatusTableProps {
  of: CaseStatistics;
  location: string | undefined;
}

/** A figure that leads to the cases that it counts. */
const Figure = ({ count, filters }: { count: number; filters: Record<string, string | undefined> }) => {
  const known = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const address = `${paths.cases}?${new URLSearchParams(known)}`;
  return (
    <Anchor component={Link} to={address} inherit>
      {count.toLocaleString('en-US')}
    </Anchor>
  );
};

/** Cases by the status that they have now: all of them, and those opened within the days. */
export const StatusTable = ({ of, location }: StatusTableProps) => {
  const within = { created_from: of.from, created_to: of.to, location };
  return (
    <section className={classes.panel} aria-labelledby="cases-by-status">
      <h2 id="cases-by-status" className={classes.heading}>
        By status
      </h2>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Status now</th>
            <th scope="col">Opened within the days</th>
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
