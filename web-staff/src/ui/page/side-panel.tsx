import { CloseButton, Text } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { ConfirmModal } from '../feedback/confirm-modal.tsx';
import { focusBefore } from '../preserve-focus.ts';
import classes from './side-panel.module.css';

interface SidePanelProps {
  title: string;
  /** The name of its cross. */
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

const Holding = createContext<(isHeld: boolean) => void>(() => undefined);

/** Of a form in a panel: while it holds something unsaved, Escape and the cross ask before they close the panel. */
export const useUnsavedPanelGuard = (isHeld: boolean): void => {
  const hold = useContext(Holding);
  useEffect(() => {
    hold(isHeld);
    return () => hold(false);
  }, [hold, isHeld]);
};

/** A menu that has just opened has the focus a moment later than it is seen: Escape means it, and not what it stands on. */
const isMenuOpen = (): boolean => document.querySelector('[aria-haspopup="menu"][aria-expanded="true"]') !== null;

/**
 * Something beside the record, never over it: the record can still be read and used. It takes the focus when it opens
 * and gives it back; Escape within it closes it. On a phone it is the whole screen.
 */
export const SidePanel = ({ title, closeLabel, onClose, children }: SidePanelProps) => {
  const heading = useId();
  const panel = useRef<HTMLElement>(null);
  // Taken before what it was opened by may go: an item of a menu goes together with the menu.
  const [before] = useState(focusBefore);
  const [isHeld, setHeld] = useState(false);
  const [asking, setAsking] = useState(false);
  const leave = () => (isHeld ? setAsking(true) : onClose());
  const close = useRef(leave);
  useEffect(() => {
    close.current = leave;
  });
  // A button that works takes the focus away with it, and Escape is then said to the page: it means the panel all the same.
  useEffect(() => {
    const closeFromNowhere = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.target !== document.body || event.defaultPrevented || isMenuOpen()) return;
      // A dialog that is open is meant first.
      if (!document.querySelector('[role="dialog"][aria-modal="true"]')) close.current();
    };
    document.addEventListener('keydown', closeFromNowhere);
    return () => document.removeEventListener('keydown', closeFromNowhere);
  }, []);
  useEffect(() => {
    panel.current?.focus();
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
        // What happens in a menu over the panel comes by here too: Escape there closes the menu alone.
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
