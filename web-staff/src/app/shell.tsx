import './shell-styles.ts';
import {
  Avatar,
  Burger,
  Button,
  Drawer,
  Group,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import { IconCloudOff, IconLogout, IconTransfer, IconUser } from '@tabler/icons-react';
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, Navigate, Outlet, useLocation, useMatch, useNavigation, useNavigationType } from 'react-router';
import { roleLabels } from '#domain/shared/access/roles.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { createQueryClient } from '../api/cache.ts';
import { useNewSubmissionAlerts } from '../intake/parts/new-submission-alerts.ts';
import { paths } from '../paths.ts';
import { signInPath } from '../session/return-path.ts';
import { useSessionStatus } from '../session/session-context.ts';
import { CurrentUserContext, useCurrentUser, useCurrentUserQuery } from '../team/parts/current-user.ts';
import { lazyComponent } from '../ui/feedback/lazy-component.tsx';
import { ErrorState } from '../ui/feedback/states.tsx';
import { Toasts, toastNewSubmission } from '../ui/feedback/toasts.tsx';
import { useOnline } from '../ui/feedback/use-online.ts';
import { Brand } from '../ui/page/brand.tsx';
import { setHomeClock } from '../ui/time/time-text.ts';
import { BottomTabs, NavigationList } from './navigation-list.tsx';
import { PaletteButton } from './palette-button.tsx';
import { SessionEndedModal } from './session-ended-modal.tsx';
import classes from './shell.module.css';
import { useSignOut } from './use-sign-out.tsx';

export const UserMenu = ({ onSignOut }: { onSignOut: () => void }) => {
  const user = useCurrentUser();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = `${user.first_name} ${user.last_name}`;
  return (
    <Menu position="bottom-end" width={296} shadow="md" withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <Avatar size={32} radius="xl" color="pine" aria-hidden>
            {user.first_name.charAt(0)}
            {user.last_name.charAt(0)}
          </Avatar>
          <span className={classes.who}>
            <span className={classes.name}>{name}</span>
            <span className={classes.role}>{roleLabels[user.role]}</span>
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.card}>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed" className={classes.email}>
            {user.email}
          </Text>
          <Text size="sm" mt="xs">
            {roleLabels[user.role]}
          </Text>
          <Text size="sm">{user.funeral_home_details.name}</Text>
        </div>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as typeof colorScheme)}>
          <Menu.RadioItem value="auto">System</Menu.RadioItem>
          <Menu.RadioItem value="light">Light</Menu.RadioItem>
          <Menu.RadioItem value="dark">Dark</Menu.RadioItem>
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to={paths.handover}
          leftSection={<IconTransfer size={18} stroke={1.6} aria-hidden />}
        >
          Hand-over
        </Menu.Item>
        <Menu.Item component={Link} to={paths.profile} leftSection={<IconUser size={18} stroke={1.6} aria-hidden />}>
          Your profile
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.6} aria-hidden />} onClick={onSignOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};

/**
 * Does what browsers do on a new page: moves the focus and the view to its start, or restores the position on return.
 * Positions are in memory, because the router's own helper writes them to storage.
 */
const useRouteFocus = (main: React.RefObject<HTMLElement | null>): void => {
  const { key, pathname } = useLocation();
  const back = useNavigationType() === 'POP';
  const positions = useRef(new Map<string, number>());
  const previous = useRef(pathname);

  useEffect(() => {
    const remember = () => positions.current.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);

  useLayoutEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, back ? (positions.current.get(key) ?? 0) : 0);
  }, [pathname, key, back, main]);
};

/**
 * Registers the service worker that caches what a first call needs offline, once nothing else is loading. The worker's
 * file is always revalidated, so that a deployment is noticed (docs/decisions/0083). Browsers without it, and private
 * windows that block it, work as before.
 */
const keepForOffline = (): (() => void) | undefined => {
  const { serviceWorker } = navigator;
  if (!import.meta.env.PROD || !serviceWorker) return;
  const register = () => void serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  if (document.readyState === 'complete') return register();
  window.addEventListener('load', register, { once: true });
  return () => window.removeEventListener('load', register);
};

const SecondFactorGate = lazyComponent(async () => (await import('./second-factor-gate.tsx')).SecondFactorGate, {
  over: () => undefined,
});

const OfflineHome = lazy(async () => ({
  default: (await import('../first-calls/offline-home.tsx')).WithoutConnection,
}));

const OfflineScan = lazy(async () => ({ default: (await import('../care/scan-page.tsx')).OfflineScan }));

const OfflineRunSheet = lazy(async () => ({
  default: (await import('../calendar/run-sheet-page.tsx')).OfflineRunSheet,
}));

const settleMs = 1_500;

const SendOfflineWork = () => {
  const [Part, setPart] = useState<ComponentType>();
  useEffect(() => {
    if (Part) return;
    const fetchPart = () =>
      import('./send-offline-work.tsx').then(
        ({ SendOfflineWork: Sender }) => setPart(() => Sender),
        () => undefined,
      );
    const timer = setTimeout(fetchPart, settleMs);
    window.addEventListener('online', fetchPart);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', fetchPart);
    };
  }, [Part]);
  return Part && <Part />;
};

export const Shell = () => {
  const status = useSessionStatus();
  const location = useLocation();
  const [client] = useState(createQueryClient);
  if (status === 'signed-out') return <Navigate to={signInPath(location)} replace />;
  return (
    <QueryClientProvider client={client}>
      <SignedIn />
      <Toasts />
    </QueryClientProvider>
  );
};

/** Pages at the same path level as a case. */
const pagesBesideCases: ReadonlySet<string> = new Set([paths.caseNew, paths.caseStatistics]);

const SignedIn = () => {
  const user = useCurrentUserQuery();
  const status = useSessionStatus();
  const client = useQueryClient();
  const location = useLocation();

  // Reads rejected queries again after a sign-in on the spot.
  const last = useRef(status);
  useEffect(() => {
    if (last.current === 'ended' && status === 'signed-in') void client.invalidateQueries();
    last.current = status;
  }, [status, client]);

  // Mounted pages stay, with their input, while something is required.
  const missing = status === 'unconfirmed' || user.data?.second_factor === 'missing';
  const [entered, setEntered] = useState(false);
  if (user.data && !missing && !entered) setEntered(true);

  // An offline first call or move stays on screen when the connection returns, until it is left.
  const isLost = user.error instanceof ApiError && user.error.status === 0 && !user.data;
  const { pathname } = location;
  const scanning = pathname === paths.careScan || pathname === paths.careOffline;
  const readingSheet = pathname === paths.runSheet;
  const taking = useMatch(paths.firstCallNew) !== null || scanning;
  const [offline, setOffline] = useState(false);
  if (isLost && !offline) setOffline(true);
  if (offline && user.data && !taking) setOffline(false);
  const { refetch } = user;
  useEffect(() => {
    if (!offline) return;
    const retry = () => void refetch();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [offline, refetch]);

  if (offline && status !== 'ended') {
    const retry = () => void refetch();
    const fallback = <ErrorState error={user.error} onRetry={retry} />;
    return (
      <Suspense fallback={null}>
        {scanning && <OfflineScan fallback={fallback} />}
        {readingSheet && <OfflineRunSheet fallback={fallback} />}
        {!scanning && !readingSheet && <OfflineHome fallback={fallback} onRetry={retry} />}
        {user.data && (
          <CurrentUserContext value={user.data}>
            <SendOfflineWork />
          </CurrentUserContext>
        )}
      </Suspense>
    );
  }
  if (user.data) setHomeClock(user.data.funeral_home_details.time_zone);
  if (user.data && (entered || status !== 'ended')) {
    return (
      <CurrentUserContext value={user.data}>
        {entered && <Frame />}
        {missing && status !== 'ended' && <SecondFactorGate over={entered} />}
        <SessionEndedModal />
      </CurrentUserContext>
    );
  }
  if (status === 'ended') return <Navigate to={signInPath(location)} replace />;
  if (user.isError) return <Unknown error={user.error} onRetry={() => void user.refetch()} />;
  return <FrameSkeleton />;
};

const Unknown = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const leaving = useSignOut();
  return (
    <main>
      <ErrorState error={error} onRetry={onRetry} />
      <Group justify="center">
        <Button variant="subtle" component={Link} to={paths.status}>
          Check system status
        </Button>
        <Button variant="subtle" onClick={leaving.signOut}>
          Sign out
        </Button>
      </Group>
      {leaving.dialog}
    </main>
  );
};

const announce = ({ id, name }: { id: string; name: string }) =>
  toastNewSubmission(
    <>
      New report: {name || 'name not given'} · <a href={paths.submission(id)}>Open</a>
    </>,
  );

const FrameSkeleton = () => (
  <div className={classes.shell} data-rail={useMatch(paths.case(':id')) !== null} role="status" aria-label="Loading">
    <div className={classes.sidebar}>
      <span className={classes.brand}>
        <Brand />
      </span>
    </div>
    <div className={classes.column}>
      <div className={classes.topbar} />
    </div>
  </div>
);

/** The organization, and a notice of old data while offline; open pages stay. */
const Place = ({ name }: { name: string }) => {
  const isOnline = useOnline();
  return (
    <span className={classes.place}>
      {isOnline && name}
      <span role="status">
        {!isOnline && (
          <span className={classes.offline}>
            <IconCloudOff size={18} stroke={1.6} aria-hidden />
            <span>
              Offline<span className={classes.outOfDate}>: information may be out of date</span>
            </span>
          </span>
        )}
      </span>
    </span>
  );
};

const Frame = () => {
  const user = useCurrentUser();
  useNewSubmissionAlerts(announce);
  const leaving = useSignOut(user.id);
  const [menu, setMenu] = useState(false);
  const status = useSessionStatus();
  const main = useRef<HTMLElement>(null);
  useEffect(keepForOffline, []);
  const loading = useNavigation().state === 'loading';
  useRouteFocus(main);
  // A case has its own section rail and needs the space.
  const place = useMatch(paths.case(':id'));
  const isRail = place !== null && !pagesBesideCases.has(place.pathname);
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      {loading && <div className={classes.progress} aria-hidden />}
      <div className={classes.shell} data-rail={isRail}>
        <nav aria-label="Main" className={classes.sidebar}>
          <Link to={paths.home} className={classes.brand} aria-label="Stillwater, Home">
            <Brand />
          </Link>
          <NavigationList />
        </nav>
        <div className={classes.column}>
          <header className={classes.topbar}>
            <div className={classes.burger}>
              <Burger
                size="sm"
                className={classes.burgerButton}
                opened={menu}
                onClick={() => setMenu(true)}
                aria-label="Open the menu"
              />
            </div>
            <Place name={user.organization_name} />
            <PaletteButton key={status === 'ended' ? 'ended' : 'open'} onSignOut={leaving.signOut} />
            <UserMenu onSignOut={leaving.signOut} />
          </header>
          <main id="main" ref={main} tabIndex={-1} className={classes.main}>
            <Outlet />
          </main>
        </div>
      </div>
      <BottomTabs />
      <Drawer
        opened={menu}
        onClose={() => setMenu(false)}
        title={<Brand />}
        size={280}
        classNames={{ content: classes.drawer, header: classes.drawerHeader, close: classes.drawerClose }}
        closeButtonProps={{ 'aria-label': 'Close the menu' }}
      >
        <nav aria-label="Main">
          <NavigationList onNavigate={() => setMenu(false)} />
        </nav>
      </Drawer>
      {leaving.dialog}
      {/* After the session has ended, perhaps in another tab, nothing more is stored on this device. */}
      {status !== 'ended' && <SendOfflineWork />}
    </>
  );
};
