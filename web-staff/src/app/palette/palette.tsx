import { Button, CloseButton, Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useCan } from '../../team/parts/current-user.ts';
import { useIsPhone } from '../../ui/page/use-screen-width.ts';
import classes from './palette.module.css';
import {
  activeAmong,
  commandGroups,
  matching,
  movedTo,
  type PaletteEntry,
  type PaletteGroup,
} from './palette-entries.ts';
import { PaletteList, rowsOf } from './palette-list.tsx';
import { PaletteFailure, PaletteStatus } from './palette-status.tsx';
import { recordGroups } from './record-groups.ts';
import { shortestSearch, useRecordSearch } from './use-record-search.ts';

export interface PaletteProps {
  opened: boolean;
  recent: readonly PaletteEntry[];
  /** What was typed before its box had the focus; from then on the box takes the keys. */
  takeAhead: () => string;
  onSignOut: () => void;
  onPick: (entry: PaletteEntry) => void;
  onClose: () => void;
}

/** Finds records by what was typed, and everything that can be opened or done, without a hand leaving the keyboard. */
export const Palette = ({ opened, onClose, ...inside }: PaletteProps) => {
  const phone = useIsPhone();
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      // Whoever opens it gives the focus back: not after a choice that leads to another page.
      returnFocus={false}
      classNames={{ content: classes.dialog }}
      fullScreen={phone}
      size={640}
      yOffset="10vh"
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search and commands">
        <Finder {...inside} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
};

const Finder = ({ recent, takeAhead, onSignOut, onPick, onClose }: Omit<PaletteProps, 'opened'>) => {
  const can = useCan();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string>();
  const listId = useId();
  const search = useRecordSearch(typed);
  const wanted = typed.trim();

  const commands = commandGroups(can, onSignOut);
  const groups: readonly PaletteGroup[] =
    wanted === ''
      ? [{ title: 'Recent', entries: recent }, ...commands].filter(({ entries }) => entries.length > 0)
      : [...matching(commands, wanted), ...recordGroups(search.found, wanted)];
  const rows = rowsOf(groups);
  const active = activeAmong(
    rows.map(({ entry }) => entry),
    rows.findIndex(({ key }) => key === chosen),
    search.searching,
  );
  const activeId = rows[active] ? `${listId}-${active}` : undefined;

  useEffect(() => {
    if (chosen && activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [chosen, activeId]);

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = movedTo(event.key, active, rows.length);
    if (next !== undefined) setChosen(rows[next]?.key);
    else if (event.key === 'Enter' && rows[active]) onPick(rows[active].entry);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className={classes.head}>
        <IconSearch size={20} stroke={1.6} aria-hidden />
        <input
          className={classes.input}
          data-autofocus
          role="combobox"
          aria-label="Search"
          aria-autocomplete="list"
          aria-expanded={rows.length > 0}
          aria-controls={listId}
          aria-activedescendant={activeId}
          placeholder="Name, phone, case number, or a command"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={100}
          value={typed}
          onFocus={() => {
            const ahead = takeAhead();
            if (ahead) setTyped((now) => now + ahead);
          }}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(undefined);
          }}
          onKeyDown={press}
        />
        <CloseButton aria-label="Close the search" onClick={onClose} />
      </div>
      <div className={classes.found}>
        <PaletteList id={listId} groups={groups} active={rows[active]?.key} onActive={setChosen} onPick={onPick} />
        <PaletteStatus
          typed={wanted}
          tooShort={wanted.length > 0 && wanted.length < shortestSearch}
          searching={search.searching}
          count={rows.length}
        />
        {search.failed.length > 0 && (
          <div role="alert" className={classes.failed}>
            <PaletteFailure names={search.failed} error={search.error} />
            <Button variant="default" size="xs" onClick={search.retry}>
              Try again
            </Button>
          </div>
        )}
      </div>
      <p className={classes.keys} aria-hidden>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> move
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        <span>
          <kbd>Esc</kbd> close
        </span>
      </p>
    </>
  );
};
