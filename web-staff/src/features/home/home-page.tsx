import { todayIn } from '#domain/values/calendar-date.ts';
import { useCan, useCurrentUser } from '../../entities/profile/current-user.ts';
import { useNewSubmissions } from '../../entities/submissions/queries.ts';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { CallQueue } from './call-queue.tsx';
import { DraftsToFinish, ServicesSoon } from './case-queues.tsx';
import classes from './home-page.module.css';
import { OnboardingBanner } from './onboarding-banner.tsx';

const greeting = (hour: number): string => {
  if (hour < 5 || hour >= 18) return 'Good evening';
  return hour < 12 ? 'Good morning' : 'Good afternoon';
};

const date = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });

const families = (count: number | undefined): string => {
  if (count === undefined) return '';
  if (count === 0) return ' Nobody is waiting for a call.';
  return count === 1 ? ' One family is waiting for a call.' : ` ${count} families are waiting for a call.`;
};

/** What is to be done now, in its order: whom to call, which services come, which drafts are unfinished. */
export const HomePage = () => {
  const user = useCurrentUser();
  const can = useCan();
  const waiting = useNewSubmissions().data?.count;
  const today = todayIn(user.funeral_home_details.time_zone, new Date());
  useDocumentTitle('Home');
  return (
    <>
      <PageHeader
        title={`${greeting(new Date().getHours())}, ${user.first_name}`}
        lead={`${date.format(new Date(`${today}T00:00:00Z`))}.${families(waiting)}`}
      />
      <OnboardingBanner />
      <div className={classes.columns}>
        {can('submission:read') && <CallQueue />}
        {can('case:read') && (
          <div className={classes.side}>
            <ServicesSoon />
            <DraftsToFinish />
          </div>
        )}
      </div>
    </>
  );
};
