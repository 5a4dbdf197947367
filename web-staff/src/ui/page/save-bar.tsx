import { type ReactNode, useEffect, useRef } from 'react';
import classes from './save-bar.module.css';

interface SaveBarProps {
  changes: number;
  errors?: number;
  children: ReactNode;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Ctrl+S saves. */
export const SaveBar = ({ changes, errors = 0, children }: SaveBarProps) => {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      const button = bar.current?.querySelector<HTMLButtonElement>('button[type="submit"]');
      if (button && !button.disabled) button.click();
    };
    document.addEventListener('keydown', save);
    return () => document.removeEventListener('keydown', save);
  }, []);
  return (
    <div ref={bar} className={classes.bar} data-idle={changes === 0}>
      <span className={classes.state} role="status">
        {changes > 0 && counted(changes, 'change')}
        {errors > 0 && ` · ${errors} to fix`}
      </span>
      {children}
    </div>
  );
};
