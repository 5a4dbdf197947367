import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { toastError } from '#web-kit/toasts.tsx';
import type { PaletteProps } from './palette/palette.tsx';
import type { PaletteEntry } from './palette/palette-entries.ts';
import { remember } from './palette/recent-entries.ts';
import classes from './palette-button.module.css';

const onApple = /Mac|iPhone|iPad/.test(navigator.platform);

const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (onApple ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;

/** The way to everything, in the header and by Ctrl-K (Command-K on a Mac). It is downloaded when it is first wanted. */
export const PaletteButton = ({ onSignOut }: { onSignOut: () => void }) => {
  const navigate = useNavigate();
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  const [state, setState] = useState({ opened: false, returnFocus: true });
  // In memory alone: what somebody looked at names people.
  const [recent, setRecent] = useState<readonly PaletteEntry[]>([]);

  const load = () => import('./palette/palette.tsx').then((loaded) => setPalette(() => loaded.Palette));
  const open = () => {
    setState({ opened: true, returnFocus: true });
    load().catch(() => {
      setState({ opened: false, returnFocus: true });
      toastError('The search could not be opened. Please check your connection and try again.');
    });
  };
  const close = () => setState({ opened: false, returnFocus: true });
  const pick = (entry: PaletteEntry) => {
    const leads = 'to' in entry;
    setState({ opened: false, returnFocus: !leads });
    setRecent((now) => remember(now, entry));
    if (leads) void navigate(entry.to);
    else entry.run();
  };

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event)) return;
    event.preventDefault();
    if (state.opened) close();
    // A dialog that waits for an answer comes first.
    else if (!document.querySelector('[role="dialog"][aria-modal="true"]')) open();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  return (
    <>
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
      {Palette && <Palette {...state} recent={recent} onSignOut={onSignOut} onPick={pick} onClose={close} />}
    </>
  );
};
