import '@mantine/core/styles/Switch.css';
import { Anchor, Skeleton, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { organizationEndpoints } from '#domain/organizations/organization.endpoints.ts';
import { type SecondFactorPolicy, secondFactorMessages } from '#domain/shared/access/second-factor.ts';
import { accountEndpoints } from '#domain/team/account.endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { organizationKeys, organizationQuery } from '../organizations/queries.ts';
import { paths } from '../paths.ts';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog.tsx';
import { ErrorState } from '../ui/feedback/states.tsx';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { useCurrentUser } from './parts/current-user.ts';
import { authenticatorQuery } from './profile/authenticator-query.ts';
import { profileKeys } from './profile/keys.ts';
import classes from './sign-in-panel.module.css';

const questions = {
  everybody: {
    title: 'Require an authenticator app for everyone?',
    text: 'Anyone without an app must set one up before they can continue working.',
    confirm: 'Require for everyone',
    done: 'Authenticator app is now required for everyone',
  },

  administrators: {
    title: 'Require an authenticator app?',
    text: 'Owners and administrators without an app must set one up before they can continue working. Nothing changes for everyone else.',
    confirm: 'Require it',
    done: 'Authenticator app is now required for owners and administrators',
  },
  optional: {
    title: 'Make it optional?',
    text: 'Owners and administrators will be able to turn it off and sign in with just a password.',
    confirm: 'Make optional',
    done: 'Authenticator app is now optional',
  },
} as const;

/** The server first checks that the owner uses an app. */
const useChangeRule = (version: number | undefined) => {
  const call = useApi();
  const client = useQueryClient();
  const { id } = useCurrentUser();
  return useMutation({
    mutationFn: async (second_factor: SecondFactorPolicy) => {
      if (second_factor !== 'optional') await call(accountEndpoints.confirmSecondFactor, { params: { id } });
      return call(organizationEndpoints.update, { body: { second_factor, ...(version ? { version } : {}) } });
    },
    onSuccess: ({ second_factor }) => toastSuccess(questions[second_factor].done),
    onSettled: () =>
      Promise.all(
        [organizationKeys.all, profileKeys.currentUser, profileKeys.authenticator].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
};

export const SignInPanel = () => {
  const call = useApi();
  const organization = useQuery(organizationQuery(call));
  const own = useQuery(authenticatorQuery);
  const [wanted, setWanted] = useState<SecondFactorPolicy>();
  const change = useChangeRule(organization.data?.version);

  if (organization.isError)
    return <ErrorState error={organization.error} onRetry={() => void organization.refetch()} />;
  if (!organization.data) return <Skeleton height={160} role="status" aria-label="Loading" />;
  const rule = organization.data.second_factor;
  const on = rule !== 'optional';
  const ownMissing = !on && own.data === false;
  return (
    <section className={classes.panel} aria-labelledby="second-step">
      <h2 id="second-step" className={classes.title}>
        Two-step verification
      </h2>
      <Text mb="md">
        An authenticator app protects accounts even if a password is stolen. Anyone can set one up in their profile. You
        can require it for people who manage users, locations and exports.
      </Text>
      <Switch
        label="Require an authenticator app for owners and administrators"
        checked={on}
        disabled={ownMissing || (!on && own.data === undefined)}
        onChange={() => setWanted(on ? 'optional' : 'administrators')}
      />
      {on && (
        <Switch
          mt="sm"
          label="Require it for everyone (directors can see Social Security numbers)"
          checked={rule === 'everybody'}
          onChange={() => setWanted(rule === 'everybody' ? 'administrators' : 'everybody')}
        />
      )}
      {ownMissing && (
        <Text size="sm" mt="sm" c="dimmed">
          {secondFactorMessages.ownFirst}{' '}
          <Anchor component={Link} to={paths.profile} size="sm" inherit underline="always">
            Go to your profile
          </Anchor>
        </Text>
      )}
      {wanted && (
        <ConfirmDialog
          title={questions[wanted].title}
          confirmLabel={questions[wanted].confirm}
          danger={wanted === 'optional'}
          action={() => change.mutateAsync(wanted)}
          text={questions[wanted].text}
          onClose={() => setWanted(undefined)}
        />
      )}
    </section>
  );
};
