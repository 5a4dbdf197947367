import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { administrators, type Role } from '#domain/shared/access/roles.ts';
import { accountEndpoints } from '#domain/team/account.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { type AuthenticatorKey, authenticator } from '../../session/authenticator.ts';
import { useSession } from '../../session/session-context.ts';
import { ConfirmButton } from '../../ui/feedback/confirm-dialog.tsx';
import { lazyComponent } from '../../ui/feedback/lazy-component.tsx';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { useCurrentUser } from '../parts/current-user.ts';
import { authenticatorProblem, authenticatorQuery, isSessionOver } from './authenticator-query.ts';

const { queryKey } = authenticatorQuery;
const AuthenticatorSetup = lazyComponent(async () => (await import('./authenticator-setup.tsx')).AuthenticatorSetup, {
  waiting: <Skeleton height={320} />,
});
const asked = {
  some: 'Required for owners and administrators.',
  all: 'Required for everyone.',
};

const isAdministrator = (role: Role): boolean => (administrators as readonly Role[]).includes(role);

export const AuthenticatorCard = () => {
  const { id, email, role, second_factor } = useCurrentUser();
  const call = useApi();
  const session = useSession();
  const client = useQueryClient();
  const state = useQuery(authenticatorQuery);
  const [key, setKey] = useState<AuthenticatorKey>();
  const [busy, setBusy] = useState(false);

  const fail = (error: unknown) => {
    if (isSessionOver(error)) session.end();
    else toastError(authenticatorProblem(error));
  };
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch(fail);
    setBusy(false);
  };
  const begin = () => attempt(async () => setKey(await authenticator.begin(email)));
  /** The server checks for an app; a new one ends every session, so that each later one has used it. */
  const look = () => call(accountEndpoints.confirmSecondFactor, { params: { id } });
  const turnOff = () =>
    attempt(async () => {
      await authenticator.turnOff();
      await look();
      client.setQueryData(queryKey, false);
      toastSuccess('Two-step verification is off');
    });
  const turnedOn = () => {
    setKey(undefined);
    client.setQueryData(queryKey, true);
    void attempt(async () => {
      const { sign_in_again } = await look();
      toastSuccess('Two-step verification is on');
      if (sign_in_again) session.end();
    });
  };

  if (key) return <AuthenticatorSetup setup={key} onDone={turnedOn} onCancel={() => setKey(undefined)} />;
  if (state.isError) {
    return (
      <Group>
        <Text role="alert">{authenticatorProblem(state.error)}</Text>
        <Button variant="default" onClick={() => void state.refetch()}>
          Try again
        </Button>
      </Group>
    );
  }
  if (state.data === undefined) return <Skeleton height={36} role="status" aria-label="Loading" />;
  return (
    <>
      <Text mb="md">
        {state.data
          ? 'On. You enter a code from your authenticator app after your password.'
          : 'Off. With an authenticator app, your password alone is not enough to sign in.'}
      </Text>
      <Group gap="xs">
        <Button variant={state.data ? 'default' : 'filled'} loading={busy} onClick={() => void begin()}>
          {state.data ? 'Use another app' : 'Set up'}
        </Button>
        {state.data && (
          <ConfirmButton
            variant="subtle"
            color="red"
            reason={second_factor === 'optional' ? undefined : asked[isAdministrator(role) ? 'some' : 'all']}
            ask={{
              title: 'Turn off two-step verification?',
              confirmLabel: 'Turn off',
              danger: true,
              action: turnOff,
              text: 'Your password alone will be enough to sign in.',
            }}
          >
            Turn off
          </ConfirmButton>
        )}
      </Group>
    </>
  );
};
