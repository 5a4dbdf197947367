import { VisuallyHidden } from '@mantine/core';
import { IconCalendar, IconFolder, IconHome, IconPhoneIncoming, IconPhonePlus } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { useNewSubmissions } from '../intake/queries.ts';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import classes from './bottom-tabs.module.css';

const tabs = [
  { label: 'Home', to: paths.home, icon: IconHome },
  { label: 'Calls', to: paths.firstCalls, icon: IconPhoneIncoming, may: 'first-call:read' },
  { label: 'Take a call', to: paths.firstCallNew, icon: IconPhonePlus, may: 'first-call:edit' },
  { label: 'Cases', to: paths.cases, icon: IconFolder, may: 'case:read' },
  { label: 'Calendar', to: paths.calendar, icon: IconCalendar, may: 'case:read' },
] as const;

export const BottomTabs = () => {
  const can = useCan();
  const { pathname } = useLocation();
  const waiting = useNewSubmissions().data?.count ?? 0;
  const isHere = (to: string): boolean => {
    if (to === paths.home || to === paths.firstCallNew) return pathname === to;
    return pathname.startsWith(to) && pathname !== paths.firstCallNew;
  };
  return (
    <nav aria-label="Main pages" className={classes.tabs}>
      {tabs
        .filter((tab) => !('may' in tab) || can(tab.may))
        .map(({ label, to, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            className={classes.tab}
            data-main={to === paths.firstCallNew || undefined}
            aria-current={isHere(to) ? 'page' : undefined}
          >
            <span className={classes.icon}>
              <Icon size={22} stroke={1.6} aria-hidden />
              {label === 'Home' && waiting > 0 && (
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
