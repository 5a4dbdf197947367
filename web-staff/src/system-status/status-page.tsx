import { Anchor, Button, Group, List, Loader, Stack, Text, Title } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '#domain/shared/contract/client.ts';
import { healthEndpoints } from '#domain/system-status/health.endpoints.ts';
import type { Health, HealthStatus } from '#domain/system-status/health.rules.ts';
import { useApi } from '../api/api-context.ts';
import { createQueryClient } from '../api/query-client.ts';
import { paths } from '../paths.ts';
import { useSessionStatus } from '../session/session-context.ts';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { SignedOutLayout } from '../ui/page/signed-out-layout.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import classes from './status-page.module.css';

const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** '12 minutes', '3 hours': rounded up, since what waits goes on waiting. */
export const delayText = (seconds: number): string => {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes <= 120 ? plural(minutes, 'minute') : plural(Math.ceil(minutes / 60), 'hour');
};

const late = 'mail and calendar changes may take up to';

/** The one sentence of the page; without an answer nothing is known. */
const headline = (health: Health | undefined): string => {
  if (health?.status === 'working') return 'Everything is working';
  if (health?.status !== 'behind') return 'We cannot tell right now';
  return `Some things are running behind: ${late} ${delayText(health.behind_seconds ?? 0)}`;
};

const partNames: Readonly<Record<Health['parts'][number]['name'], string>> = {
  records: 'Opening and saving records',
  background: 'Mail, calendars, signatures and accounting',
};

const statusNames: Readonly<Record<HealthStatus, string>> = {
  working: 'Working',
  behind: 'Running behind',
  unknown: 'Not known',
};

const minute = 60_000;

/** How the product itself is, asked again every minute while the page is looked at. */
const useHealth = () => {
  const call = useApi();
  return useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => call(healthEndpoints.get, {}, { signal }),
    refetchInterval: minute,
  });
};

/** How the product itself is, for anybody: outside the shell, since it matters most to who cannot get in. */
export const StatusPage = () => {
  useDocumentTitle('Status');
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <SignedOutLayout wide>
        <Stack gap="lg">
          <Title order={1}>Status</Title>
          <Present />
          <MeanWhile />
        </Stack>
      </SignedOutLayout>
    </QueryClientProvider>
  );
};

const Present = () => {
  const { data, error, isFetching, refetch } = useHealth();
  if (!data && !error)
    return (
      <Group role="status" aria-label="Looking how everything is">
        <Loader />
      </Group>
    );
  // What was true a minute ago is not said once the question is not answered any more.
  const known = error ? undefined : data;
  return (
    <Stack gap="md">
      <p className={classes.headline} role="status" data-status={known?.status ?? 'unknown'}>
        {headline(known)}
      </p>
      {error && <Text>The service did not answer. {messageOf(error)}</Text>}
      {known && <Parts parts={known.parts} />}
      <Group justify="space-between">
        <Text size="sm">{data?.checked_at ? <LastCheck at={data.checked_at} /> : 'Nothing was checked yet.'}</Text>
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          Look again
        </Button>
      </Group>
    </Stack>
  );
};

const LastCheck = ({ at }: { at: string }) => (
  <>
    Last check: <TimeAgo at={at} />
  </>
);

const Parts = ({ parts }: Pick<Health, 'parts'>) => (
  <dl className={classes.parts}>
    {parts.map(({ name, status }) => (
      <div key={name} className={classes.part}>
        <dt>{partNames[name]}</dt>
        <dd>{statusNames[status]}</dd>
      </div>
    ))}
  </dl>
);

/** What to do in the middle of a night when it is not. */
const MeanWhile = () => {
  const isSignedIn = useSessionStatus() === 'signed-in';
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        If something does not work
      </Title>
      <List spacing="xs">
        <List.Item>
          A first call can be taken all the same: on a device that has been signed in before,{' '}
          <Anchor component={Link} to={paths.firstCallHere} underline="always">
            take the call here
          </Anchor>
          . It stays on the device, sealed, and is sent when the service answers again.
        </List.Item>
        <List.Item>
          Families can always call. The telephone number of the funeral home stands on its page for families, also when
          nothing can be sent there.
        </List.Item>
        <List.Item>
          What was saved is kept. What runs behind is made up by itself; nothing has to be sent twice.
        </List.Item>
      </List>
      <Text size="sm">This page looks again by itself every minute.</Text>
      <Anchor component={Link} to={isSignedIn ? paths.home : paths.signIn}>
        {isSignedIn ? 'Go to Home' : 'Go to the sign-in page'}
      </Anchor>
    </Stack>
  );
};
