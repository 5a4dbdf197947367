import { Modal } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import classes from './shortcuts.module.css';

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
export const Shortcuts = ({ onSearch }: { onSearch: () => void }) => {
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
      <dl className={classes.keys}>
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
