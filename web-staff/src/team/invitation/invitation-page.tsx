import { Anchor, Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { invitationEndpoints } from '#domain/team/team.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { useDocumentTitle } from '../../ui/page/document-title.ts';
import { SignedOutLayout } from '../../ui/page/signed-out-layout.tsx';
import { teamKeys } from '../keys.ts';
import { AcceptForm } from './accept-form.tsx';
import { type ClosedInvitation, closedInvitation } from './closed-invitation.ts';

/** Where the link of an invitation leads: outside the shell, for somebody who has no account yet. */
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
  const query = useQuery({
    queryKey: teamKeys.offer,
    queryFn: ({ signal }) => call(invitationEndpoints.get, { params: { token } }, { signal }),
    // What is being filled in is not taken away; accepting asks again in any case.
    refetchOnWindowFocus: false,
  });
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
