import { Button, Group, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
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

const Nothing = () => null;

/** Sign-in is in the first download; the shell and its pages load when opened. */
export const createRouter = () =>
  createBrowserRouter([
    { path: '/signin', element: <SignInPage />, errorElement: <ErrorPage /> },
    {
      path: '/invitations/:token',
      lazy: async () => ({ Component: (await import('../team/invitation/invitation-page.tsx')).InvitationPage }),
      HydrateFallback: Nothing,
      errorElement: <ErrorPage />,
    },
    {
      path: '/take-a-call',
      lazy: async () => ({ Component: (await import('./offline-call-page.tsx')).OfflineCallPage }),
      HydrateFallback: Nothing,
      errorElement: <ErrorPage />,
    },
    {
      path: '/status',
      lazy: async () => ({ Component: (await import('../system-status/status-page.tsx')).StatusPage }),
      HydrateFallback: Nothing,
      errorElement: <ErrorPage />,
    },
    {
      path: '/',
      lazy: async () => ({ Component: (await import('./shell.tsx')).Shell }),
      HydrateFallback: Nothing,
      errorElement: <ErrorPage />,
      children: [
        {
          errorElement: <ErrorPage inside />,
          children: [
            {
              index: true,
              lazy: async () => ({ Component: (await import('../home/home-page.tsx')).HomePage }),
            },
            {
              path: 'submissions',
              lazy: async () => ({
                Component: (await import('../intake/submissions-page.tsx')).SubmissionsPage,
              }),
            },
            {
              path: 'submissions/:id',
              lazy: async () => ({
                Component: (await import('../intake/submission-page.tsx')).SubmissionPage,
              }),
            },
            {
              path: 'submissions/:id/edit',
              lazy: async () => ({
                Component: (await import('../intake/edit-submission-page.tsx')).EditSubmissionPage,
              }),
            },
            {
              path: 'deadlines',
              lazy: async () => ({
                Component: (await import('../deadlines/deadlines-page.tsx')).DeadlinesPage,
              }),
            },
            {
              path: 'insight',
              lazy: async () => ({ Component: (await import('../reports/insight-page.tsx')).InsightPage }),
            },
            {
              path: 'insight/records',
              lazy: async () => ({ Component: (await import('../reports/records-page.tsx')).RecordsPage }),
            },
            {
              path: 'settings/monthly-report',
              lazy: async () => ({ Component: (await import('../reports/monthly/month-page.tsx')).MonthPage }),
            },
            {
              path: 'payments',
              lazy: async () => ({
                Component: (await import('../payments/payments-page.tsx')).PaymentsPage,
              }),
            },
            {
              path: 'signatures',
              lazy: async () => ({
                Component: (await import('../signatures/envelopes-page.tsx')).EnvelopesPage,
              }),
            },
            {
              path: 'signatures/new',
              lazy: async () => ({
                Component: (await import('../signatures/new-envelope-page.tsx')).NewEnvelopePage,
              }),
            },
            {
              path: 'signatures/templates',
              lazy: async () => ({
                Component: (await import('../signatures/templates-page.tsx')).TemplatesPage,
              }),
            },
            {
              path: 'signatures/templates/:id',
              lazy: async () => ({
                Component: (await import('../signatures/template-page.tsx')).TemplatePage,
              }),
            },
            {
              path: 'signatures/:id',
              lazy: async () => ({
                Component: (await import('../signatures/envelope-page.tsx')).EnvelopePage,
              }),
            },
            {
              path: 'first-calls',
              lazy: async () => ({
                Component: (await import('../first-calls/first-calls-page.tsx')).FirstCallsPage,
              }),
            },
            {
              path: 'first-calls/new',
              lazy: async () => ({
                Component: (await import('../first-calls/take-call-page.tsx')).TakeFirstCallPage,
              }),
            },
            {
              path: 'first-calls/:id',
              lazy: async () => ({
                Component: (await import('../first-calls/first-call-page.tsx')).FirstCallPage,
              }),
            },
            {
              path: 'cases',
              lazy: async () => ({ Component: (await import('../cases/cases-page.tsx')).CasesPage }),
            },
            {
              path: 'cases/new',
              lazy: async () => ({
                Component: (await import('../cases/lifecycle/create-case-page.tsx')).CreateCasePage,
              }),
            },
            {
              path: 'cases/statistics',
              lazy: async () => ({
                Component: (await import('../cases/statistics/statistics-page.tsx')).StatisticsPage,
              }),
            },
            {
              path: 'cases/:id',
              lazy: async () => ({ Component: (await import('../cases/case-page.tsx')).CasePage }),
            },
            {
              path: 'calendar',
              lazy: async () => ({ Component: (await import('../calendar/calendar-page.tsx')).CalendarPage }),
            },
            {
              path: 'customers',
              lazy: async () => ({
                Component: (await import('../customers/customers-page.tsx')).CustomersPage,
              }),
            },
            {
              path: 'customers/new',
              lazy: async () => ({
                Component: (await import('../customers/create-customer-page.tsx')).CreateCustomerPage,
              }),
            },
            {
              path: 'customers/duplicates',
              lazy: async () => ({
                Component: (await import('../customers/duplicates-page.tsx')).DuplicatesPage,
              }),
            },
            {
              path: 'customers/:id',
              lazy: async () => ({
                Component: (await import('../customers/customer-page.tsx')).CustomerPage,
              }),
            },
            {
              path: 'team',
              lazy: async () => ({ Component: (await import('../team/team-page.tsx')).TeamPage }),
            },
            {
              path: 'settings/calendar',
              lazy: async () => ({
                Component: (await import('../google-calendar/calendar-settings-page.tsx')).CalendarSettingsPage,
              }),
            },
            {
              path: 'settings/calendar/google',
              lazy: async () => ({
                Component: (await import('../google-calendar/google-return-page.tsx')).GoogleReturnPage,
              }),
            },
            {
              path: 'settings/import',
              lazy: async () => ({
                Component: (await import('../imports/imports-page.tsx')).ImportsPage,
              }),
            },
            {
              path: 'settings/import/:id',
              lazy: async () => ({
                Component: (await import('../imports/import-page.tsx')).ImportPage,
              }),
            },
            {
              path: 'settings/archive',
              lazy: async () => ({
                Component: (await import('../exports/archive-page.tsx')).ArchivePage,
              }),
            },
            {
              path: 'settings/homes',
              lazy: async () => ({ Component: (await import('../organizations/homes-page.tsx')).HomesPage }),
            },
            {
              path: 'settings/homes/:id',
              lazy: async () => ({ Component: (await import('../organizations/home-page.tsx')).HomePage }),
            },
            {
              path: 'settings/signing',
              lazy: async () => ({
                Component: (await import('../signatures/settings/signing-page.tsx')).SigningPage,
              }),
            },
            {
              path: 'settings/quickbooks/:step?',
              lazy: async () => ({
                Component: (await import('../quickbooks/quickbooks-page.tsx')).QuickBooksPage,
              }),
            },
            {
              path: 'profile',
              lazy: async () => ({ Component: (await import('../team/profile/profile-page.tsx')).ProfilePage }),
            },
            {
              path: 'onboarding/:step?',
              lazy: async () => ({
                Component: (await import('../organizations/onboarding/onboarding-page.tsx')).OnboardingPage,
              }),
            },
            { path: '*', lazy: async () => ({ Component: (await import('./not-found-page.tsx')).NotFoundPage }) },
          ],
        },
      ],
    },
  ]);
