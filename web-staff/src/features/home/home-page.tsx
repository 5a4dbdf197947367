import { Button } from '@mantine/core';
import { IconPhonePlus, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { todayIn } from '#domain/values/calendar-date.ts';
import { useCan, useCurrentUser } from '../../entities/profile/current-user.ts';
import { useNewSubmissions } from '../../entities/submissions/queries.ts';
import { paths } from '../../paths.ts';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Queue } from '../../ui/queue.tsx';
import { RowsSkeleton } from '../../ui/states.tsx';
import { CallQueue } from './call-queue.tsx';
import { CasesLacking, DraftsToFinish, ServicesSoon } from './case-queues.tsx';
import { DueQueue } from './due-queue.tsx';
import classes from './home-page.module.css';
import { MoneyDue } from './money-due.tsx';
import { OnboardingBanner } from './onboarding-banner.tsx';
import { RoleFigures } from './role-figures.tsx';
import { SheetQueue } from './sheet-queue.tsx';
import { useAllQuiet } from './use-all-quiet.ts';
import { useArrived } from './use-arrived.ts';

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

const greeting = (hour: number): string => {
  if (hour < 5 || hour >= 18) return 'Good evening';
  return hour < 12 ? 'Good morning' : 'Good afternoon';
};

const date = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });

const families = (count: number | undefined): string => {
  if (count === undefined) return '';
  if (count === 0) return 'Nobody is waiting for a call.';
  return count === 1 ? 'One family is waiting for a call.' : `${count} families are waiting for a call.`;
};

/** What is to be done now, in its order: whom to call, which sheets and cases wait for their next step, which services come. */
export const HomePage = () => {
  const user = useCurrentUser();
  const can = useCan();
  const waiting = useNewSubmissions().data?.count;
  const today = todayIn(user.funeral_home_details.time_zone, new Date());
  const arrived = useArrived();
  const isQuiet = useAllQuiet();
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
              {isQuiet
                ? 'All quiet: nobody is waiting, nothing is late, and nothing is due this week.'
                : families(waiting)}
            </span>
          </>
        }
      />
      <OnboardingBanner />
      {can('insight:work') && (
        <div className={classes.figures}>
          <RoleFigures />
        </div>
      )}
      {arrived ? (
        <div className={classes.columns}>
          <div className={classes.side}>
            {can('submission:read') && <CallQueue />}
            {can('first-call:read') && <SheetQueue />}
            {can('case:read') && <CasesLacking />}
          </div>
          {can('case:read') && (
            <div className={classes.side}>
              <DueQueue />
              <ServicesSoon />
              <DraftsToFinish />
              {can('payment:read') && <MoneyDue />}
            </div>
          )}
        </div>
      ) : (
        <Waiting />
      )}
    </>
  );
};

/** Until every queue is there: one that came before another would be pushed away by it. */
const Waiting = () => (
  <div key="waiting" className={classes.columns}>
    <div className={classes.side}>
      <Queue title="Waiting for a call">
        <RowsSkeleton rows={5} height={92} lines={2} />
      </Queue>
    </div>
    <div className={classes.side}>
      <Queue title="Deadlines">
        <RowsSkeleton rows={5} height={80} lines={2} />
      </Queue>
    </div>
  </div>
);
