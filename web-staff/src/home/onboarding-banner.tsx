import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useApi } from '../api/api-context.ts';
import { onboardingQuery, onboardingTitles, useSetUpWanted } from '../organizations/onboarding/queries.ts';
import { paths } from '../paths.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import classes from './onboarding-banner.module.css';

export const OnboardingBanner = () => {
  const { organization_name: name } = useCurrentUser();
  const wanted = useSetUpWanted();
  const call = useApi();
  const { data } = useQuery({ ...onboardingQuery(call), enabled: wanted });
  if (!wanted || !data || data.completed) return null;
  const done = data.steps.filter((step) => step.done).length;
  const count = data.steps.length;
  return (
    <section className={classes.banner} aria-labelledby="onboarding-title">
      <div className={classes.text}>
        <h2 id="onboarding-title" className={classes.title}>
          {done === 0 ? `Set up ${name}` : `Finish setting up ${name}`}
        </h2>
        <div>
          {done} of {count} steps done
          {data.next_step
            ? `. Next: ${onboardingTitles[data.next_step].toLowerCase()}.`
            : '. Finish setup to get started.'}
        </div>
        <progress className={classes.progress} value={done} max={count} aria-label="Setup" />
      </div>
      <Button component={Link} to={paths.onboarding}>
        {done === 0 ? 'Start' : 'Continue'}
      </Button>
    </section>
  );
};
