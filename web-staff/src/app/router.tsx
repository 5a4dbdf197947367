import { Button, Group, Text, Title } from '@mantine/core';
import { type ComponentType, useEffect, useState } from 'react';
import { createBrowserRouter, useRouteError } from 'react-router';
import { paths } from '../paths.ts';
import { SignInPage } from '../team/sign-in/sign-in-page.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import classes from './error-page.module.css';

/** True if a page failed to load: a new version was deployed, or the connection is lost. */
const isMissingPart = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message);

/** Reloading again this soon after a start could loop. */
const settledMs = 10_000;

/**
 * Reloads when a page failed to load, because browsers remember failed imports: at once, or when the connection
 * returns. Nothing is lost, since the previous form is already gone. Components inside a page handle failures
 * themselves (ui/feedback/lazy-component.tsx).
 */
const useFreshStart = (missing: boolean): boolean => {
  const [starting] = useState(() => missing && navigator.onLine && performance.now() > settledMs);
  useEffect(() => {
    if (!missing) return;
    const start = () => window.location.reload();
    if (starting) start();
    window.addEventListener('online', start);
    return () => window.removeEventListener('online', start);
  }, [missing, starting]);
  return starting;
};

const textFor = (missing: boolean): { title: string; text: string } => {
  if (!missing) {
    return {
      title: 'An unexpected error occurred',
      text: 'Something went wrong on this page. Your saved work is safe.',
    };
  }
  return {
    title: 'This page could not be loaded',
    text: navigator.onLine
      ? 'Check your connection and reload the page.'
      : 'You are offline. The page will reload when you are back online.',
  };
};

export const ErrorPage = ({ inside = false }: { inside?: boolean }) => {
  const missing = isMissingPart(useRouteError());
  const { title, text } = textFor(missing);
  useDocumentTitle(title);
  if (useFreshStart(missing)) return null;
  return (
    <div className={classes.page} role="alert">
      <Title order={1}>{title}</Title>
      <Text>{text}</Text>
      <Group gap="xs">
        <Button onClick={() => window.location.reload()}>Reload page</Button>
        <Button variant="default" component="a" href={paths.status}>
          Check system status
        </Button>
        {!inside && (
          <Button variant="default" component="a" href="/">
            Go to Home
          </Button>
        )}
      </Group>
    </div>
  );
};

/** Returns the route of a page that loads when first opened. */
const page = (path: string, load: () => Promise<ComponentType>) => ({
  path,
  lazy: async () => ({ Component: await load() }),
});

/** Properties of routes outside the shell. */
const outside = { HydrateFallback: () => null, errorElement: <ErrorPage /> };

const signedOutPages = [
  page('/invitations/:token', async () => (await import('../team/invitation/invitation-page.tsx')).InvitationPage),
  page('/take-a-call', async () => (await import('./offline-call-page.tsx')).OfflineCallPage),
  page('/status', async () => (await import('../system-status/status-page.tsx')).StatusPage),
];

const pagesInShell = [
  { index: true, lazy: async () => ({ Component: (await import('../home/home-page.tsx')).HomePage }) },
  page('submissions', async () => (await import('../intake/submissions-page.tsx')).SubmissionsPage),
  page('submissions/:id', async () => (await import('../intake/submission-page.tsx')).SubmissionPage),
  page('submissions/:id/edit', async () => (await import('../intake/edit-submission-page.tsx')).EditSubmissionPage),
  page('tasks', async () => (await import('../tasks/tasks-page.tsx')).TasksPage),
  page('deadlines', async () => (await import('../deadlines/deadlines-page.tsx')).DeadlinesPage),
  page('handover', async () => (await import('../tasks/handover-page.tsx')).HandoverPage),
  page('checklists', async () => (await import('../tasks/checklist-page.tsx')).ChecklistPage),
  page('insight', async () => (await import('../reports/reports-page.tsx')).ReportsPage),
  page('insight/records', async () => (await import('../reports/records-page.tsx')).RecordsPage),
  page('settings/monthly-report', async () => (await import('../reports/monthly/month-page.tsx')).MonthPage),
  page('payments', async () => (await import('../payments/payments-page.tsx')).PaymentsPage),
  page('signatures', async () => (await import('../signatures/envelopes-page.tsx')).EnvelopesPage),
  page('signatures/new', async () => (await import('../signatures/new-envelope-page.tsx')).NewEnvelopePage),
  page('signatures/templates', async () => (await import('../signatures/templates-page.tsx')).TemplatesPage),
  page('signatures/templates/:id', async () => (await import('../signatures/template-page.tsx')).TemplatePage),
  page('signatures/:id', async () => (await import('../signatures/envelope-page.tsx')).EnvelopePage),
  page('first-calls', async () => (await import('../first-calls/first-calls-page.tsx')).FirstCallsPage),
  page('first-calls/new', async () => (await import('../first-calls/take-call-page.tsx')).TakeFirstCallPage),
  page('first-calls/:id', async () => (await import('../first-calls/first-call-page.tsx')).FirstCallPage),
  page('cases', async () => (await import('../cases/cases-page.tsx')).CasesPage),
  page('cases/new', async () => (await import('../cases/lifecycle/create-case-page.tsx')).CreateCasePage),
  page('cases/statistics', async () => (await import('../cases/statistics/statistics-page.tsx')).StatisticsPage),
  page('cases/:id', async () => (await import('../cases/case-page.tsx')).CasePage),
  page('cases/:id/checks', async () => (await import('../gates/checks-page.tsx')).ChecksPage),
  page('cases/:id/care', async () => (await import('../care/case-care-page.tsx')).CaseCarePage),
  page('care', async () => (await import('../care/board-page.tsx')).BoardPage),
  page('care/wall', async () => (await import('../care/wall-page.tsx')).WallPage),
  page('care/scan', async () => (await import('../care/scan-page.tsx')).ScanPage),
  page('care/count', async () => (await import('../care/count-page.tsx')).CountPage),
  page('care/waiting', async () => (await import('../care/offline-moves-page.tsx')).OfflineMovesPage),
  page('calendar', async () => (await import('../calendar/calendar-page.tsx')).CalendarPage),
  page('calendar/run-sheet', async () => (await import('../calendar/run-sheet-page.tsx')).RunSheetPage),
  page('calendar/resources', async () => (await import('../calendar/resources-page.tsx')).ResourcesPage),
  page('customers', async () => (await import('../customers/customers-page.tsx')).CustomersPage),
  page('customers/new', async () => (await import('../customers/create-customer-page.tsx')).CreateCustomerPage),
  page('customers/duplicates', async () => (await import('../customers/duplicates-page.tsx')).DuplicatesPage),
  page('customers/:id', async () => (await import('../customers/customer-page.tsx')).CustomerPage),
  page('team', async () => (await import('../team/team-page.tsx')).TeamPage),
  page(
    'settings/calendar',
    async () => (await import('../google-calendar/calendar-settings-page.tsx')).CalendarSettingsPage,
  ),
  page(
    'settings/calendar/google',
    async () => (await import('../google-calendar/google-return-page.tsx')).GoogleReturnPage,
  ),
  page('settings/import', async () => (await import('../imports/imports-page.tsx')).ImportsPage),
  page('settings/import/:id', async () => (await import('../imports/import-page.tsx')).ImportPage),
  page('settings/archive', async () => (await import('../exports/archive-page.tsx')).ArchivePage),
  page('settings/homes', async () => (await import('../organizations/homes-page.tsx')).HomesPage),
  page('settings/homes/:id', async () => (await import('../organizations/location-page.tsx')).LocationPage),
  page('settings/signing', async () => (await import('../signatures/settings/signing-page.tsx')).SigningPage),
  page('settings/quickbooks/:step?', async () => (await import('../quickbooks/quickbooks-page.tsx')).QuickBooksPage),
  page('profile', async () => (await import('../team/profile/profile-page.tsx')).ProfilePage),
  page(
    'onboarding/:step?',
    async () => (await import('../organizations/onboarding/onboarding-page.tsx')).OnboardingPage,
  ),
  page('*', async () => (await import('./not-found-page.tsx')).NotFoundPage),
];

const loadShell = async () => (await import('./shell.tsx')).Shell;

/** Downloads the shell while the user pool checks a password. */
const prepareShell = () => void loadShell().catch(() => undefined);

/** Sign-in is in the first download; the shell and its pages load when opened. */
export const createRouter = () =>
  createBrowserRouter([
    { path: '/signin', element: <SignInPage onSubmit={prepareShell} />, errorElement: <ErrorPage /> },
    ...signedOutPages.map((route) => ({ ...route, ...outside })),
    {
      ...page('/', loadShell),
      ...outside,
      children: [{ errorElement: <ErrorPage inside />, children: pagesInShell }],
    },
  ]);
