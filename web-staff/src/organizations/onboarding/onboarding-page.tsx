import { Button } from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { type Onboarding, onboardingEndpoints } from '#domain/organizations/onboarding.endpoints.ts';
import type { OnboardingStep } from '#domain/organizations/onboarding-steps.ts';
import { userProfileEndpoints } from '#domain/team/user-profile.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { paths } from '../../paths.ts';
import { useCan, useCurrentUser } from '../../team/parts/current-user.ts';
import { profileKeys } from '../../team/profile/keys.ts';
import { EmptyState, ErrorState, RowsSkeleton } from '../../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { useDocumentTitle } from '../../ui/page/document-title.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { FinishStep } from './finish-step.tsx';
import classes from './onboarding-page.module.css';
import { onboardingQuery, onboardingTitles } from './queries.ts';
import { placeAfter, placeAt, type WizardStep } from './step-order.ts';
import { StepPanel } from './step-panel.tsx';

/** Leads the administrators of a new organization through its set-up; it can be left and taken up at any step. */
export const OnboardingPage = () => {
  useDocumentTitle('Set-up');
  const { organization_name: name, onboarding_completed: completed } = useCurrentUser();
  const may = useCan()('onboarding:edit');
  const call = useApi();
  const query = useQuery({ ...onboardingQuery(call), enabled: may && !completed });
  if (completed) return <Navigate to={paths.home} replace />;
  if (!may) {
    return (
      <EmptyState
        title={`${name} is not set up yet`}
        text="An owner or an administrator does this. You can begin to work meanwhile."
        action={
          <Button component={Link} to={paths.home} variant="default">
            Go to Home
          </Button>
        }
      />
    );
  }
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <RowsSkeleton rows={6} />;
  return <Wizard onboarding={query.data} />;
};

const Wizard = ({ onboarding }: { onboarding: Onboarding }) => {
  const { organization_name: name } = useCurrentUser();
  const call = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const place = placeAt(useParams().step, onboarding);
  const go = (next: WizardStep) => void navigate(paths.onboardingStep(next));

  const save = useMutation({
    mutationFn: (step: OnboardingStep) => call(onboardingEndpoints.save, { body: { step, done: true } }),
    onSuccess: (next, step) => {
      client.setQueryData(onboardingQuery(call).queryKey, next);
      go(placeAfter(step));
    },
    onError: toastFailure,
  });
  const finish = useMutation({
    mutationFn: () => call(userProfileEndpoints.completeOnboarding, {}),
    // Once it is set up this page leads home by itself.
    onSuccess: (user) => {
      client.setQueryData(profileKeys.currentUser, user);
      toastSuccess(`${name} is set up`);
    },
    onError: toastFailure,
  });

  return (
    <>
      <PageHeader
        title={`Set up ${name}`}
        lead="Four short steps. Everything can be changed later, and you can stop at any point and come back."
        actions={
          <Button component={Link} to={paths.home} variant="default">
            Do this later
          </Button>
        }
      />
      <div className={classes.columns}>
        <nav aria-label="Steps">
          <div className={classes.at}>
            {place === 'finish'
              ? 'Last step'
              : `Step ${onboarding.steps.findIndex(({ id }) => id === place) + 1} of ${onboarding.steps.length}`}
          </div>
          <ol className={classes.steps}>
            {onboarding.steps.map(({ id, done }) => (
              <li key={id}>
                <Link
                  to={paths.onboardingStep(id)}
                  className={classes.step}
                  data-done={done}
                  aria-current={place === id ? 'step' : undefined}
                >
                  <span className={classes.name}>
                    {done ? <IconCheck size={18} aria-label="Done" /> : <IconCircle size={18} aria-label="Open" />}
                    {onboardingTitles[id]}
                  </span>
                </Link>
              </li>
            ))}
            <li>
              <Link
                to={paths.onboardingStep('finish')}
                className={classes.step}
                aria-current={place === 'finish' ? 'step' : undefined}
              >
                <span className={classes.name}>
                  <IconCircle size={18} aria-hidden />
                  Finish
                </span>
              </Link>
            </li>
          </ol>
        </nav>
        <section className={classes.panel} aria-labelledby="step-title">
          <h2 id="step-title" className={classes.title}>
            {place === 'finish' ? 'Finish' : onboardingTitles[place]}
          </h2>
          {place === 'finish' ? (
            <FinishStep onboarding={onboarding} busy={finish.isPending} onFinish={() => finish.mutate()} />
          ) : (
            <StepPanel
              key={place}
              step={place}
              busy={save.isPending}
              onDone={() => save.mutate(place)}
              onSkip={() => go(placeAfter(place))}
            />
          )}
        </section>
      </div>
    </>
  );
};
