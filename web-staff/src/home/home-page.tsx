import { Button, Skeleton } from '@mantine/core';
import { IconPhonePlus, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../api/api-context.ts';
import { useNewSubmissions } from '../intake/queries.ts';
import { paths } from '../paths.ts';
import { FigureTiles } from '../reports/parts/figure-tiles.tsx';
import { dashboardQuery } from '../reports/queries.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { ErrorState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { Queue } from '../ui/lists/queue.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import classes from './home-page.module.css';
import { OnboardingBanner } from './onboarding-banner.tsx';
import { useWork } from './use-work.ts';
import { WorkPanel } from './work-panel.tsx';

/** Figures for the user's role. Their space is reserved while they load. */
const RoleFigures = () => {
  const query = useQuery(dashboardQuery(useApi(), useCurrentUser()));
  if (query.data) return <FigureTiles figures={query.data.figures} label="Figures" />;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton height={132} role="status" aria-label="Loading" />;
};

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

const greeting = (hour: number): string => {
  if (hour < 5 || hour >= 18) return 'Good evening';
  return hour < 12 ? 'Good morning' : 'Good afternoon';
};

const date = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });

const families = (count: number | undefined): string => {
  if (count === undefined) return '';
  if (count === 0) return 'No families are waiting for a call.';
  return count === 1 ? 'One family is waiting for a call.' : `${count} families are waiting for a call.`;
};

export const HomePage = () => {
  const user = useCurrentUser();
  const can = useCan();
  const waiting = useNewSubmissions().data?.count;
  const today = todayIn(user.funeral_home_details.time_zone, new Date());
  const work = useWork();
  useDocumentTitle('Home');
  return (
    <>
      <PageHeader
        title={`${greeting(new Date().getHours())}, ${user.first_name}`}
        actions={
          <>
            {can('case:edit') && (
              <Button component={Link} to={paths.caseNew} variant="default" leftSection={<IconPlus {...icon} />}>
                New case
              </Button>
            )}
            {can('first-call:edit') && (
              <Button
                component={Link}
                to={paths.firstCallNew}
                variant="default"
                leftSection={<IconPhonePlus {...icon} />}
              >
                Take a call
              </Button>
            )}
          </>
        }
        lead={
          <>
            <span className={classes.lead}>{date.format(new Date(`${today}T00:00:00Z`))}. </span>
            <span className={classes.lead}>
              {work.hasArrived && work.isQuiet ? 'All caught up.' : families(waiting)}
            </span>
          </>
        }
      />
      <OnboardingBanner />
      <div className={classes.columns} data-waiting={!work.hasArrived || undefined}>
        {work.hasArrived ? <WorkPanel work={work} today={today} /> : <Waiting />}
        {can('insight:work') && (
          <aside className={classes.figures} aria-label="Key figures">
            <RoleFigures />
          </aside>
        )}
      </div>
    </>
  );
};

/** Shown until all lists have loaded, so that none moves another one. */
const Waiting = () => (
  <Queue title="Today">
    <RowsSkeleton rows={6} height={84} lines={2} />
  </Queue>
);
