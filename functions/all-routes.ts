import type { Area } from '#domain/shared/contract/endpoints.ts';
import { calendarFeedRoutes } from '#functions/calendar/feeds/routes.ts';
import { calendarFileRoutes } from '#functions/calendar/file/routes.ts';
import { paperRoutes } from '#functions/documents/printing/routes.ts';
import { archiveDisclosures } from '#functions/exports/disclosures.ts';
import { familyPageRoutes } from '#functions/families/routes.ts';
import { googleCalendarRoutes } from '#functions/google-calendar/routes.ts';
import { googleWebhookRoutes } from '#functions/google-calendar/webhooks/routes.ts';
import { submissionRoutes } from '#functions/intake/submissions/routes.ts';
import { funeralHomeDisclosures } from '#functions/organizations/homes/disclosures.ts';
import { funeralHomeRoutes } from '#functions/organizations/homes/routes.ts';
import { onboardingRoutes } from '#functions/organizations/onboarding/routes.ts';
import { receivablesDisclosures } from '#functions/payments/receivables/disclosures.ts';
import { receivablesRoutes } from '#functions/payments/receivables/routes.ts';
import type { Handler } from '#functions/platform/api/call.ts';
import { accountingDisclosures } from '#functions/quickbooks/disclosures.ts';
import { accountingRoutes } from '#functions/quickbooks/routes.ts';
import { accountingWebhookRoutes } from '#functions/quickbooks/webhooks/routes.ts';
import { insightDisclosures } from '#functions/reports/disclosures.ts';
import { insightRoutes } from '#functions/reports/routes.ts';
import { signingConnectionRoutes } from '#functions/signatures/connection/routes.ts';
import { envelopeDisclosures } from '#functions/signatures/envelopes/disclosures.ts';
import { envelopeRoutes } from '#functions/signatures/envelopes/routes.ts';
import { signingServiceRoutes } from '#functions/signatures/service/routes.ts';
import { signatureTemplateRoutes } from '#functions/signatures/templates/routes.ts';
import { signingWebhookRoutes } from '#functions/signatures/webhooks/routes.ts';
import { priceListRoutes } from '#functions/statements/price-lists/routes.ts';
import { healthRoutes } from '#functions/system-status/routes.ts';
import { accountRoutes } from '#functions/team/account/routes.ts';
import { invitationRoutes } from '#functions/team/invitations/routes.ts';
import { userProfileRoutes } from '#functions/team/profiles/routes.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { caseDisclosures } from './cases/disclosures.ts';
import { caseRoutes } from './cases/routes.ts';
import { certificateRoutes } from './certificates/routes.ts';
import { customerDisclosures } from './customers/disclosures.ts';
import { customerRoutes } from './customers/routes.ts';
import { deadlineRoutes } from './deadlines/routes.ts';
import { documentDisclosures } from './documents/disclosures.ts';
import { documentRoutes } from './documents/routes.ts';
import { firstCallRoutes } from './first-calls/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { intakeRoutes } from './intake/routes.ts';
import { managedFormRoutes } from './managed-forms/routes.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { permitRoutes } from './permits/routes.ts';
import { privacyDisclosures } from './privacy/disclosures.ts';
import { referenceDataRoutes } from './reference-data/routes.ts';
import { ssnRoutes } from './ssn/routes.ts';
import { statementRoutes } from './statements/routes.ts';
import { teamDisclosures } from './team/disclosures.ts';
import { teamRoutes } from './team/routes.ts';

/** The handlers of every area: what the Lambda entries serve in parts, the tests and the local runtime have whole. */
export const allRoutes: Record<Area, readonly Handler[]> = {
  intake: intakeRoutes,
  submissions: submissionRoutes,
  'first-calls': firstCallRoutes,
  cases: [...caseRoutes, ...caseDisclosures],
  calendar: calendarRoutes,
  insight: [...insightRoutes, ...insightDisclosures],
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
  accounting: [...accountingRoutes, ...accountingDisclosures],
  'accounting-webhooks': accountingWebhookRoutes,
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
