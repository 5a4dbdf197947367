import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import classes from './neighbor-links.module.css';
import { positionInList } from './neighbors.ts';

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
