import { Button } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTimeZoneAt } from '../organizations/homes/queries.ts';
import { paths } from '../paths.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { Chip } from '../ui/chip.tsx';
import { download } from '../ui/download.ts';
import { ConfirmButton } from '../ui/feedback/confirm-dialog.tsx';
import { EmptyState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageBar, PageHeader } from '../ui/page/page-header.tsx';
import { timeAtHome } from '../ui/time/time-text.ts';
import { TagCode } from './care-text.tsx';
import { forgetMove, forgetNamed, type OfflineMove, offlineMovesQuery, unreadableMovesQuery } from './offline-care.ts';
import { useReadMovesAgain } from './queries.ts';
import classes from './scan.module.css';

export const OfflineMovesPage = () => {
  const { id, funeral_home: home } = useCurrentUser();
  return <OfflineMoves profileId={id} zone={useTimeZoneAt(home)} />;
};

/** The moves of this device that are not on the server: to settle first, then waiting, then unreadable. */
export const OfflineMoves = ({ profileId: id, zone }: { profileId: string; zone: string }) => {
  useDocumentTitle('Waiting to send');
  const readMoves = useReadMovesAgain(id);
  const { data: moves, isPending } = useQuery(offlineMovesQuery(id));
  const { data: unreadable = [] } = useQuery(unreadableMovesQuery(id));
  const toSettle = moves?.filter(({ refused }) => refused) ?? [];
  const waiting = moves?.filter(({ refused }) => !refused) ?? [];
  return (
    <>
      <PageHeader
        title="Waiting to send"
        back={{ to: paths.care, label: 'Care' }}
        lead="Moves on this device. They are sent in this order, with the time at which they happened."
      />
      {isPending && <RowsSkeleton rows={2} height={96} />}
      {moves?.length === 0 && unreadable.length === 0 && (
        <EmptyState title="Everything was sent" text="Moves without a connection wait here until they are sent." />
      )}
      <Group title="To settle" lead="Two versions. Go and look, then scan the tag where they are." of={toSettle}>
        {(move) => (
          <Move key={move.key} move={move} zone={zone}>
            <ConfirmButton
              ask={{
                title: 'Is the record right?',
                confirmLabel: 'The record is right',
                text: 'You looked, and they are where the record says. The version of this device is removed.',
                action: () => forgetMove(id, move).then(readMoves),
              }}
            >
              The record is right
            </ConfirmButton>
          </Move>
        )}
      </Group>
      <Group title="Waiting for a connection" lead="Closing the page loses nothing. Signing out would." of={waiting}>
        {(move) => <Move key={move.key} move={move} zone={zone} />}
      </Group>
      <Group
        title="Cannot be read"
        lead="Another version of this site stored them. They are not sent: export one before you discard it."
        of={unreadable}
      >
        {({ name, stored }) => (
          <article key={name} className={classes.who} aria-label="Unreadable move">
            <span>It is saved only on this device.</span>
            <span className={classes.line}>
              <Button variant="default" onClick={() => exportAsFile(stored)}>
                Export
              </Button>
              <ConfirmButton
                variant="subtle"
                color="red"
                ask={{
                  title: 'Discard the unreadable move?',
                  confirmLabel: 'Discard',
                  danger: true,
                  text: 'It is saved only on this device and will be lost.',
                  action: () => forgetNamed(name).then(readMoves),
                }}
              >
                Discard
              </ConfirmButton>
            </span>
          </article>
        )}
      </Group>
      <PageBar inline>
        <Button component={Link} to={paths.careScan} size="lg" leftSection={<IconScan size={18} aria-hidden />}>
          Scan next
        </Button>
      </PageBar>
    </>
  );
};

const exportAsFile = (stored: unknown): void =>
  download(new Blob([JSON.stringify(stored ?? null, null, 2)], { type: 'application/json' }), 'move.json');

interface GroupProps<One> {
  title: string;
  lead: string;
  of: readonly One[];
  children: (one: One) => ReactNode;
}

const Group = <One,>({ title, lead, of, children }: GroupProps<One>) =>
  of.length > 0 && (
    <section className={classes.group} aria-label={title}>
      <h2>{title}</h2>
      <p className={classes.dim}>{lead}</p>
      {of.map((one) => children(one))}
    </section>
  );

interface MoveProps {
  move: OfflineMove;
  zone: string;
  children?: ReactNode;
}

const Move = ({ move: { name, tag, from, to, at, refused }, zone, children }: MoveProps) => (
  <article className={classes.who} aria-label={name}>
    <strong>{name}</strong>
    <span className={classes.line}>
      <TagCode tag={tag} />
      <Chip tone={refused ? 'warn' : 'neutral'}>{refused ? 'To settle' : 'Waits for a connection'}</Chip>
    </span>
    {refused && <span>{refused.text}</span>}
    <span>
      {refused && 'This device: '}
      <b>
        {from} → {to}
      </b>
      , {timeAtHome(at, zone)}
    </span>
    {children && <span>{children}</span>}
  </article>
);
