import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import classes from './neighbors.module.css';

/** Rows that each list last showed, by path; in memory only. */
const shown = new Map<string, readonly string[]>();

export const rememberRows = (list: string, rows: readonly string[]): void => {
  shown.set(list, rows);
};

interface Place {
  /** From 1. */
  at: number;
  of: number;
  before: string | undefined;
  after: string | undefined;
}

/** Returns undefined if the record was opened another way. */
export const positionInList = (list: string, record: string): Place | undefined => {
  const rows = shown.get(list) ?? [];
  const at = rows.indexOf(record);
  return at < 0 || rows.length < 2
    ? undefined
    : { at: at + 1, of: rows.length, before: rows[at - 1], after: rows[at + 1] };
};

export const NeighborLinks = ({ list }: { list: string }) => {
  const place = positionInList(list, useLocation().pathname);
  if (!place) return null;
  return (
    <nav className={classes.neighbors} aria-label="Previous and next record">
      <Step to={place.before} label="Previous record">
        <IconChevronLeft size={18} stroke={1.6} aria-hidden />
      </Step>
      <span>
        {place.at} of {place.of}
      </span>
      <Step to={place.after} label="Next record">
        <IconChevronRight size={18} stroke={1.6} aria-hidden />
      </Step>
    </nav>
  );
};

const Step = ({ to, label, children }: { to: string | undefined; label: string; children: React.ReactNode }) =>
  to ? (
    <ActionIcon component={Link} to={to} replace variant="subtle" aria-label={label} title={label}>
      {children}
    </ActionIcon>
  ) : (
    <ActionIcon variant="subtle" disabled aria-label={label}>
      {children}
    </ActionIcon>
  );
