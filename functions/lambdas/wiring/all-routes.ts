import type { Area } from '#domain/shared/contract/endpoints.ts';
import { calendarFeedRoutes } from '#functions/calendar/feeds/routes.ts';
import { calendarFileRoutes } from '#functions/calendar/file/routes.ts';
import { calendarRoutes } from '#functions/calendar/routes.ts';
import { caseDisclosures } from '#functions/cases/disclosures.ts';
import { caseRoutes } from '#functions/cases/routes.ts';
import { certificateRoutes } from '#functions/certificates/routes.ts';
import { customerDisclosures } from '#functions/customers/disclosures.ts';
import { customerRoutes } from '#functions/customers/routes.ts';
import { deadlineRoutes } from '#functions/deadlines/routes.ts';
import { documentDisclosures } from '#functions/documents/disclosures.ts';
import { paperRoutes } from '#functions/documents/printing/routes.ts';
import { documentRoutes } from '#functions/documents/routes.ts';
import { archiveDisclosures } from '#functions/exports/disclosures.ts';
import { familyPageRoutes } from '#functions/families/routes.ts';
import { firstCallRoutes } from '#functions/first-calls/routes.ts';
import { googleCalendarRoutes } from '#functions/google-calendar/routes.ts';
import { googleWebhookRoutes } from '#functions/google-calendar/webhooks/routes.ts';
import { importRoutes } from '#functions/imports/routes.ts';
import { intakeRoutes } from '#functions/intake/routes.ts';
import { submissionRoutes } from '#functions/intake/submissions/routes.ts';
import { managedFormRoutes } from '#functions/managed-forms/routes.ts';
import { funeralHomeDisclosures } from '#functions/organizations/homes/disclosures.ts';
import { funeralHomeRoutes } from '#functions/organizations/homes/routes.ts';
import { onboardingRoutes } from '#functions/organizations/onboarding/routes.ts';
import { organizationRoutes } from '#functions/organizations/routes.ts';
import { receivablesDisclosures } from '#functions/payments/receivables/disclosures.ts';
import { receivablesRoutes } from '#functions/payments/receivables/routes.ts';
import { paymentRoutes } from '#functions/payments/routes.ts';
import { permitRoutes } from '#functions/permits/routes.ts';
import type { Handler } from '#functions/platform/api/actor.ts';
import { privacyDisclosures } from '#functions/privacy/disclosures.ts';
import { quickBooksDisclosures } from '#functions/quickbooks/disclosures.ts';
import { quickBooksRoutes } from '#functions/quickbooks/routes.ts';
import { quickBooksWebhookRoutes } from '#functions/quickbooks/webhooks/routes.ts';
import { referenceDataRoutes } from '#functions/reference-data/routes.ts';
import { reportDisclosures } from '#functions/reports/disclosures.ts';
import { reportRoutes } from '#functions/reports/routes.ts';
import { signingConnectionRoutes } from '#functions/signatures/connection/routes.ts';
import { envelopeDisclosures } from '#functions/signatures/envelopes/disclosures.ts';
import { envelopeRoutes } from '#functions/signatures/envelopes/routes.ts';
import { signingServiceRoutes } from '#functions/signatures/service/routes.ts';
import { signatureTemplateRoutes } from '#functions/signatures/templates/routes.ts';
import { signingWebhookRoutes } from '#functions/signatures/webhooks/routes.ts';
import { ssnRoutes } from '#functions/ssn/routes.ts';
import { priceListRoutes } from '#functions/statements/price-lists/routes.ts';
import { statementRoutes } from '#functions/statements/routes.ts';
import { healthRoutes } from '#functions/system-status/routes.ts';
import { accountRoutes } from '#functions/team/account/routes.ts';
import { teamDisclosures } from '#functions/team/disclosures.ts';
import { invitationRoutes } from '#functions/team/invitations/routes.ts';
import { userProfileRoutes } from '#functions/team/profiles/routes.ts';
import { teamRoutes } from '#functions/team/routes.ts';

/** The Lambda entries serve these in parts; tests and the local runtime use all of them. */
export const allRoutes: Record<Area, readonly Handler[]> = {
  intake: intakeRoutes,
  submissions: submissionRoutes,
  'first-calls': firstCallRoutes,
  cases: [...caseRoutes, ...caseDisclosures],
  calendar: calendarRoutes,
  insight: [...reportRoutes, ...reportDisclosures],
  'calendar-feeds': calendarFeedRoutes,
  'calendar-integration': googleCalendarRoutes,
  'google-webhooks': googleWebhookRoutes,
  'calendar-file': calendarFileRoutes,
  ssn: ssnRoutes,
  payments: paymentRoutes,
  statements: statementRoutes,
  'money-to-come': [...receivablesRoutes, ...receivablesDisclosures],
  documents: [...documentRoutes, ...documentDisclosures],
  paper: paperRoutes,
  permits: permitRoutes,
  certificates: certificateRoutes,
  deadlines: deadlineRoutes,
  'family-pages': familyPageRoutes,
  'signature-templates': signatureTemplateRoutes,
  'signature-envelopes': [...envelopeRoutes, ...envelopeDisclosures],
  'signing-service': signingServiceRoutes,
  customers: [...customerRoutes, ...customerDisclosures],
  'funeral-homes': [...funeralHomeRoutes, ...funeralHomeDisclosures],
  'price-lists': priceListRoutes,
  accounting: [...quickBooksRoutes, ...quickBooksDisclosures],
  'accounting-webhooks': quickBooksWebhookRoutes,
  'managed-forms': managedFormRoutes,
  'signing-connection': signingConnectionRoutes,
  'signing-webhooks': signingWebhookRoutes,
  'user-profiles': userProfileRoutes,
  account: accountRoutes,
  organizations: organizationRoutes,
  privacy: privacyDisclosures,
  team: [...teamRoutes, ...teamDisclosures],
  invitations: invitationRoutes,
  onboarding: onboardingRoutes,
  imports: importRoutes,
  archives: archiveDisclosures,
  'reference-data': referenceDataRoutes,
  health: healthRoutes,
};
