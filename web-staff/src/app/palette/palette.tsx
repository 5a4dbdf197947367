import { Button, CloseButton, Modal, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useLocation } from 'react-router';
import type { Permission } from '#domain/shared/access/roles.ts';
import { messageOf } from '#domain/shared/contract/client.ts';
import { useApi } from '../../api/api-context.ts';
import { casesQuery } from '../../cases/queries.ts';
import { customerSearchQuery } from '../../customers/queries.ts';
import { firstCallsQuery } from '../../first-calls/queries.ts';
import { submissionsQuery } from '../../intake/queries.ts';
import { tasksQuery } from '../../tasks/queries.ts';
import { useCan } from '../../team/parts/current-user.ts';
import { useIsPhone } from '../../ui/page/use-screen-width.ts';
import classes from './palette.module.css';
import {
  activeAmong,
  commandGroups,
  type FoundRecords,
  matching,
  movedTo,
  type PaletteEntry,
  type PaletteGroup,
  recordGroups,
  sectionGroup,
} from './record-groups.ts';

const debounceMs = 300;
const shortestSearch = 2;

interface RecordSearch {
  searching: boolean;
  found: FoundRecords;
  failed: readonly string[];
  error: unknown;
  retry: () => void;
}

/**
 * Searches all permitted records: 300 ms after the last letter, from two letters on (D1 §7). Results are shown together
 * once all have arrived, so that no line moves.
 */
const useRecordSearch = (typed: string): RecordSearch => {
  const call = useApi();
  const can = useCan();
  const searchText = typed.trim();
  const [settled] = useDebouncedValue(searchText, debounceMs);
  const isLongEnough = searchText.length >= shortestSearch;
  const ready = isLongEnough && settled === searchText;
  const query = { search: settled, page_size: '10' } as const;

  const asked = (may: Permission) => ({ placeholderData: undefined, enabled: ready && can(may) });
  const cases = useQuery({ ...casesQuery(call, query), ...asked('case:read') });
  const customers = useQuery({ ...customerSearchQuery(call, settled), ...asked('customer:read') });
  const submissions = useQuery({ ...submissionsQuery(call, query), ...asked('submission:read') });
  const firstCalls = useQuery({ ...firstCallsQuery(call, query), ...asked('first-call:read') });
  const tasks = useQuery({ ...tasksQuery(call, query), ...asked('case:read') });

  const searches = [
    { name: 'cases', query: cases },
    { name: 'customers', query: customers },
    { name: 'first calls', query: firstCalls },
    { name: 'submissions', query: submissions },
    { name: 'tasks', query: tasks },
  ];
  const searching = isLongEnough && (!ready || searches.some(({ query }) => query.isLoading));
  const broken = ready && !searching ? searches.filter(({ query }) => query.isError) : [];
  const found =
    ready && !searching
      ? {
          cases: cases.data?.results,
          customers: customers.data,
          submissions: submissions.data?.results,
          firstCalls: firstCalls.data?.results,
          tasks: tasks.data?.results,
        }
      : {};
  return {
    searching,
    found,
    failed: broken.map(({ name }) => name),
    error: broken[0]?.query.error,
    retry: () => broken.forEach(({ query }) => void query.refetch()),
  };
};

/** Returns all lines in order; a page may be in two groups, so the key includes the group. */
const rowsOf = (groups: readonly PaletteGroup[]): { key: string; entry: PaletteEntry }[] =>
  groups.flatMap(({ title, entries }) => entries.map((entry) => ({ key: `${title} ${entry.id}`, entry })));

interface PaletteListProps {
  id: string;
  groups: readonly PaletteGroup[];
  active: string | undefined;
  onActive: (key: string) => void;
  onPick: (entry: PaletteEntry) => void;
}

/** The focus stays in the input, which references the active line. */
const PaletteList = ({ id, groups, active, onActive, onPick }: PaletteListProps) => {
  const keys = rowsOf(groups).map(({ key }) => key);
  return (
    <div id={id} role="listbox" tabIndex={-1} aria-label="Results" className={classes.list}>
      {groups.map(({ title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox is no fieldset
        <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
          <div id={`${id}-${title}`} role="presentation" className={classes.group}>
            {title}
          </div>
          {rowsOf([{ title, entries }]).map(({ key, entry }) => (
            <div
              key={key}
              id={`${id}-${keys.indexOf(key)}`}
              role="option"
              tabIndex={-1}
              aria-selected={key === active}
              className={classes.option}
              onMouseMove={() => key !== active && onActive(key)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(entry)}
              onKeyDown={(event) => event.key === 'Enter' && onPick(entry)}
            >
              <entry.icon size={20} stroke={1.6} aria-hidden className={classes.icon} />
              <span className={classes.text}>
                <span className={classes.label}>{entry.label}</span>
                {entry.details && (
                  <span className={classes.details}>
                    {entry.details.map((detail, nth) => (
                      <Fragment key={detail}>
                        {nth > 0 && ' · '}
                        <span className={classes.detail}>{detail}</span>
                      </Fragment>
                    ))}
                  </span>
                )}
              </span>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
};

interface PaletteStatusProps {
  typed: string;
  searching: boolean;
  count: number;
}

const PaletteStatus = ({ typed, searching, count }: PaletteStatusProps) => {
  if (searching) return 'Searching…';
  if (typed.length > 0 && typed.length < shortestSearch)
    return 'Type one more letter to search cases, customers, first calls and submissions.';
  if (count > 0) return <VisuallyHidden>{count === 1 ? '1 result' : `${count} results`}</VisuallyHidden>;
  return (
    <>
      <span className={classes.none}>Nothing found for “{typed}”</span>
      Try a name, a phone number, an email address or a case number.
    </>
  );
};

const listFormat = new Intl.ListFormat('en-US', { type: 'conjunction' });

const PaletteFailure = ({ names, error }: { names: readonly string[]; error: unknown }) => {
  const all = listFormat.format(names);
  return (
    <p className={classes.failure}>
      <span className={classes.none}>
        {all.charAt(0).toUpperCase()}
        {all.slice(1)} could not be searched
      </span>
      {messageOf(error)}
    </p>
  );
};

export interface PaletteProps {
  opened: boolean;
  recent: readonly PaletteEntry[];
  /** Takes the text typed before the input had the focus. */
  takeAhead: () => string;
  onSignOut: () => void;
  onPick: (entry: PaletteEntry) => void;
  onClose: () => void;
}

export const Palette = ({ opened, onClose, ...inside }: PaletteProps) => {
  const phone = useIsPhone();
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      // The opener restores the focus, except after a choice that leads to another page.
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
  const searchText = typed.trim();

  const { pathname } = useLocation();
  const commands = commandGroups(can, onSignOut);
  const groups: readonly PaletteGroup[] =
    searchText === ''
      ? [{ title: 'Recent', entries: recent }, ...commands].filter(({ entries }) => entries.length > 0)
      : [...matching([sectionGroup(pathname), ...commands], searchText), ...recordGroups(search.found, searchText)];
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
        <div role="status" className={classes.status}>
          <PaletteStatus typed={searchText} searching={search.searching} count={rows.length} />
        </div>
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
