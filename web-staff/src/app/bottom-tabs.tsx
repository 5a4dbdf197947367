import { VisuallyHidden } from '@mantine/core';
import { IconFolder, IconHome, IconInbox, IconUsers } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { useNewSubmissions } from '../intake/queries.ts';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import classes from './bottom-tabs.module.css';

const tabs = [
  { label: 'Home', to: paths.home, icon: IconHome },
  { label: 'Cases', to: paths.cases, icon: IconFolder, may: 'case:read' },
  { label: 'Submissions', to: `${paths.submissions}?status=new`, icon: IconInbox, may: 'submission:read' },
  { label: 'Customers', to: paths.customers, icon: IconUsers, may: 'customer:read' },
] as const;

export const BottomTabs = () => {
  const can = useCan();
  const { pathname } = useLocation();
  const waiting = useNewSubmissions().data?.count ?? 0;
  const isHere = (to: string): boolean => {
    const path = to.split('?')[0] ?? to;
    return path === paths.home ? pathname === path : pathname.startsWith(path);
  };
  return (
    <nav aria-label="Main pages" className={classes.tabs}>
      {tabs
        .filter((tab) => !('may' in tab) || can(tab.may))
        .map(({ label, to, icon: Icon }) => (
          <Link key={to} to={to} className={classes.tab} aria-current={isHere(to) ? 'page' : undefined}>
            <span className={classes.icon}>
              <Icon size={22} stroke={1.6} aria-hidden />
              {label === 'Submissions' && waiting > 0 && (
                <span className={classes.count}>
                  <span aria-hidden>{waiting > 99 ? '99+' : waiting}</span>
                  <VisuallyHidden>{waiting} waiting</VisuallyHidden>
                </span>
              )}
            </span>
            {label}
          </Link>
        ))}
    </nav>
  );
};
