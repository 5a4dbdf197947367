import { Button, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatBytes } from '#domain/documents/document.rules.ts';
import { type Archive, archiveEndpoints, archiveHours } from '#domain/exports/archive.endpoints.ts';
import { freshSecondFactorRequired, freshSignInMinutes } from '#domain/shared/access/second-factor.ts';
import { ApiError, type Call } from '#domain/shared/contract/client.ts';
import { accountEndpoints } from '#domain/team/account.endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { signInPath } from '../session/return-path.ts';
import { useSession } from '../session/session-context.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { Chip, type Tone } from '../ui/chip.tsx';
import { downloadFromUrl } from '../ui/download.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { QueryState } from '../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { SettingsCard, SettingsCards } from '../ui/page/settings-card.tsx';
import { exactTime } from '../ui/time/time-text.ts';
import classes from './archive-page.module.css';

type FreshSignInBlocker = 'no-app' | 'old-sign-in';

const isOld = (error: unknown): boolean => error instanceof ApiError && error.body.code === freshSecondFactorRequired;

/**
 * Runs steps that require a recent sign-in with an authenticator app. The server checks for the app first, because it
 * stores the second factor only of users whose organization requires one.
 */
const useFreshSignIn = () => {
  const call = useApi();
  const session = useSession();
  const { id } = useCurrentUser();
  const [inTheWay, setInTheWay] = useState<FreshSignInBlocker>();
  /** Returns undefined if the step is blocked. */
  const withFreshSignIn = async <T,>(step: () => Promise<T>): Promise<T | undefined> => {
    const { confirmed, sign_in_again } = await call(accountEndpoints.confirmSecondFactor, { params: { id } });
    if (sign_in_again) session.end();
    setInTheWay(confirmed || sign_in_again ? undefined : 'no-app');
    if (!confirmed) return undefined;
    try {
      return await step();
    } catch (error) {
      if (!isOld(error)) throw error;
      setInTheWay('old-sign-in');
      return undefined;
    }
  };
  /** The device keeps unsent records, because the same user signs in again. */
  const signInAgain = async (): Promise<void> => {
    const { pathname, search } = window.location;
    await session.signOut();
    window.location.assign(signInPath({ pathname, search }));
  };
  return { inTheWay, withFreshSignIn, signInAgain };
};

const archiveKeys = { all: ['archives'] } as const;

const lookedAtMs = 10_000;

/** Archives of the last 30 days; polled while one is running. */
const archivesQuery = (call: Call) =>
  queryOptions({
    queryKey: archiveKeys.all,
    queryFn: async ({ signal }) => (await call(archiveEndpoints.list, {}, { signal })).results,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'making') ? lookedAtMs : false),
  });

export const ArchivePage = () => {
  useDocumentTitle('Export all data');
  const call = useApi();
  const archives = useQuery(archivesQuery(call));
  return (
    <>
      <PageHeader title="Export all data" lead="Export all records, documents and the audit log in one file." />
      {archives.data ? (
        <Archives archives={archives.data} />
      ) : (
        <QueryState query={archives} rows={2} height={96} lines={2} />
      )}
    </>
  );
};

const Archives = ({ archives }: { archives: readonly Archive[] }) => {
  const call = useApi();
  const client = useQueryClient();
  const { inTheWay, withFreshSignIn, signInAgain } = useFreshSignIn();
  const ask = useMutation({
    mutationFn: () => withFreshSignIn(() => call(archiveEndpoints.ask, {})),
    onSuccess: (asked) => asked && toastSuccess('Export started. All owners will get an email when it is ready.'),
    onError: toastFailure,
    onSettled: () => client.invalidateQueries({ queryKey: archiveKeys.all }),
  });
  const download = useMutation({
    mutationFn: (id: string) => withFreshSignIn(() => call(archiveEndpoints.download, { params: { id } })),
    onSuccess: (link) => link && downloadFromUrl(link.download_url),
    onError: toastFailure,
  });
  const isMaking = archives.some(({ state }) => state === 'making');
  return (
    <SettingsCards>
      {inTheWay && <WhatIsInTheWay what={inTheWay} onSignIn={() => void signInAgain()} />}
      <SettingsCard
        title="New export"
        actions={
          <Button loading={ask.isPending} disabled={isMaking} onClick={() => ask.mutate()}>
            Export all data
          </Button>
        }
      >
        <Text mb="sm">
          Includes all records (JSON Lines with schemas), spreadsheets of cases, customers and payments, every document,
          and the verifiable audit log. Only the last digits of Social Security and check numbers are included.
        </Text>
        <Text>
          You must have signed in within the last {freshSignInMinutes} minutes using an authenticator app. All owners
          get an email when it is ready. You can download it for {archiveHours} hours.
        </Text>
      </SettingsCard>
      <SettingsCard title="The last 30 days">
        {archives.length === 0 ? (
          <Text>No exports yet.</Text>
        ) : (
          <ul className={classes.rows} aria-label="Archives">
            {archives.map((one) => (
              <ArchiveRow
                key={one.id}
                archive={one}
                busy={download.isPending && download.variables === one.id}
                onDownload={() => download.mutate(one.id)}
              />
            ))}
          </ul>
        )}
      </SettingsCard>
    </SettingsCards>
  );
};

const WhatIsInTheWay = ({ what, onSignIn }: { what: FreshSignInBlocker; onSignIn: () => void }) =>
  what === 'no-app' ? (
    <Notice tone="warning" title="Set up your authenticator app first">
      Exporting all data requires two-step verification. <Link to={paths.profile}>Set it up in your profile</Link>, sign
      in with it, and come back.
    </Notice>
  ) : (
    <Notice tone="warning" title="Please sign in again">
      <Text mb="sm">You signed in more than {freshSignInMinutes} minutes ago.</Text>
      <Button variant="default" onClick={onSignIn}>
        Sign in again
      </Button>
    </Notice>
  );

const words: Record<Archive['state'], { text: string; tone: Tone }> = {
  making: { text: 'In progress', tone: 'info' },
  ready: { text: 'Ready', tone: 'ok' },
  failed: { text: 'Failed', tone: 'danger' },
  over: { text: 'Expired', tone: 'neutral' },
};

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`;

interface ArchiveRowProps {
  archive: Archive;
  busy: boolean;
  onDownload: () => void;
}

const ArchiveRow = ({ archive, busy, onDownload }: ArchiveRowProps) => {
  const { state, asked_by_name, asked_at, size, records, files, available_until } = archive;
  return (
    <li className={classes.row}>
      <span className={classes.about}>
        <strong>
          {asked_by_name}, {exactTime(asked_at)}
        </strong>
        {state === 'ready' && (
          <span className={classes.dim}>
            {counted(records, 'record')}, {counted(files, 'document')}, {formatBytes(size)}
            {available_until && `. Until ${exactTime(available_until)}`}
          </span>
        )}
      </span>
      <Chip tone={words[state].tone}>{words[state].text}</Chip>
      {state === 'ready' && (
        <Button variant="default" loading={busy} onClick={onDownload}>
          Download
        </Button>
      )}
    </li>
  );
};
