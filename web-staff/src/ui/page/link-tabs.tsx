import { Link, useSearchParams } from 'react-router';
import classes from './link-tabs.module.css';

export interface LinkTab<Id extends string> {
  id: Id;
  label: string;
  note?: string | undefined;
}

interface LinkTabsProps<Id extends string> {
  label: string;
  tabs: readonly LinkTab<Id>[];
  shown: Id;
  /** The URL parameter. */
  name?: string;
  keep?: string;
}

const toView = (link: HTMLElement | null): void => {
  const row = link?.parentElement;
  if (!link || !row) return;
  const beyond = link.getBoundingClientRect().right - row.getBoundingClientRect().right;
  if (beyond > 0) row.scrollLeft += beyond;
};

/** Tabs are links, so that Back and shared links work; the first one has no parameter. */
export const LinkTabs = <Id extends string>({ label, tabs, shown, name = 'tab', keep }: LinkTabsProps<Id>) => {
  const retainedValue = useSearchParams()[0].get(keep ?? '');
  const search = (own: Record<string, string>) =>
    `?${new URLSearchParams({ ...own, ...(keep && retainedValue !== null ? { [keep]: retainedValue } : {}) })}`;
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((tab, index) => (
        <Link
          key={tab.id}
          to={search(index === 0 ? {} : { [name]: tab.id })}
          className={classes.tab}
          aria-current={tab.id === shown ? 'page' : undefined}
          ref={tab.id === shown ? toView : undefined}
        >
          <span className={classes.label}>{tab.label}</span>
          {tab.note && <span className={classes.note}>{tab.note}</span>}
        </Link>
      ))}
    </nav>
  );
};
