import { createBrowserRouter } from 'react-router';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { ErrorPage } from './error-page.tsx';

const Nothing = () => null;

/** Sign-in is part of the first download; the shell and every page behind it come when they are opened. */
export const createRouter = () =>
  createBrowserRouter([
    { path: '/signin', element: <SignInPage />, errorElement: <ErrorPage /> },
    {
      path: '/invitations/:token',
      lazy: async () => ({ Component: (await import('../features/invitation/invitation-page.tsx')).InvitationPage }),
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
      lazy: async () => ({ Component: (await import('../features/status/status-page.tsx')).StatusPage }),
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
              lazy: async () => ({ Component: (await import('../features/home/home-page.tsx')).HomePage }),
            },
            {
              path: 'submissions',
              lazy: async () => ({
                Component: (await import('../features/submissions/submissions-page.tsx')).SubmissionsPage,
              }),
            },
            {
              path: 'submissions/:id',
              lazy: async () => ({
                Component: (await import('../features/submissions/submission-page.tsx')).SubmissionPage,
              }),
            },
            {
              path: 'submissions/:id/edit',
              lazy: async () => ({
                Component: (await import('../features/submissions/edit-submission-page.tsx')).EditSubmissionPage,
              }),
            },
            {
              path: 'deadlines',
              lazy: async () => ({
                Component: (await import('../features/deadlines/deadlines-page.tsx')).DeadlinesPage,
              }),
            },
            {
              path: 'insight',
              lazy: async () => ({ Component: (await import('../features/insight/insight-page.tsx')).InsightPage }),
            },
            {
              path: 'insight/records',
              lazy: async () => ({ Component: (await import('../features/insight/records-page.tsx')).RecordsPage }),
            },
            {
              path: 'settings/monthly-report',
              lazy: async () => ({ Component: (await import('../features/settings-month/month-page.tsx')).MonthPage }),
            },
            {
              path: 'payments',
              lazy: async () => ({
                Component: (await import('../features/payments/payments-page.tsx')).PaymentsPage,
              }),
            },
            {
              path: 'signatures',
              lazy: async () => ({
                Component: (await import('../features/signatures/envelopes-page.tsx')).EnvelopesPage,
              }),
            },
            {
              path: 'signatures/new',
              lazy: async () => ({
                Component: (await import('../features/signatures/new-envelope-page.tsx')).NewEnvelopePage,
              }),
            },
            {
              path: 'signatures/templates',
              lazy: async () => ({
                Component: (await import('../features/signatures/templates-page.tsx')).TemplatesPage,
              }),
            },
            {
              path: 'signatures/templates/:id',
              lazy: async () => ({
                Component: (await import('../features/signatures/template-page.tsx')).TemplatePage,
              }),
            },
            {
              path: 'signatures/:id',
              lazy: async () => ({
                Component: (await import('../features/signatures/envelope-page.tsx')).EnvelopePage,
              }),
            },
            {
              path: 'first-calls',
              lazy: async () => ({
                Component: (await import('../features/first-calls/first-calls-page.tsx')).FirstCallsPage,
              }),
            },
            {
              path: 'first-calls/new',
              lazy: async () => ({
                Component: (await import('../features/first-calls/take-call-page.tsx')).TakeFirstCallPage,
              }),
            },
            {
              path: 'first-calls/:id',
              lazy: async () => ({
                Component: (await import('../features/first-calls/first-call-page.tsx')).FirstCallPage,
              }),
            },
            {
              path: 'cases',
              lazy: async () => ({ Component: (await import('../features/cases/cases-page.tsx')).CasesPage }),
            },
            {
              path: 'cases/new',
              lazy: async () => ({
                Component: (await import('../features/cases/life/create-case-page.tsx')).CreateCasePage,
              }),
            },
            {
              path: 'cases/statistics',
              lazy: async () => ({
                Component: (await import('../features/cases/statistics/statistics-page.tsx')).StatisticsPage,
              }),
            },
            {
              path: 'cases/:id',
              lazy: async () => ({ Component: (await import('../features/cases/case-page.tsx')).CasePage }),
            },
            {
              path: 'calendar',
              lazy: async () => ({ Component: (await import('../features/calendar/calendar-page.tsx')).CalendarPage }),
            },
            {
              path: 'customers',
              lazy: async () => ({
                Component: (await import('../features/customers/customers-page.tsx')).CustomersPage,
              }),
            },
            {
              path: 'customers/new',
              lazy: async () => ({
                Component: (await import('../features/customers/create-customer-page.tsx')).CreateCustomerPage,
              }),
            },
            {
              path: 'customers/duplicates',
              lazy: async () => ({
                Component: (await import('../features/customers/duplicates-page.tsx')).DuplicatesPage,
              }),
            },
            {
              path: 'customers/:id',
              lazy: async () => ({
                Component: (await import('../features/customers/customer-page.tsx')).CustomerPage,
              }),
            },
            {
              path: 'team',
              lazy: async () => ({ Component: (await import('../features/team/team-page.tsx')).TeamPage }),
            },
            {
              path: 'settings/calendar',
              lazy: async () => ({
                Component: (await import('../features/settings-calendar/calendar-settings-page.tsx'))
                  .CalendarSettingsPage,
              }),
            },
            {
              path: 'settings/calendar/google',
              lazy: async () => ({
                Component: (await import('../features/settings-calendar/google-return-page.tsx')).GoogleReturnPage,
              }),
            },
            {
              path: 'settings/import',
              lazy: async () => ({
                Component: (await import('../features/settings-imports/imports-page.tsx')).ImportsPage,
              }),
            },
            {
              path: 'settings/import/:id',
              lazy: async () => ({
                Component: (await import('../features/settings-imports/import-page.tsx')).ImportPage,
              }),
            },
            {
              path: 'settings/archive',
              lazy: async () => ({
                Component: (await import('../features/settings-archive/archive-page.tsx')).ArchivePage,
              }),
            },
            {
              path: 'settings/homes',
              lazy: async () => ({ Component: (await import('../features/settings-homes/homes-page.tsx')).HomesPage }),
            },
            {
              path: 'settings/homes/:id',
              lazy: async () => ({ Component: (await import('../features/settings-homes/home-page.tsx')).HomePage }),
            },
            {
              path: 'settings/signing',
              lazy: async () => ({
                Component: (await import('../features/settings-signing/signing-page.tsx')).SigningPage,
              }),
            },
            {
              path: 'settings/quickbooks/:step?',
              lazy: async () => ({
                Component: (await import('../features/settings-quickbooks/quickbooks-page.tsx')).QuickBooksPage,
              }),
            },
            {
              path: 'profile',
              lazy: async () => ({ Component: (await import('../features/profile/profile-page.tsx')).ProfilePage }),
            },
            {
              path: 'onboarding/:step?',
              lazy: async () => ({
                Component: (await import('../features/onboarding/onboarding-page.tsx')).OnboardingPage,
              }),
            },
            { path: '*', lazy: async () => ({ Component: (await import('./not-found-page.tsx')).NotFoundPage }) },
          ],
        },
      ],
    },
  ]);
