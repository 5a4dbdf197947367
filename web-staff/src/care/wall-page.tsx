import { Button } from '@mantine/core';
import { IconCheck, IconCloudOff, IconUsers } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { CareCard } from '#domain/care/care.schema.ts';
import { tagEnd } from '#domain/care/tag-code.ts';
import { useTimeZoneAt } from '../organizations/homes/queries.ts';
import { paths } from '../paths.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { QueryState } from '../ui/feedback/states.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { useEveryMinute } from '../ui/time/time-ago.tsx';
import { filledPlaces, GateMark, PlaceLists, stayText, whenText } from './care-text.tsx';
import { boardEveryMs, useCareBoard } from './queries.ts';
import classes from './wall.module.css';

/** Two reads may fail before the wall says that it is old. */
const staleMs = 3 * boardEveryMs;

/** Initials and the end of the tag, never a name: outsiders see it, too. */
export const WallPage = () => {
  useDocumentTitle('Wall display');
  useEveryMinute();
  const user = useCurrentUser();
  const navigate = useNavigate();
  const { query, board } = useCareBoard(user.id);
  const dialog = useRef<HTMLDialogElement>(null);
  // A modal dialog covers the navigation, also for the keyboard; Escape leads back. It has the focus itself at first,
  // because the places would have a frame that no one asked for.
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.focus();
  }, []);
  const leave = () => void navigate(paths.care);
  const zone = user.funeral_home_details.time_zone;
  return (
    <dialog
      ref={dialog}
      className={classes.wall}
      tabIndex={-1}
      data-mantine-color-scheme="dark"
      aria-label="Wall display"
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
    >
      <header className={classes.head}>
        <h1>With us</h1>
        <span className={classes.now}>
          {new Date().toLocaleString('en-US', {
            weekday: 'short',
            month: 'short',
            day: 'numeric',
            hour: 'numeric',
            minute: '2-digit',
            timeZone: zone,
          })}
        </span>
      </header>
      {!board && <QueryState query={query} rows={6} height={96} />}
      {board?.cards.length === 0 && <p className={classes.nobody}>No one is in care.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
      <section className={classes.pages} aria-label="Places" tabIndex={0}>
        {board && (
          <PlaceLists filled={filledPlaces(board.places, board.cards)} looks={{ ...classes, item: classes.card }}>
            {(card) => <Person card={card} />}
          </PlaceLists>
        )}
      </section>
      <footer className={classes.foot}>
        {board && <Liveness at={board.at} zone={zone} />}
        <span>Initials and last three letters of the tag.</span>
        <Button variant="subtle" color="gray" onClick={leave}>
          Close the wall
        </Button>
      </footer>
    </dialog>
  );
};

const Liveness = ({ at, zone }: { at: string; zone: string }) => {
  const time = new Date(at).toLocaleTimeString('en-US', { timeStyle: 'short', timeZone: zone });
  const isStale = Date.now() - Date.parse(at) > staleMs;
  return (
    <span role="status" className={classes.live} data-stale={isStale || undefined}>
      {isStale ? <IconCloudOff size={20} aria-hidden /> : <IconCheck size={20} aria-hidden />}
      {isStale ? `Not live: as of ${time}` : `Live, ${time}`}
    </span>
  );
};

const Person = ({ card }: { card: CareCard }) => {
  const timeZone = useTimeZoneAt(card.funeral_home_id);
  const { initials, tag, next, since, same_surname } = card;
  return (
    <>
      <span className={classes.line}>
        <b className={classes.initials}>{initials}</b>
        <span className={classes.tag}>…{tagEnd(tag)}</span>
      </span>
      <span className={classes.line}>
        <span>{next ? whenText(next, timeZone) : 'No date'}</span>
        <span className={classes.dim}>{stayText(since, new Date())}</span>
      </span>
      {same_surname && (
        <span className={classes.alike}>
          <IconUsers size={16} aria-hidden /> Same surname: read the tag
        </span>
      )}
      <GateMark card={card} timeZone={timeZone} />
    </>
  );
};
