import '@mantine/core/styles/Switch.css';
import { Anchor, Skeleton, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { organizationEndpoints } from '#domain/organizations/organization.endpoints.ts';
import { type SecondFactorPolicy, secondFactorMessages } from '#domain/shared/access/second-factor.ts';
import { accountEndpoints } from '#domain/team/account.endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { organizationKeys } from '../organizations/organization/keys.ts';
import { organizationQuery } from '../organizations/organization/queries.ts';
import { paths } from '../paths.ts';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { ErrorState } from '../ui/feedback/record-state.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { useCurrentUser } from './parts/own-views.ts';
import { authenticatorQuery } from './profile/authenticator-query.ts';
import { profileKeys } from './profile/keys.ts';
import classes from './sign-in-panel.module.css';

const questions = {
  everybody: {
    title: 'Ask everybody for an authenticator app?',
    text: 'Whoever has none yet sets one up at their next click, and cannot work until they have.',
    confirm: 'Ask everybody',
    done: 'Everybody now needs an authenticator app',
  },

  administrators: {
    title: 'Ask for an authenticator app?',
    text: 'Owners and administrators who have none yet set one up at their next click, and cannot work until they have. Everybody else goes on as before.',
    confirm: 'Ask for it',
    done: 'Owners and administrators now need an authenticator app',
  },
  optional: {
    title: 'Leave it to each person?',
    text: 'Owners and administrators can then turn their app off, and a password alone is enough to get in.',
    confirm: 'Leave it to them',
    done: 'An authenticator app is now everybody’s own choice',
  },
} as const;

/** Changes the rule. Before it is switched on the server looks whether the owner's own app is in use. */
const useChangeRule = (version: number | undefined, onSettled: () => void) => {
  const call = useApi();
  const client = useQueryClient();
  const { id } = useCurrentUser();
  return useMutation({
    mutationFn: async (second_factor: SecondFactorPolicy) => {
      if (second_factor !== 'optional') await call(accountEndpoints.confirmSecondFactor, { params: { id } });
      return call(organizationEndpoints.update, { body: { second_factor, ...(version ? { version } : {}) } });
    },
    onSuccess: ({ second_factor }) => toastSuccess(questions[second_factor].done),
    onError: (error) => toastFailure(error),
    onSettled: () => {
      onSettled();
      return Promise.all(
        [organizationKeys.all, profileKeys.currentUser, profileKeys.authenticator].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
};

/** What the organization asks for at sign-in; owners decide it. */
export const SignInPanel = () => {
  const call = useApi();
  const organization = useQuery(organizationQuery(call));
  const own = useQuery(authenticatorQuery);
  const [wanted, setWanted] = useState<SecondFactorPolicy>();
  const [asking, setAsking] = useState(false);
  const change = useChangeRule(organization.data?.version, () => setAsking(false));

  if (organization.isError)
    return <ErrorState error={organization.error} onRetry={() => void organization.refetch()} />;
  if (!organization.data) return <Skeleton height={160} role="status" aria-label="Loading" />;
  const rule = organization.data.second_factor;
  const on = rule !== 'optional';
  const ownMissing = !on && own.data === false;
  const ask = (policy: SecondFactorPolicy) => {
    setWanted(policy);
    setAsking(true);
  };
  const question = questions[wanted ?? 'optional'];
  return (
    <section className={classes.panel} aria-labelledby="second-step">
      <h2 id="second-step" className={classes.title}>
        Two-step verification
      </h2>
      <Text mb="md">
        With an authenticator app on the phone, nobody gets in with a password alone. Everybody can set one up in their
        profile; you can ask it of those who manage people, homes and exports.
      </Text>
      <Switch
        label="Ask owners and administrators for an authenticator app"
        checked={on}
        disabled={ownMissing || (!on && own.data === undefined)}
        onChange={() => ask(on ? 'optional' : 'administrators')}
      />
      {on && (
        <Switch
          mt="sm"
          label="Ask everybody else too: directors may see Social Security numbers"
          checked={rule === 'everybody'}
          onChange={() => ask(rule === 'everybody' ? 'administrators' : 'everybody')}
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
      <ConfirmModal
        opened={asking}
        title={question.title}
        confirmLabel={question.confirm}
        danger={wanted === 'optional'}
        busy={change.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => wanted && change.mutate(wanted)}
      >
        <Text>{question.text}</Text>
      </ConfirmModal>
    </section>
  );
};
