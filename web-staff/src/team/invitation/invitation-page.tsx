import { Anchor, Button, Group, Loader, Stack, Text, TextInput, Title } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { roleLabels } from '#domain/shared/access/roles.ts';
import { ApiError, messageOf } from '#domain/shared/contract/client.ts';
import type { CallOutput } from '#domain/shared/contract/endpoint.ts';
import { invitationEndpoints } from '#domain/team/team.endpoints.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import { useApi } from '../../api/api-context.ts';
import { createQueryClient } from '../../api/cache.ts';
import { callQuery } from '../../api/calls.ts';
import { paths } from '../../paths.ts';
import { identity } from '../../session/identity.ts';
import { useSession, useSessionStatus } from '../../session/session-context.ts';
import { errorsByField } from '../../ui/feedback/field-errors.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { useDocumentTitle } from '../../ui/page/document-title.ts';
import { SignedOutLayout } from '../../ui/page/signed-out-layout.tsx';
import { PasswordFields, useNewPassword } from '../../ui/password-fields.tsx';
import { exactTime } from '../../ui/time/time-text.ts';
import { teamKeys } from '../keys.ts';

interface ClosedInvitation {
  title: string;
  text: string;
  signIn: boolean;
}

const closedInvitation = (error: unknown): ClosedInvitation | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  const detail = messageOf(error);
  switch (error.status) {
    case 400:
    case 404:
      return {
        title: 'This link is not valid',
        text: 'Use the link in your most recent invitation email. Older links stop working when a new invitation is sent. If that does not help, ask the person who invited you to resend it.',
        signIn: false,
      };
    case 409:
      return {
        title: 'You already have an account',
        text: `${detail} An email address can belong to only one organization. To join another, ask to be invited at a different address.`,
        signIn: true,
      };
    case 410:
      return {
        title: 'This invitation is no longer open',
        text:
          detail === teamMessages.invitationCancelled
            ? `${detail} If this seems wrong, contact the person who invited you.`
            : detail,
        signIn: detail === teamMessages.invitationUsed,
      };
    default:
      return undefined;
  }
};

interface AcceptFormProps {
  token: string;
  offer: CallOutput<typeof invitationEndpoints.get>;
  onClosed: (reason: ClosedInvitation) => void;
}

const { first_name, last_name } = invitationEndpoints.accept.body.shape;
const nameProblem = (schema: typeof first_name, typed: string): string | undefined =>
  schema.safeParse(typed).error?.issues[0]?.message;

const AcceptForm = ({ token, offer, onClosed }: AcceptFormProps) => {
  const call = useApi();
  const session = useSession();
  const signedIn = useSessionStatus() === 'signed-in';
  const navigate = useNavigate();
  const start = useRef<HTMLInputElement>(null);
  const [first, setFirst] = useState('');
  const [last, setLast] = useState('');
  const password = useNewPassword();
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Record<string, string[]>>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [accepted, setAccepted] = useState(false);
  useEffect(() => start.current?.focus(), []);

  const firstProblem = nameProblem(first_name, first);
  const lastProblem = nameProblem(last_name, last);

  const refuse = (error: unknown) => {
    const fields = errorsByField(error, 400);
    const closed = Object.keys(fields).length === 0 ? closedInvitation(error) : undefined;
    if (closed) return onClosed(closed);
    if (Object.keys(fields).length === 0) return setProblem(messageOf(error));
    setRefused(fields);
    password.refuse({ password: fields.password?.[0], confirm: fields.confirm_password?.[0] });
  };
  const enter = async (email: string) => {
    const next = await identity.signIn(email, password.password).catch(() => undefined);
    if (next?.step !== 'done') return setAccepted(true);
    session.begin();
    await navigate(paths.home, { replace: true });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const passwordFits = password.check();
    if (busy || firstProblem || lastProblem || !passwordFits) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const body = {
        first_name: first,
        last_name: last,
        password: password.password,
        confirm_password: password.confirm,
      };
      const { email } = await call(invitationEndpoints.accept, { params: { token }, body });
      await enter(email);
    } catch (error) {
      refuse(error);
    } finally {
      setBusy(false);
    }
  };

  if (accepted) {
    return (
      <Stack gap="md" role="status">
        <Title order={1}>Welcome to {offer.organization_name}</Title>
        <Text>Your account is ready. Sign in with your email address and the password you have just chosen.</Text>
        <Button component={Link} to={paths.signIn} replace size="md">
          Sign in
        </Button>
      </Stack>
    );
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <div>
          <Title order={1}>Join {offer.organization_name}</Title>
          <Text c="dimmed" mt={4}>
            You have been invited to work at {offer.funeral_home_name} as {roleLabels[offer.role].toLowerCase()}. The
            invitation expires {exactTime(offer.expires_at)}.
          </Text>
        </div>
        {signedIn && (
          <Notice tone="warning">
            Someone is already signed in on this browser. Accepting will sign them out and sign you in.
          </Notice>
        )}
        {problem && <Notice tone="problem">{problem}</Notice>}
        <TextInput label="Email" type="email" autoComplete="username" value={offer.email} readOnly variant="filled" />
        <TextInput
          ref={start}
          label="First name"
          autoComplete="given-name"
          maxLength={100}
          value={first}
          onChange={(event) => {
            setFirst(event.currentTarget.value);
            setRefused({});
          }}
          error={refused.first_name?.[0] ?? (tried && firstProblem)}
        />
        <TextInput
          label="Last name"
          autoComplete="family-name"
          maxLength={100}
          value={last}
          onChange={(event) => {
            setLast(event.currentTarget.value);
            setRefused({});
          }}
          error={refused.last_name?.[0] ?? (tried && lastProblem)}
        />
        <PasswordFields state={password} label="Password" confirmLabel="Confirm the password" />
        <Button type="submit" loading={busy} fullWidth size="md">
          Accept and sign in
        </Button>
      </Stack>
    </form>
  );
};

/** Public: outside the shell, because the invited person has no account yet. */
export const InvitationPage = () => {
  useDocumentTitle('Invitation');
  const [client] = useState(createQueryClient);
  const { token = '' } = useParams();
  return (
    <QueryClientProvider client={client}>
      <SignedOutLayout>
        <Invitation key={token} token={token} />
      </SignedOutLayout>
    </QueryClientProvider>
  );
};

const Invitation = ({ token }: { token: string }) => {
  const call = useApi();
  const [closed, setClosed] = useState<ClosedInvitation>();
  const query = useQuery(
    callQuery(call, invitationEndpoints.get, { params: { token } }, teamKeys.offer, {
      // A refetch must not replace a form in use; accepting checks the invitation anyway.
      refetchOnWindowFocus: false,
    }),
  );
  const reason = closed ?? closedInvitation(query.error);
  if (reason) return <Closed {...reason} />;
  if (query.data) return <AcceptForm token={token} offer={query.data} onClosed={setClosed} />;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Group justify="center" role="status" aria-label="Loading the invitation">
      <Loader />
    </Group>
  );
};

const Closed = ({ title, text, signIn }: ClosedInvitation) => (
  <Stack gap="md" role="alert">
    <Title order={1}>{title}</Title>
    <Text>{text}</Text>
    {signIn ? (
      <Button component={Link} to={paths.signIn} size="md">
        Sign in
      </Button>
    ) : (
      <Anchor component={Link} to={paths.signIn}>
        Go to the sign-in page
      </Anchor>
    )}
  </Stack>
);
