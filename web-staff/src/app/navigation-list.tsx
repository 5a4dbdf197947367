import { VisuallyHidden } from '@mantine/core';
import { IconCalendar, IconFolder, IconHome, IconPhoneIncoming, IconPhonePlus } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useNewSubmissions } from '../intake/queries.ts';
import { paths } from '../paths.ts';
import { useOverdueTasks } from '../tasks/queries.ts';
import { useCan } from '../team/parts/current-user.ts';
import { usePendingInvitations } from '../team/queries.ts';
import { navigation } from './navigation.ts';
import classes from './navigation-list.module.css';

export const NavigationList = ({ onNavigate }: { onNavigate?: () => void }) => {
  const can = useCan();
  const fresh = useNewSubmissions().data?.count ?? 0;
  const pending = usePendingInvitations().data?.count ?? 0;
  const overdue = useOverdueTasks();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current page changes with the address
  useEffect(() => {
    const sidebar = list.current?.closest('nav');
    const current = list.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!sidebar || !current) return;
    // scrollIntoView would make the Tab key continue from here instead of the start of the page.
    const below = current.offsetTop + current.offsetHeight - sidebar.scrollTop - sidebar.clientHeight;
    if (below > 0 || current.offsetTop < sidebar.scrollTop) sidebar.scrollTop += below;
  }, [pathname]);
  const items = navigation.filter((item) => !item.may || can(item.may));
  const groups = [...new Set(items.map(({ group }) => group))];
  return (
    <div ref={list} className={classes.groups}>
      {groups.map((group) => (
        <div key={group ?? ''}>
          {group && (
            <p id={`${id}-${group}`} className={classes.group}>
              {group}
            </p>
          )}
          <ul className={classes.list} aria-labelledby={group && `${id}-${group}`}>
            {items
              .filter((item) => item.group === group)
              .map((item) => (
                <li key={item.to}>
                  <NavLink
                    // A click on the count shows the families it counts.
                    to={item.countsNew && fresh > 0 ? paths.waitingFamilies : item.to}
                    end={item.to === paths.home}
                    className={classes.link}
                    title={item.label}
                    onClick={onNavigate}
                  >
                    <item.icon size={20} stroke={1.6} aria-hidden />
                    <span className={classes.label}>{item.label}</span>
                    {item.countsNew && <Count count={fresh} what="new" />}
                    {item.countsPending && <Count count={pending} what="pending" />}
                    {item.countsOverdue && <Count count={overdue} what="overdue" />}
                  </NavLink>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </div>
  );
};

const Count = ({ count, what }: { count: number; what: string }) =>
  count > 0 && (
    <span className={classes.count}>
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>
        {count} {what}
      </VisuallyHidden>
    </span>
  );

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
                <span className={classes.tabCount}>
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
