import { Anchor, Button, Group, List, Loader, Stack, Text, Title } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '#domain/shared/contract/client.ts';
import { type Health, type HealthStatus, healthEndpoints } from '#domain/system-status/health.endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { createQueryClient } from '../api/cache.ts';
import { callQuery } from '../api/calls.ts';
import { paths } from '../paths.ts';
import { useSessionStatus } from '../session/session-context.ts';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { SignedOutLayout } from '../ui/page/signed-out-layout.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import classes from './status-page.module.css';

const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** Rounded up, because the delay grows. */
export const delayText = (seconds: number): string => {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes <= 120 ? plural(minutes, 'minute') : plural(Math.ceil(minutes / 60), 'hour');
};

const late = 'emails and calendar updates may take up to';

const headline = (health: Health | undefined): string => {
  if (health?.status === 'working') return 'Everything is working';
  if (health?.status !== 'behind') return 'Status unavailable';
  return `Some things are delayed: ${late} ${delayText(health.behind_seconds ?? 0)}`;
};

const partNames: Readonly<Record<Health['parts'][number]['name'], string>> = {
  records: 'Opening and saving records',
  background: 'Email, calendars, signatures and accounting',
};

const statusNames: Readonly<Record<HealthStatus, string>> = {
  working: 'Working',
  behind: 'Delayed',
  unknown: 'Not known',
};

const minute = 60_000;

/** Read every minute while the page is visible. */
const useHealth = () => {
  const call = useApi();
  return useQuery(callQuery(call, healthEndpoints.get, {}, ['health'], { refetchInterval: minute }));
};

/** Outside the shell, because it matters most to users who cannot sign in. */
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
      <Group role="status" aria-label="Checking status">
        <Loader />
      </Group>
    );
  // An old answer is not shown once the check fails.
  const known = error ? undefined : data;
  return (
    <Stack gap="md">
      <p className={classes.headline} role="status" data-status={known?.status ?? 'unknown'}>
        {headline(known)}
      </p>
      {error && <Text>The service did not respond. {messageOf(error)}</Text>}
      {known && <Parts parts={known.parts} />}
      <Group justify="space-between">
        <Text size="sm">{data?.checked_at ? <LastCheck at={data.checked_at} /> : 'Not checked yet.'}</Text>
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          Check again
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

/** Instructions for a failure at night. */
const MeanWhile = () => {
  const isSignedIn = useSessionStatus() === 'signed-in';
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        If something isn’t working
      </Title>
      <List spacing="xs">
        <List.Item>
          You can still take a first call on a device that has signed in before:{' '}
          <Anchor component={Link} to={paths.firstCallHere} underline="always">
            take a call
          </Anchor>
          . It is encrypted on the device and sent when the service is back.
        </List.Item>
        <List.Item>
          Families can always call. Your phone number stays on your public page even when the form is unavailable.
        </List.Item>
        <List.Item>
          Saved work is safe. Delayed tasks catch up automatically. You don’t need to send anything twice.
        </List.Item>
      </List>
      <Text size="sm">This page refreshes every minute.</Text>
      <Anchor component={Link} to={isSignedIn ? paths.home : paths.signIn}>
        {isSignedIn ? 'Go to Home' : 'Go to the sign-in page'}
      </Anchor>
    </Stack>
  );
};
