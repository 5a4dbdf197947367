import type { Area } from '#domain/registry/endpoints.ts';
import { caseEventRoutes } from '#functions/calendar/case-events/routes.ts';
import { dayRoutes } from '#functions/calendar/day/routes.ts';
import { calendarFeedRoutes } from '#functions/calendar/feeds/routes.ts';
import { calendarFileRoutes } from '#functions/calendar/file/routes.ts';
import { calendarRoutes } from '#functions/calendar/routes.ts';
import { runSheetPaperRoutes } from '#functions/calendar/run-sheet/paper-routes.ts';
import { carePaperRoutes } from '#functions/care/papers/routes.ts';
import { careRoutes } from '#functions/care/routes.ts';
import { caseRoutes } from '#functions/cases/routes.ts';
import { caseScopedRoutes } from '#functions/cases/scoped-routes.ts';
import { certificateRoutes } from '#functions/certificates/routes.ts';
import { customerRoutes } from '#functions/customers/routes.ts';
import { customerScopedRoutes } from '#functions/customers/scoped-routes.ts';
import { deadlineRoutes } from '#functions/deadlines/routes.ts';
import { paperRoutes } from '#functions/documents/printing/routes.ts';
import { documentRoutes } from '#functions/documents/routes.ts';
import { documentScopedRoutes } from '#functions/documents/scoped-routes.ts';
import { archiveScopedRoutes } from '#functions/exports/scoped-routes.ts';
import { familyPageRoutes } from '#functions/families/routes.ts';
import { firstCallRoutes } from '#functions/first-calls/routes.ts';
import { gateRoutes } from '#functions/gates/routes.ts';
import { googleCalendarRoutes } from '#functions/google-calendar/routes.ts';
import { googleWebhookRoutes } from '#functions/google-calendar/webhooks/routes.ts';
import { importRoutes } from '#functions/imports/routes.ts';
import { intakeRoutes } from '#functions/intake/routes.ts';
import { submissionRoutes } from '#functions/intake/submissions/routes.ts';
import { managedFormRoutes } from '#functions/managed-forms/routes.ts';
import { funeralHomeRoutes } from '#functions/organizations/homes/routes.ts';
import { funeralHomeScopedRoutes } from '#functions/organizations/homes/scoped-routes.ts';
import { onboardingRoutes } from '#functions/organizations/onboarding/routes.ts';
import { organizationRoutes } from '#functions/organizations/routes.ts';
import { receivablesRoutes } from '#functions/payments/receivables/routes.ts';
import { receivablesScopedRoutes } from '#functions/payments/receivables/scoped-routes.ts';
import { paymentRoutes } from '#functions/payments/routes.ts';
import { permitRoutes } from '#functions/permits/routes.ts';
import type { Handler } from '#functions/platform/api/actor.ts';
import { privacyScopedRoutes } from '#functions/privacy/scoped-routes.ts';
import { quickBooksRoutes } from '#functions/quickbooks/routes.ts';
import { quickBooksScopedRoutes } from '#functions/quickbooks/scoped-routes.ts';
import { quickBooksWebhookRoutes } from '#functions/quickbooks/webhooks/routes.ts';
import { referenceDataRoutes } from '#functions/reference-data/routes.ts';
import { reportRoutes } from '#functions/reports/routes.ts';
import { reportScopedRoutes } from '#functions/reports/scoped-routes.ts';
import { signingConnectionRoutes } from '#functions/signatures/connection/routes.ts';
import { envelopeRoutes } from '#functions/signatures/envelopes/routes.ts';
import { envelopeScopedRoutes } from '#functions/signatures/envelopes/scoped-routes.ts';
import { signingServiceRoutes } from '#functions/signatures/service/routes.ts';
import { signatureTemplateRoutes } from '#functions/signatures/templates/routes.ts';
import { signingWebhookRoutes } from '#functions/signatures/webhooks/routes.ts';
import { ssnRoutes } from '#functions/ssn/routes.ts';
import { priceListRoutes } from '#functions/statements/price-lists/routes.ts';
import { statementRoutes } from '#functions/statements/routes.ts';
import { healthRoutes } from '#functions/system-status/routes.ts';
import { taskRoutes } from '#functions/tasks/routes.ts';
import { accountRoutes } from '#functions/team/account/routes.ts';
import { invitationRoutes } from '#functions/team/invitations/routes.ts';
import { userProfileRoutes } from '#functions/team/profiles/routes.ts';
import { teamRoutes } from '#functions/team/routes.ts';
import { teamScopedRoutes } from '#functions/team/scoped-routes.ts';

/** The Lambda entries serve these in parts; tests use all of them. */
export const allRoutes: Record<Area, readonly Handler[]> = {
  intake: intakeRoutes,
  submissions: submissionRoutes,
  'first-calls': firstCallRoutes,
  cases: [...caseRoutes, ...caseScopedRoutes],
  calendar: calendarRoutes,
  insight: [...reportRoutes, ...reportScopedRoutes],
  'calendar-feeds': calendarFeedRoutes,
  'calendar-integration': googleCalendarRoutes,
  'google-webhooks': googleWebhookRoutes,
  'calendar-file': calendarFileRoutes,
  ssn: ssnRoutes,
  payments: paymentRoutes,
  statements: statementRoutes,
  'money-to-come': [...receivablesRoutes, ...receivablesScopedRoutes],
  documents: [...documentRoutes, ...documentScopedRoutes],
  paper: [...paperRoutes, ...carePaperRoutes, ...runSheetPaperRoutes],
  permits: permitRoutes,
  certificates: certificateRoutes,
  deadlines: deadlineRoutes,
  gates: gateRoutes,
  care: careRoutes,
  'case-events': caseEventRoutes,
  day: dayRoutes,
  tasks: taskRoutes,
  'family-pages': familyPageRoutes,
  'signature-templates': signatureTemplateRoutes,
  'signature-envelopes': [...envelopeRoutes, ...envelopeScopedRoutes],
  'signing-service': signingServiceRoutes,
  customers: [...customerRoutes, ...customerScopedRoutes],
  'funeral-homes': [...funeralHomeRoutes, ...funeralHomeScopedRoutes],
  'price-lists': priceListRoutes,
  accounting: [...quickBooksRoutes, ...quickBooksScopedRoutes],
  'accounting-webhooks': quickBooksWebhookRoutes,
  'managed-forms': managedFormRoutes,
  'signing-connection': signingConnectionRoutes,
  'signing-webhooks': signingWebhookRoutes,
  'user-profiles': userProfileRoutes,
  account: accountRoutes,
  organizations: organizationRoutes,
  privacy: privacyScopedRoutes,
  team: [...teamRoutes, ...teamScopedRoutes],
  invitations: invitationRoutes,
  onboarding: onboardingRoutes,
  imports: importRoutes,
  archives: archiveScopedRoutes,
  'reference-data': referenceDataRoutes,
  health: healthRoutes,
};
