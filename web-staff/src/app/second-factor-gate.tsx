import { Button, Group, Loader, Modal, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { accountEndpoints } from '#domain/team/account.endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { type AuthenticatorKey, authenticator } from '../session/authenticator.ts';
import { useSession } from '../session/session-context.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { authenticatorProblem, isSessionOver } from '../team/profile/authenticator-query.ts';
import { lazyComponent } from '../ui/feedback/lazy-component.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { SignedOutLayout } from '../ui/page/signed-out-layout.tsx';
import { hasUnsavedChanges } from '../ui/record-form/use-record-form.tsx';
import classes from './second-factor-gate.module.css';
import { useSignOut } from './use-sign-out.tsx';

const setUp = () => import('../team/profile/authenticator-setup.tsx');
const AuthenticatorSetup = lazyComponent(async () => (await setUp()).AuthenticatorSetup, { waiting: <Loader /> });

const title = 'Set up your authenticator app';
const checked = 'Your authenticator app is verified. If your last action did not go through, please try it again.';

type Phase = { step: 'looking' } | { step: 'set-up'; setup: AuthenticatorKey } | { step: 'failed'; problem: string };

const useSecondFactor = (over: boolean) => {
  const call = useApi();
  const session = useSession();
  const client = useQueryClient();
  const { id, email } = useCurrentUser();
  const [phase, setPhase] = useState<Phase>({ step: 'looking' });

  const wasAsked = useRef(false);

  const look = async () => {
    setPhase({ step: 'looking' });
    try {
      const { confirmed, sign_in_again } = await call(accountEndpoints.confirmSecondFactor, { params: { id } });
      if (sign_in_again) {
        toastSuccess('Two-step verification is on');
        return session.end();
      }
      if (!confirmed) {
        wasAsked.current = true;
        return setPhase({ step: 'set-up', setup: await authenticator.begin(email) });
      }
      session.begin();
      // Nothing was shown, but the last action may have been rejected.
      if (over && !wasAsked.current) toastSuccess(checked);
      await client.invalidateQueries();
    } catch (error) {
      if (isSessionOver(error)) session.end();
      setPhase({ step: 'failed', problem: authenticatorProblem(error) });
    }
  };
  // A second start would invalidate the first one's key.
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void look();
  });
  return { phase, look };
};

/**
 * Shown between sign-in and the pages if the organization requires an authenticator app: passes users who have one, and
 * sets it up for others. `over`: the pages behind it stay mounted.
 */
export const SecondFactorGate = ({ over }: { over: boolean }) => {
  const { phase, look } = useSecondFactor(over);
  if (over) {
    return (
      <Modal
        opened={phase.step !== 'looking'}
        onClose={() => undefined}
        fullScreen
        withCloseButton={false}
        closeOnEscape={false}
        title={title}
        classNames={{ header: classes.header, body: classes.body }}
      >
        {phase.step !== 'looking' && <Content phase={phase} onLook={look} />}
      </Modal>
    );
  }
  return phase.step === 'looking' ? (
    <div className={classes.waiting} role="status" aria-label="Loading">
      <Loader />
    </div>
  ) : (
    <Page phase={phase} onLook={look} />
  );
};

interface ContentProps {
  phase: Exclude<Phase, { step: 'looking' }>;
  onLook: () => Promise<void>;
}

const Page = (props: ContentProps) => {
  useDocumentTitle(title);
  return (
    <SignedOutLayout wide>
      <Title order={1} mb="xs">
        {title}
      </Title>
      <Content {...props} />
    </SignedOutLayout>
  );
};

const Content = ({ phase, onLook }: ContentProps) => {
  const { id, organization_name } = useCurrentUser();
  const leaving = useSignOut(id);
  return (
    <Stack gap="lg">
      <Text c="dimmed">
        {organization_name} requires two-step verification for owners and administrators: a code from an app on your
        phone. Set it up once here, then continue.
        {hasUnsavedChanges() && ' Your unsaved changes are kept.'}
      </Text>
      {phase.step === 'set-up' ? (
        <AuthenticatorSetup setup={phase.setup} onDone={() => void onLook()} />
      ) : (
        <>
          <Notice tone="problem">{phase.problem}</Notice>
          <Button onClick={() => void onLook()}>Try again</Button>
        </>
      )}
      <Group justify="flex-start" className={classes.leave}>
        <Text size="sm" c="dimmed">
          Don’t have your phone?
        </Text>
        <Button variant="subtle" size="compact-sm" onClick={leaving.signOut}>
          Sign out
        </Button>
      </Group>
      {leaving.dialog}
    </Stack>
  );
};
