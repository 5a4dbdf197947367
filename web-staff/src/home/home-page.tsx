import { Anchor, Button } from '@mantine/core';
import { IconPhone, IconPhonePlus, IconPlus, IconTransfer } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatDate, momentIn } from '#domain/shared/values/calendar-date.ts';
import { formatPhone, telHref } from '#domain/shared/values/phone.ts';
import { pluralForm } from '#domain/shared/values/text.ts';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { RowsSkeleton } from '../ui/feedback/states.tsx';
import { Queue } from '../ui/lists/queue.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { waitingTime } from '../ui/time/time-text.ts';
import classes from './home-page.module.css';
import { OnboardingBanner } from './onboarding-banner.tsx';
import { useWork, type Work } from './use-work.ts';
import { familiesId, WeekPanel, WorkPanel } from './work-panel.tsx';
import { weekdayOf } from './work-queue.ts';

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

/** `time` is the home's clock, as the date below it. */
const greeting = (time: string): string => {
  if (time >= '18') return 'Good evening';
  return time < '12' ? 'Good morning' : 'Good afternoon';
};

/** The most urgent in a sentence: a promised arrival, then families who wait for a call, with a link to those. */
const Summary = ({ work: { groups, isQuiet } }: { work: Work }) => {
  if (isQuiet) return 'All caught up.';
  const promise = groups.now.find(({ kind }) => kind === 'promise');
  const inTime = groups.now.filter(({ kind }) => kind === 'call').length;
  const late = groups.families.length;
  const calls = inTime + late;
  const [first] = groups.families;
  const since = first && `${calls > 1 ? 'the longest ' : ''}for ${waitingTime(first.at, new Date()).text}`;
  const waiting =
    calls > 0
      ? `${calls === 1 ? 'One' : calls} ${pluralForm(calls, 'family is', 'families are')} waiting for a call`
      : 'No families are waiting for a call';
  const sentence = [waiting, inTime > 0 && late > 0 && `${late} for more than 30 minutes`, since].filter(Boolean);
  return (
    <>
      {promise && `${promise.name}: ${promise.lead?.word}. `}
      {first ? (
        <Anchor href={`#${familiesId}`} className={classes.late} underline="always" inherit>
          {sentence.join(', ')}.
        </Anchor>
      ) : (
        `${waiting}.`
      )}
    </>
  );
};

/** Calls the family that waits longest: on a phone its row is below what is to be done now. */
const FamilyToCall = ({ work: { groups } }: { work: Work }) => {
  const row = groups.families[0]?.call;
  if (!row) return null;
  const phone = formatPhone(row.submitter_phone);
  return (
    <Button
      component="a"
      href={telHref(row.submitter_phone)}
      variant="default"
      fullWidth
      mt="xs"
      hiddenFrom="sm"
      leftSection={<IconPhone {...icon} />}
    >
      <span className={classes.caller}>Call {row.informant_name || 'the family'}</span>{' '}
      <span className={classes.number}>{phone}</span>
    </Button>
  );
};

/** Where someone must be, who waits for a call, what goes wrong if nothing is done, and the next seven days. */
export const HomePage = () => {
  const user = useCurrentUser();
  const can = useCan();
  const { day: today, time } = momentIn(user.funeral_home_details.time_zone, new Date());
  const work = useWork();
  useDocumentTitle('Home');
  return (
    <>
      <PageHeader
        title={`${greeting(time)}, ${user.first_name}`}
        actions={
          <>
            <Button component={Link} to={paths.handover} variant="default" leftSection={<IconTransfer {...icon} />}>
              Hand-over
            </Button>
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
                className={classes.inTabs}
                leftSection={<IconPhonePlus {...icon} />}
              >
                Take a call
              </Button>
            )}
          </>
        }
        lead={
          <>
            <span className={classes.lead}>
              {weekdayOf(today)}, {formatDate(today)}.{' '}
            </span>
            <span className={classes.lead}>{work.hasArrived && <Summary work={work} />}</span>
            {work.hasArrived && <FamilyToCall work={work} />}
          </>
        }
      />
      <OnboardingBanner />
      <div className={classes.columns} data-waiting={!work.hasArrived || undefined}>
        {work.hasArrived ? <WorkPanel work={work} /> : <Waiting />}
        <aside className={classes.week} aria-label="Next 7 days">
          {work.hasArrived && <WeekPanel work={work} today={today} />}
        </aside>
      </div>
    </>
  );
};

/** Shown until all lists have arrived, because a later one would push an earlier one down. */
const Waiting = () => (
  <Queue title="Today">
    <RowsSkeleton rows={6} height={84} lines={2} />
  </Queue>
);
