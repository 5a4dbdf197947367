import { Anchor, Button, List, Text } from '@mantine/core';
import { IconCheck, IconCircle, IconMailPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import {
  type Onboarding,
  type OnboardingStep,
  onboardingEndpoints,
  onboardingSteps,
} from '#domain/organizations/onboarding.endpoints.ts';
import { roleLabels } from '#domain/shared/access/roles.ts';
import { userProfileEndpoints } from '#domain/team/user-profile.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { paths } from '../../paths.ts';
import { useCan, useCurrentUser } from '../../team/parts/current-user.ts';
import { profileKeys } from '../../team/profile/keys.ts';
import { invitationsQuery, membersQuery } from '../../team/queries.ts';
import { lazyComponent, lazyDialog } from '../../ui/feedback/lazy-component.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { EmptyState, ErrorState, QueryState, RowsSkeleton } from '../../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { SecondaryLine, SpaceBetween } from '../../ui/lists/cells.tsx';
import { useDocumentTitle } from '../../ui/page/document-title.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PublicAddress } from '../parts/public-site.tsx';
import classes from './onboarding-page.module.css';
import { onboardingQuery, onboardingTitles } from './queries.ts';

const InviteDialog = lazyDialog(async () => (await import('../../team/parts/invite-dialog.tsx')).InviteDialog);

interface TeamStepProps {
  aside: ReactNode;
  busy: boolean;
  onDone: () => void;
}

const TeamStep = ({ aside, busy, onDone }: TeamStepProps) => {
  const call = useApi();
  const { id: self } = useCurrentUser();
  const members = useQuery(membersQuery(call));
  const invitations = useQuery(invitationsQuery(call));
  const [inviting, setInviting] = useState(false);
  const failed = members.isError ? members : invitations.isError ? invitations : undefined;
  const people = [
    ...(members.data ?? []).map((one) => ({
      ...one,
      name: one.id === self ? `${one.full_name} (you)` : one.full_name,
    })),
    ...(invitations.data ?? [])
      .filter(({ status }) => status === 'pending' || status === 'expired')
      .map((one) => ({ ...one, name: one.email })),
  ];
  return (
    <>
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : !members.data || !invitations.data ? (
        <RowsSkeleton rows={2} />
      ) : (
        <ul className={classes.people} aria-label="Members and invitations">
          {people.map(({ id, name, role, status, funeral_home_name }) => (
            <li key={id}>
              <SpaceBetween>
                <strong>{name}</strong>
                <StatusBadge status={status} />
              </SpaceBetween>
              <SecondaryLine>
                {roleLabels[role]} at {funeral_home_name}
              </SecondaryLine>
            </li>
          ))}
        </ul>
      )}
      <Button
        variant="light"
        className={classes.invite}
        leftSection={<IconMailPlus size={18} stroke={1.6} aria-hidden />}
        onClick={() => setInviting(true)}
      >
        Invite a colleague
      </Button>
      <div className={classes.foot}>
        {aside}
        <Button loading={busy} onClick={onDone}>
          Continue
        </Button>
      </div>
      {inviting && <InviteDialog members={members.data ?? []} onClose={() => setInviting(false)} />}
    </>
  );
};

// Each form is loaded when its step opens.
const rows = { waiting: <RowsSkeleton rows={5} height={61} /> };
const homeForms = () => import('../homes/home-form.tsx');
const numbering = () => import('../numbering/case-numbering-form.tsx');
const HomeDetailsForm = lazyComponent(async () => (await homeForms()).HomeDetailsForm, rows);
const SettingsForm = lazyComponent(async () => (await homeForms()).SettingsForm, rows);
const CaseNumberingForm = lazyComponent(async () => (await numbering()).CaseNumberingForm, rows);

const leads: Record<OnboardingStep, string> = {
  home: 'As shown on letters and the public form.',
  numbering: 'Choose how case numbers are generated.',
  team: 'Invite your team. They choose their own names and passwords.',
  settings: 'What families see on the public form, and who is notified.',
};

interface StepPanelProps {
  step: OnboardingStep;
  busy: boolean;
  onDone: () => void;
  onSkip: () => void;
}

const StepPanel = ({ step, busy, onDone, onSkip }: StepPanelProps) => {
  const { funeral_home_details: home } = useCurrentUser();
  const skip = (
    <Button variant="default" onClick={onSkip} disabled={busy}>
      Skip for now
    </Button>
  );
  const common = { submitLabel: 'Save and continue', submitsUnchanged: true, aside: skip, onSaved: onDone };
  const forms: Record<OnboardingStep, ReactNode> = {
    home: <HomeDetailsForm home={home} {...common} />,
    numbering: <CaseNumberingForm homeId={home.id} {...common} />,
    team: <TeamStep aside={skip} busy={busy} onDone={onDone} />,
    settings: <SettingsForm home={home} {...common} />,
  };
  return (
    <>
      <Text c="dimmed" mb="md">
        {leads[step]}
      </Text>
      {forms[step]}
    </>
  );
};

interface FinishStepProps {
  onboarding: Onboarding;
  busy: boolean;
  onFinish: () => void;
}

export const FinishStep = ({ onboarding, busy, onFinish }: FinishStepProps) => {
  const { funeral_home_details: home } = useCurrentUser();
  const open = onboarding.steps.filter(({ done }) => !done);
  return (
    <>
      {open.length === 0 ? (
        <Text>You’re all set. After you finish, this page will no longer appear.</Text>
      ) : (
        <>
          <Text>You can finish now. Not done yet:</Text>
          <List mt="xs">
            {open.map(({ id }) => (
              <List.Item key={id}>
                <Anchor component={Link} to={paths.onboardingStep(id)} inherit>
                  {onboardingTitles[id]}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </>
      )}
      {home.notification_emails.length === 0 && (
        <div className={classes.part}>
          <Notice tone="warning" title="No one is notified of new submissions">
            No one gets an email when a family reports a death to {home.name}.{' '}
            <Anchor component={Link} to={paths.onboardingStep('settings')} inherit c="inherit" underline="always">
              Add an address
            </Anchor>
          </Notice>
        </div>
      )}
      <Text mt="sm">
        Families can report a death to {home.name} at this link. Add it to your website:
        <br />
        <PublicAddress slug={home.slug} home={home.name} />
      </Text>
      <div className={classes.foot}>
        <Button loading={busy} onClick={onFinish}>
          Finish setup
        </Button>
      </div>
    </>
  );
};

type WizardStep = OnboardingStep | 'finish';

const places: readonly WizardStep[] = [...onboardingSteps, 'finish'];

/** Returns the step of the address; without one, the first open step. */
export const placeAt = (wanted: string | undefined, { next_step }: Pick<Onboarding, 'next_step'>): WizardStep =>
  places.find((place) => place === wanted) ?? next_step ?? 'finish';

export const placeAfter = (step: OnboardingStep): WizardStep => places[places.indexOf(step) + 1] ?? 'finish';

export const OnboardingPage = () => {
  useDocumentTitle('Setup');
  const { organization_name: name, onboarding_completed: completed } = useCurrentUser();
  const may = useCan()('onboarding:edit');
  const call = useApi();
  const query = useQuery({ ...onboardingQuery(call), enabled: may && !completed });
  if (completed) return <Navigate to={paths.home} replace />;
  if (!may) {
    return (
      <EmptyState
        title={`${name} is not set up yet`}
        text="An owner or administrator needs to finish setup. You can start working now."
        action={
          <Button component={Link} to={paths.home} variant="default">
            Go to Home
          </Button>
        }
      />
    );
  }
  if (!query.data) return <QueryState query={query} rows={6} />;
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
    // After the set-up this page redirects to Home.
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
        lead="Four quick steps. You can change everything later, and you can stop and come back anytime."
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
