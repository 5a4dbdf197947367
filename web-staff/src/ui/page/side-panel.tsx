import { CloseButton, Text } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { ConfirmModal } from '../feedback/confirm-modal.tsx';
import { focusBefore } from '../preserve-focus.ts';
import classes from './side-panel.module.css';

interface SidePanelProps {
  title: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

const Holding = createContext<(isHeld: boolean) => void>(() => undefined);

/** For a form in a panel: with unsaved changes, Escape and the close button ask first. */
export const useUnsavedPanelGuard = (isHeld: boolean): void => {
  const hold = useContext(Holding);
  useEffect(() => {
    hold(isHeld);
    return () => hold(false);
  }, [hold, isHeld]);
};

/** A menu that just opened gets the focus with a delay: Escape closes the menu, not the panel. */
const isMenuOpen = (): boolean => document.querySelector('[aria-haspopup="menu"][aria-expanded="true"]') !== null;

/**
 * A panel next to the record, which stays readable and usable. When it opens, it or its autofocus field takes the focus, which it restores; Escape
 * within it closes it. On a phone it fills the screen.
 */
export const SidePanel = ({ title, closeLabel, onClose, children }: SidePanelProps) => {
  const heading = useId();
  const panel = useRef<HTMLElement>(null);
  // Read first, because a menu item disappears together with its menu.
  const [before] = useState(focusBefore);
  const [isHeld, setHeld] = useState(false);
  const [asking, setAsking] = useState(false);
  const leave = () => (isHeld ? setAsking(true) : onClose());
  const close = useRef(leave);
  useEffect(() => {
    close.current = leave;
  });
  // A busy button loses the focus, and Escape then goes to the document: it still closes the panel.
  useEffect(() => {
    const closeFromNowhere = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.target !== document.body || event.defaultPrevented || isMenuOpen()) return;
      // An open dialog takes precedence.
      if (!document.querySelector('[role="dialog"][aria-modal="true"]')) close.current();
    };
    document.addEventListener('keydown', closeFromNowhere);
    return () => document.removeEventListener('keydown', closeFromNowhere);
  }, []);
  useEffect(() => {
    (panel.current?.querySelector<HTMLElement>('[data-autofocus="true"]') ?? panel.current)?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [before]);
  return createPortal(
    <aside
      ref={panel}
      tabIndex={-1}
      data-side-panel
      className={classes.panel}
      aria-labelledby={heading}
      onKeyDown={(event) => {
        // Events of a menu over the panel bubble here too: Escape there closes only the menu.
        if (event.key !== 'Escape' || !event.currentTarget.contains(event.target as Node)) return;
        event.stopPropagation();
        if (!isMenuOpen()) leave();
      }}
    >
      <div className={classes.head}>
        <h2 id={heading} className={classes.title}>
          {title}
        </h2>
        <CloseButton size={44} aria-label={closeLabel} onClick={leave} />
      </div>
      <div className={classes.body}>
        <Holding value={setHeld}>{children}</Holding>
      </div>
      <ConfirmModal
        opened={asking}
        title="Close without saving?"
        confirmLabel="Close"
        cancelLabel="Keep editing"
        danger
        onClose={() => setAsking(false)}
        onConfirm={onClose}
      >
        <Text>You have unsaved changes that will be lost.</Text>
      </ConfirmModal>
    </aside>,
    document.body,
  );
};
