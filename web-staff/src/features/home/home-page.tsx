import { Anchor } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { SubmissionRow } from '#domain/submissions/submission.schema.ts';
import { formatDate } from '#domain/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import { casesQuery } from '../../entities/cases/queries.ts';
import { useCan, useCurrentUser } from '../../entities/profile/current-user.ts';
import { submissionsQuery, useNewSubmissions } from '../../entities/submissions/queries.ts';
import { paths } from '../../paths.ts';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import classes from './home-page.module.css';
import { OnboardingBanner } from './onboarding-banner.tsx';

const latestShown = 5;

const greeting = (hour: number): string => {
  if (hour < 5 || hour >= 18) return 'Good evening';
  return hour < 12 ? 'Good morning' : 'Good afternoon';
};

export const HomePage = () => {
  const user = useCurrentUser();
  const can = useCan();
  const call = useApi();
  const fresh = useNewSubmissions();
  const active = useQuery({ ...casesQuery(call, { status: 'active', page_size: '10' }), enabled: can('case:read') });
  useDocumentTitle('Home');
  return (
    <>
      <PageHeader
        title={`${greeting(new Date().getHours())}, ${user.first_name}`}
        lead={user.funeral_home_details.name}
      />
      <OnboardingBanner />
      <div className={classes.counts}>
        {can('submission:read') && (
          <Count to={`${paths.submissions}?status=new`} count={fresh.data?.count} failed={fresh.isError} accent>
            New submissions
          </Count>
        )}
        {can('case:read') && (
          <Count to={`${paths.cases}?status=active`} count={active.data?.count} failed={active.isError}>
            Active cases
          </Count>
        )}
      </div>
      {can('submission:read') && <Latest />}
    </>
  );
};

interface CountProps {
  to: string;
  count: number | undefined;
  failed: boolean;
  accent?: boolean;
  children: ReactNode;
}

const Count = ({ to, count, failed, accent, children }: CountProps) => (
  <Link to={to} className={classes.count} data-accent={accent && (count ?? 0) > 0}>
    <span className={classes.number}>{count?.toLocaleString('en-US') ?? (failed ? '—' : ' ')}</span>
    <span>{children}</span>
  </Link>
);

const Latest = () => {
  const call = useApi();
  const query = useQuery(submissionsQuery(call, { page_size: '10' }));
  const body = () => {
    if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
    if (!query.data) return <RowsSkeleton rows={latestShown} height={65} />;
    if (query.data.results.length === 0) {
      return (
        <EmptyState
          icon={<IconInbox size={40} stroke={1.2} />}
          title="No submissions yet"
          text="When a family reports a death through the public form, it appears here."
        />
      );
    }
    return (
      <ul className={classes.list}>
        {query.data.results.slice(0, latestShown).map((row) => (
          <Item key={row.id} row={row} />
        ))}
      </ul>
    );
  };
  return (
    <section className={classes.panel} aria-labelledby="latest-title">
      <div className={classes.panelHead}>
        <h2 id="latest-title" className={classes.panelTitle}>
          Latest submissions
        </h2>
        <Anchor component={Link} to={paths.submissions} size="sm">
          See all
        </Anchor>
      </div>
      {body()}
    </section>
  );
};

const Item = ({ row }: { row: SubmissionRow }) => (
  <li className={classes.item}>
    <div className={classes.text}>
      <Link className={classes.link} to={paths.submission(row.id)}>
        {row.deceased_full_name || 'Name not given'}
      </Link>
      <div className={classes.dim}>
        {row.stillborn ? 'Stillbirth' : 'Died'} {formatDate(row.date_of_death)} · reported by{' '}
        {row.informant_name || 'the family'}
      </div>
    </div>
    <div className={classes.side}>
      <StatusBadge status={row.status} />
      <span className={classes.dim}>
        <TimeAgo at={row.created_at} />
      </span>
    </div>
  </li>
);
