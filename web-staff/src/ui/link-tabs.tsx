import { Link } from 'react-router';
import classes from './link-tabs.module.css';

export interface LinkTab<Id extends string> {
  id: Id;
  label: string;
  /** Stands behind the label: how much of it waits. */
  note?: string | undefined;
}

interface LinkTabsProps<Id extends string> {
  label: string;
  tabs: readonly LinkTab<Id>[];
  shown: Id;
}

/** The parts of a page as links, so that Back and a sent address lead to one of them; the first has no name in it. */
export const LinkTabs = <Id extends string>({ label, tabs, shown }: LinkTabsProps<Id>) => (
  <nav aria-label={label} className={classes.tabs}>
    {tabs.map((tab, index) => (
      <Link
        key={tab.id}
        to={index === 0 ? '?' : `?tab=${tab.id}`}
        className={classes.tab}
        aria-current={tab.id === shown ? 'page' : undefined}
      >
        {tab.label}
        {tab.note && <span className={classes.note}>{tab.note}</span>}
      </Link>
    ))}
  </nav>
);
