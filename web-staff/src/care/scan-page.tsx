import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useMatch, useSearchParams } from 'react-router';
import { careEndpoints } from '#domain/care/care.endpoints.ts';
import type { CareCard } from '#domain/care/care.schema.ts';
import { ApiError, messageOf } from '#domain/shared/contract/client.ts';
import { useApi } from '../api/api-context.ts';
import { useLocations } from '../organizations/homes/queries.ts';
import { paths } from '../paths.ts';
import { callHome, type DevicePerson, devicePersonQuery } from '../session/device/device-person.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { EmptyState, QueryState } from '../ui/feedback/states.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { nameOf } from './care-text.tsx';
import { FindTag, type FoundTag } from './find-tag.tsx';
import { MoveForm } from './move-form.tsx';
import { storedTag, storeTag } from './offline-care.ts';
import { OfflineMoves } from './offline-moves-page.tsx';
import { cardAfter, useCareBoard } from './queries.ts';
import classes from './scan.module.css';
import { isUnreachable } from './send-moves.ts';

export const ScanPage = () => {
  const user = useCurrentUser();
  const locations = useLocations();
  const canMove = useCan()('care:move');
  const name = `${user.first_name} ${user.last_name}`.trim();
  if (!canMove)
    return <EmptyState page title="Your role cannot record moves" text="Ask a director or coordinator to record it." />;
  return (
    <Scan
      person={{ id: user.id, name, home: callHome(user.funeral_home_details), locations: locations.map(callHome) }}
    />
  );
};

/** The application opened without a connection: moves are stored on this device. `fallback` is for a device that knows no user. */
export const OfflineScan = ({ fallback }: { fallback: ReactNode }) => {
  const { data: person, isPending } = useQuery(devicePersonQuery);
  const isList = useMatch(paths.careOffline) !== null;
  if (isPending) return null;
  return person ? (
    <main id="main" className={classes.alone}>
      {isList ? <OfflineMoves profileId={person.id} zone={person.home.time_zone} /> : <Scan person={person} />}
    </main>
  ) : (
    fallback
  );
};

/** A weaker connection counts as none. */
const patienceMs = 5_000;

const Scan = ({ person }: { person: DevicePerson }) => {
  useDocumentTitle('Scan or move');
  const call = useApi();
  const caseId = useSearchParams()[0].get('case');
  const { query, board, moves, isOffline } = useCareBoard(person.id);
  const [found, setFound] = useState<{ card: CareCard; tag: FoundTag }>();
  const [error, setError] = useState<string>();
  const [last, setLast] = useState<string>();

  /** Reads the record of a tag again, because the board is some seconds old. */
  const cardOf = async (tag: string): Promise<CareCard | undefined> => {
    try {
      const card = await call(careEndpoints.ofTag, { params: { tag } }, { signal: AbortSignal.timeout(patienceMs) });
      void storeTag(person.id, card);
      return card;
    } catch (failure) {
      const isTooLate = failure instanceof DOMException && failure.name === 'TimeoutError';
      if (!isTooLate && !isUnreachable(failure)) throw failure;
      return board?.cards.find((card) => card.tag === tag) ?? storedTag(person.id, tag);
    }
  };
  const find = async (tag: FoundTag) => {
    setError(undefined);
    setLast(undefined);
    try {
      const read = await cardOf(tag.tag);
      const card = read && board && cardAfter(read, moves, board);
      if (!card) setError('This device has not read this tag yet. Connect once, then it is known.');
      else if (caseId && card.case_id !== caseId)
        setError(`This is the tag of ${nameOf(card)}, not of the person whose case you came from.`);
      else setFound({ card, tag });
    } catch (failure) {
      const isNobody = failure instanceof ApiError && failure.status === 404;
      setError(isNobody ? 'No one has this tag. Read the letters again.' : messageOf(failure));
    }
  };
  const done = (place: string, isOnDevice: boolean) => {
    if (found)
      setLast(`${nameOf(found.card)}: ${place}. ${isOnDevice ? 'Kept on this device until it is sent.' : 'Recorded.'}`);
    setFound(undefined);
  };
  const zone = [...person.locations, person.home].find(({ id }) => id === found?.card.funeral_home_id) ?? person.home;
  const back = caseId ? { to: paths.caseCare(caseId), label: 'Case' } : { to: paths.care, label: 'Care' };
  return (
    <>
      <PageHeader title={found ? 'Move' : 'Scan a tag'} back={back} />
      <div role="status" className={classes.messages}>
        {last && <Notice tone="warning">{last}</Notice>}
        {isOffline && (
          <Notice tone="warning">No connection. Keep working: moves are kept on this device, in order.</Notice>
        )}
      </div>
      {!board && <QueryState query={query} rows={4} />}
      {board && found && (
        <MoveForm
          key={found.card.id}
          {...{ card: found.card, found: found.tag, places: board.places, timeZone: zone.time_zone, state: zone.state }}
          me={person}
          countAt={(id) => board.cards.filter(({ place }) => place?.id === id).length}
          isOffline={isOffline}
          kept={moves.filter(({ subjectId }) => subjectId === found.card.id)}
          onDone={done}
          onBack={() => setFound(undefined)}
        />
      )}
      {board && !found && (
        <FindTag
          tags={board.cards.map(({ tag }) => tag)}
          submit="Continue"
          error={error}
          onFound={(tag) => void find(tag)}
        >
          {moves.length > 0 && (
            <Button component={Link} to={paths.careOffline} variant="default" size="lg">
              {moves.length} on this device
            </Button>
          )}
        </FindTag>
      )}
    </>
  );
};
