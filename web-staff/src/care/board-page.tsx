import { Button } from '@mantine/core';
import { IconScan, IconShoppingBag, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { CareBoard, CareCard, CareCount, CarePlace } from '#domain/care/care.schema.ts';
import { partText } from '#domain/care/entry-text.ts';
import { tagEnd } from '#domain/care/tag-code.ts';
import { foldForSearch } from '#domain/shared/values/search-text.ts';
import { pluralForm } from '#domain/shared/values/text.ts';
import { useLocations, useTimeZoneAt } from '../organizations/homes/queries.ts';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { EmptyState, QueryState } from '../ui/feedback/states.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { LinkTabs } from '../ui/page/link-tabs.tsx';
import { PageBar, PageHeader } from '../ui/page/page-header.tsx';
import { useEveryMinute } from '../ui/time/time-ago.tsx';
import { timeAtHome } from '../ui/time/time-text.ts';
import classes from './board.module.css';
import { filledPlaces, GateMark, nameOf, PlaceLists, stayText, TagCode, whenText } from './care-text.tsx';
import { type OfflineMove, unreadableMovesQuery } from './offline-care.ts';
import { OpenCounts } from './open-counts.tsx';
import { useCareBoard } from './queries.ts';

/** Who is in care, in columns by place. Cards are links and cannot be dragged: a move reads a tag. */
export const BoardPage = () => {
  useDocumentTitle('Care');
  useEveryMinute();
  const user = useCurrentUser();
  const zone = user.funeral_home_details.time_zone;
  const canMove = useCan()('care:move');
  const homes = useLocations();
  const wanted = useSearchParams()[0].get('home');
  const { query, board, moves, isOffline } = useCareBoard(user.id);
  const home = homes.find(({ id }) => id === wanted);
  const tabs = [{ id: '', label: 'All homes' }, ...homes.map(({ id, name }) => ({ id, label: name }))];
  const places = (board?.places ?? []).filter(({ funeral_home_id: of }) => !home || of === home.id);
  return (
    <>
      <PageHeader
        title="Care"
        lead={board && <Lead board={board} places={places} />}
        actions={
          <>
            <Button component={Link} to={paths.careWall} variant="subtle" visibleFrom="sm">
              Wall display
            </Button>
            {canMove && (
              <PageBar inline>
                <Button component={Link} to={paths.careCount} variant="default">
                  Evening count
                </Button>
                <Button
                  component={Link}
                  to={paths.careScan}
                  leftSection={<IconScan size={18} stroke={1.6} aria-hidden />}
                >
                  Scan or move
                </Button>
              </PageBar>
            )}
          </>
        }
      />
      <div className={classes.notices}>
        <OfflineNotice profileId={user.id} moves={moves} />
        {isOffline && board && (
          <Notice tone="warning">Offline. This is the board of {timeAtHome(board.at, zone)}.</Notice>
        )}
        {board && <OpenCounts counts={board.open_counts} />}
        {board?.same_surnames.map((surname) => (
          <SameSurname key={surname} surname={surname} cards={board.cards} />
        ))}
      </div>
      {homes.length > 1 && <LinkTabs label="Funeral home" name="home" tabs={tabs} shown={home?.id ?? ''} />}
      {board ? <Columns board={board} places={places} /> : <QueryState query={query} rows={6} height={96} lines={2} />}
    </>
  );
};

const counted = (count: number, one: string, many: string): string => `${count} ${pluralForm(count, one, many)}`;

const lastCountText = ({ differs, settled, counted_at, by_name }: CareCount, zone: string): string => {
  const found = !differs ? 'found everyone' : settled ? 'had a difference, settled' : 'has a difference';
  return `The last count, ${timeAtHome(counted_at, zone)} by ${by_name}, ${found}.`;
};

interface PlacesProps {
  board: CareBoard;
  places: readonly CarePlace[];
}

const Lead = ({ board, places }: PlacesProps) => {
  const { time_zone: zone } = useCurrentUser().funeral_home_details;
  const shown = new Set(places.map(({ id }) => id));
  const cards = board.cards.filter(({ place }) => place && shown.has(place.id));
  const ours = cards.filter(({ place }) => place?.ours);
  const bodies = ours.filter(({ kind }) => kind === 'body').length;
  const remains = ours.length - bodies;
  const away = cards.length - ours.length;
  return (
    <>
      {counted(bodies, 'person', 'people')}
      {remains > 0 && ` and ${counted(remains, 'urn', 'urns')}`} with us
      {away > 0 && `, ${away} elsewhere in others’ hands`}.{' '}
      {board.last_count ? lastCountText(board.last_count, zone) : 'No count yet.'}
    </>
  );
};

const OfflineNotice = ({ profileId, moves }: { profileId: string; moves: readonly OfflineMove[] }) => {
  const { data: unreadable = [] } = useQuery(unreadableMovesQuery(profileId));
  const toSettle = moves.filter(({ refused }) => refused).length + unreadable.length;
  if (moves.length + unreadable.length === 0) return null;
  return (
    <Notice tone="warning">
      <Link to={paths.careOffline}>
        {toSettle > 0
          ? `${counted(toSettle, 'move', 'moves')} on this device to settle`
          : `${counted(moves.length, 'move', 'moves')} on this device waiting to be sent`}
      </Link>
    </Notice>
  );
};

const SameSurname = ({ surname, cards }: { surname: string; cards: readonly CareCard[] }) => (
  <Notice tone="warning" title={`Several people named ${surname} are in care. Read the tag, not the name.`}>
    {cards
      .filter(({ same_surname, last_name }) => same_surname && foldForSearch(last_name) === foldForSearch(surname))
      .map((card) => `${nameOf(card)}: ${card.place?.name ?? ''}, tag ends in ${tagEnd(card.tag)}`)
      .join(' · ')}
  </Notice>
);

const Columns = ({ board, places }: PlacesProps) => {
  const filled = filledPlaces(places, board.cards);
  const taken = new Set(filled.map(({ place }) => place.id));
  const empty = places.filter(({ id, active }) => active && !taken.has(id));
  if (filled.length === 0)
    return (
      <EmptyState
        icon={<IconScan size={40} stroke={1.2} />}
        title={places.length === 0 ? 'No places yet' : 'No one is in care here'}
        text={
          places.length === 0
            ? 'Add coolers, rooms and vehicles under Funeral homes, Places.'
            : 'Record the first move of a case: open the case, then Care.'
        }
      />
    );
  return (
    <>
      <div className={classes.columns}>
        <PlaceLists filled={filled} looks={classes}>
          {(card) => <Card card={card} />}
        </PlaceLists>
      </div>
      {empty.length > 0 && <p className={classes.empty}>Empty: {empty.map(({ name }) => name).join(', ')}</p>}
    </>
  );
};

const Card = ({ card }: { card: CareCard }) => {
  const timeZone = useTimeZoneAt(card.funeral_home_id);
  const { effects, next } = card;
  return (
    <Link to={paths.caseCare(card.case_id)} className={classes.card} data-record>
      <strong>{card.name || 'Name not given'}</strong>
      <TagCode tag={card.tag} />
      <span className={classes.facts}>
        <span>{[partText(card), stayText(card.since, new Date())].filter(Boolean).join(' · ')}</span>
        <span className={classes.effects}>
          <IconShoppingBag size={14} stroke={1.8} aria-hidden />{' '}
          {effects.count === 0 ? 'no effects' : counted(effects.count, 'effect', 'effects')}
          {effects.undecided > 0 && `, ${effects.undecided} to decide`}
        </span>
      </span>
      {card.found_away && <span className={classes.alike}>Found there: record the release</span>}
      {card.same_surname && (
        <span className={classes.alike}>
          <IconUsers size={14} stroke={1.8} aria-hidden /> Same surname: read the tag
        </span>
      )}
      <GateMark card={card} timeZone={timeZone} />
      {next && (
        <span className={classes.next}>
          <b>{whenText(next, timeZone)}</b> {next.what}
        </span>
      )}
    </Link>
  );
};
