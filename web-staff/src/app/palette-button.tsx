import { Modal, UnstyledButton } from '@mantine/core';
import { IconHistory, IconSearch } from '@tabler/icons-react';
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import { toastError } from '../ui/feedback/toasts.tsx';
import type { PaletteProps } from './palette/palette.tsx';
import type { PaletteEntry } from './palette/record-groups.ts';
import classes from './palette-button.module.css';

const keys = [
  [['Ctrl K', '/'], 'Search and commands'],
  [['c'], 'Take a call'],
  [['j', 'k'], 'Next and previous row of a list'],
  [['Enter'], 'Open the row'],
  [['?'], 'Show these shortcuts'],
] as const;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role="combobox"]') !== null;

/** Moves the focus to the next or previous record of the page. */
const moveFocus = (by: 1 | -1): void => {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-record]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 && by < 0 ? rows.at(-1) : rows[at + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
};

/** Keys without a modifier, which work where no one types and no dialog is open, and the list of all of them. */
const Shortcuts = ({ onSearch }: { onSearch: () => void }) => {
  const navigate = useNavigate();
  const can = useCan();
  const [isShown, setIsShown] = useState(false);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event;
    if (ctrlKey || metaKey || altKey || defaultPrevented || isTyping(target)) return;
    if (document.querySelector('[role="dialog"][aria-modal="true"]')) return;
    const actions: Record<string, () => void> = {
      '/': onSearch,
      '?': () => setIsShown(true),
      c: () => can('first-call:edit') && void navigate(paths.firstCallNew),
      j: () => moveFocus(1),
      k: () => moveFocus(-1),
    };
    const action = actions[key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <Modal opened={isShown} onClose={() => setIsShown(false)} title="Keyboard shortcuts" centered>
      <dl className={classes.shortcuts}>
        {keys.map(([names, what]) => (
          <div key={what}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
};

const maxRecent = 5;

/** Returns recent choices, the last first, each once. Commands are not remembered, because they are no destination. */
export const remember = (recent: readonly PaletteEntry[], chosen: PaletteEntry): readonly PaletteEntry[] =>
  'to' in chosen
    ? [chosen, ...recent.filter((entry) => !('to' in entry) || entry.to !== chosen.to)].slice(0, maxRecent)
    : recent;

/** Pages of one record, by the start of their address. */
const recordPage = /^\/(cases|customers|first-calls|submissions)\/[\da-f-]{36}$/;
const ending = ' · Stillwater';

/** Remembers the record of a page when the user leaves it, by the title of the page. */
const useVisits = (onVisit: (entry: PaletteEntry) => void): void => {
  const { pathname } = useLocation();
  const visit = useEffectEvent((path: string) => {
    if (!recordPage.test(path) || !document.title.endsWith(ending)) return;
    const [label = '', ...details] = document.title.slice(0, -ending.length).split(' · ');
    onVisit({ id: `visit ${path}`, label, details, icon: IconHistory, to: path });
  });
  // The cleanup runs before the next page sets its title.
  useEffect(() => () => visit(pathname), [pathname]);
};

const onApple = /Mac|iPhone|iPad/.test(navigator.platform);

const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (onApple ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;

const settleMs = 1_500;
const maxSearchLength = 100;

/** Undefined for a key that types nothing. */
const typedWith = (before: string, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | undefined => {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === 'Backspace') return before.slice(0, -1);
  return key.length === 1 ? `${before}${key}`.slice(0, maxSearchLength) : undefined;
};

/** The palette loads after the page, or earlier on demand; it receives text typed in the meantime. */
export const PaletteButton = ({ onSignOut }: { onSignOut: () => void }) => {
  const navigate = useNavigate();
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  const [opened, setOpened] = useState(false);
  const before = useRef<Element>(null);
  // Text typed while loading; undefined once its input handles keys.
  const ahead = useRef<string>(undefined);
  // In memory only, because viewed records contain names.
  const [recent, setRecent] = useState<readonly PaletteEntry[]>([]);

  /** Not loaded offline, because browsers remember a failed import. */
  const load = async () => {
    if (Palette) return;
    if (!navigator.onLine) throw new Error('offline');
    const loaded = await import('./palette/palette.tsx');
    setPalette(() => loaded.Palette);
  };
  const open = () => {
    before.current = document.activeElement;
    ahead.current = '';
    setOpened(true);
    load().catch(() => {
      ahead.current = undefined;
      setOpened(false);
      const remedy = navigator.onLine ? 'reload the page' : 'try again';
      toastError(`Search could not be opened. Check your connection and ${remedy}.`);
    });
  };
  const fetchAhead = useEffectEvent(() => load().catch(() => undefined));
  useEffect(() => {
    const timer = setTimeout(() => void fetchAhead(), settleMs);
    return () => clearTimeout(timer);
  }, []);
  const takeAhead = () => {
    const typed = ahead.current ?? '';
    ahead.current = undefined;
    return typed;
  };
  const pick = (entry: PaletteEntry) => {
    setOpened(false);
    setRecent((now) => remember(now, entry));
    if ('to' in entry) {
      before.current = null;
      void navigate(entry.to);
    } else entry.run();
  };
  useEffect(() => {
    if (!opened) ahead.current = undefined;
    if (!opened && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  }, [opened]);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event)) {
      const typed = ahead.current === undefined ? undefined : typedWith(ahead.current, event);
      if (typed === undefined) return;
      ahead.current = typed;
      event.preventDefault();
      return;
    }
    event.preventDefault();
    if (opened) setOpened(false);
    // An open dialog takes precedence.
    else if (!document.querySelector('[role="dialog"][aria-modal="true"]')) open();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  useVisits((visit) => setRecent((now) => remember(now, visit)));

  return (
    <>
      <Shortcuts onSearch={open} />
      <UnstyledButton
        className={classes.button}
        aria-haspopup="dialog"
        aria-keyshortcuts={onApple ? 'Meta+K' : 'Control+K'}
        onClick={open}
        onPointerEnter={() => void load().catch(() => undefined)}
      >
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <span className={classes.word}>Search</span>
        <kbd className={classes.keys} aria-hidden>
          {onApple ? '⌘K' : 'Ctrl K'}
        </kbd>
      </UnstyledButton>
      {Palette && (
        <Palette
          opened={opened}
          recent={recent}
          takeAhead={takeAhead}
          onSignOut={onSignOut}
          onPick={pick}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  );
};
