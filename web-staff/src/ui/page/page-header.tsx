import { Anchor, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { NeighborLinks } from '../lists/neighbors.tsx';
import { lastListPath } from '../lists/use-list.ts';
import classes from './page-header.module.css';

interface PageBarProps {
  /** Shown on wider screens too, inline. */
  inline?: true;
  children: ReactNode;
}

/** Main actions of a record within thumb reach on a phone, instead of the tabs. */
export const PageBar = ({ inline, children }: PageBarProps) => (
  <div className={classes.bar} data-inline={inline} data-page-bar>
    {children}
  </div>
);

interface PageHeaderProps {
  title: ReactNode;
  badge?: ReactNode;
  lead?: ReactNode;
  back?: { to: string; label: string };
  actions?: ReactNode;
  /** Shown before the actions on a phone. */
  facts?: ReactNode;
}

export const PageHeader = ({ title, badge, lead, back, actions, facts }: PageHeaderProps) => (
  <div className={classes.header}>
    {back && (
      <div className={classes.way}>
        <Anchor component={Link} to={lastListPath(back.to)} className={classes.back}>
          <IconArrowLeft size={16} stroke={1.8} aria-hidden /> {back.label}
        </Anchor>
        <NeighborLinks list={back.to} />
      </div>
    )}
    <div className={classes.row}>
      <div className={classes.text}>
        <div className={classes.title}>
          <Title order={1}>{title}</Title>
          {badge}
        </div>
        {lead && <div className={classes.lead}>{lead}</div>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
    {facts && <div className={classes.facts}>{facts}</div>}
  </div>
);
