import {
  calendarEndpoints,
  calendarFeedEndpoints,
  calendarFileEndpoints,
} from '#domain/calendar/calendar.endpoints.ts';
import { caseEventEndpoints, dayEndpoints, runSheetPaperEndpoints } from '#domain/calendar/day.endpoints.ts';
import { careEndpoints } from '#domain/care/care.endpoints.ts';
import { carePaperEndpoints } from '#domain/care/care-papers.endpoints.ts';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { ssnEndpoints } from '#domain/cases/ssn.endpoints.ts';
import { certificateEndpoints } from '#domain/certificates/certificate.endpoints.ts';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { deadlineEndpoints } from '#domain/deadlines/deadline.endpoints.ts';
import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import { paperEndpoints } from '#domain/documents/printing/paper.endpoints.ts';
import { archiveEndpoints } from '#domain/exports/archive.endpoints.ts';
import { familyPageEndpoints } from '#domain/families/family-page.endpoints.ts';
import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import { gateEndpoints } from '#domain/gates/gate.endpoints.ts';
import { googleCalendarEndpoints, googleWebhookEndpoints } from '#domain/google-calendar/google.endpoints.ts';
import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { submissionEndpoints } from '#domain/intake/submission.endpoints.ts';
import { managedFormEndpoints } from '#domain/managed-forms/managed-form.endpoints.ts';
import { funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import { onboardingEndpoints } from '#domain/organizations/onboarding.endpoints.ts';
import { organizationEndpoints } from '#domain/organizations/organization.endpoints.ts';
import { paymentEndpoints } from '#domain/payments/payment.endpoints.ts';
import { receivablesEndpoints } from '#domain/payments/receivables.endpoints.ts';
import { permitEndpoints } from '#domain/permits/permit.endpoints.ts';
import { privacyEndpoints } from '#domain/privacy/erasure.endpoints.ts';
import { quickBooksEndpoints, quickBooksWebhookEndpoints } from '#domain/quickbooks/quickbooks.endpoints.ts';
import { reportEndpoints } from '#domain/reports/report.endpoints.ts';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import { referenceDataEndpoints } from '#domain/shared/reference-data/reference-data.endpoints.ts';
import { envelopeEndpoints } from '#domain/signatures/envelope.endpoints.ts';
import {
  signingConnectionEndpoints,
  signingWebhookEndpoints,
} from '#domain/signatures/signing-connection.endpoints.ts';
import { signatureTemplateEndpoints, signingServiceEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import { priceListEndpoints } from '#domain/statements/price-lists/price-list.endpoints.ts';
import { statementEndpoints } from '#domain/statements/statement.endpoints.ts';
import { healthEndpoints } from '#domain/system-status/health.endpoints.ts';
import { taskEndpoints } from '#domain/tasks/task.endpoints.ts';
import { accountEndpoints } from '#domain/team/account.endpoints.ts';
import { invitationEndpoints, teamEndpoints } from '#domain/team/team.endpoints.ts';
import { userProfileEndpoints } from '#domain/team/user-profile.endpoints.ts';

/** The whole contract: area → name → endpoint. */
export const areas = {
  intake: intakeEndpoints,
  submissions: submissionEndpoints,
  'first-calls': firstCallEndpoints,
  cases: caseEndpoints,
  calendar: calendarEndpoints,
  insight: reportEndpoints,
  'calendar-feeds': calendarFeedEndpoints,
  'calendar-integration': googleCalendarEndpoints,
  'google-webhooks': googleWebhookEndpoints,
  'calendar-file': calendarFileEndpoints,
  ssn: ssnEndpoints,
  payments: paymentEndpoints,
  statements: statementEndpoints,
  'money-to-come': receivablesEndpoints,
  documents: documentEndpoints,
  paper: { ...paperEndpoints, ...carePaperEndpoints, ...runSheetPaperEndpoints },
  permits: permitEndpoints,
  certificates: certificateEndpoints,
  deadlines: deadlineEndpoints,
  gates: gateEndpoints,
  care: careEndpoints,
  'case-events': caseEventEndpoints,
  day: dayEndpoints,
  tasks: taskEndpoints,
  'family-pages': familyPageEndpoints,
  'signature-templates': signatureTemplateEndpoints,
  'signature-envelopes': envelopeEndpoints,
  'signing-service': signingServiceEndpoints,
  customers: customerEndpoints,
  'funeral-homes': funeralHomeEndpoints,
  'price-lists': priceListEndpoints,
  accounting: quickBooksEndpoints,
  'accounting-webhooks': quickBooksWebhookEndpoints,
  'managed-forms': managedFormEndpoints,
  'signing-connection': signingConnectionEndpoints,
  'signing-webhooks': signingWebhookEndpoints,
  'user-profiles': userProfileEndpoints,
  account: accountEndpoints,
  organizations: organizationEndpoints,
  privacy: privacyEndpoints,
  team: teamEndpoints,
  invitations: invitationEndpoints,
  onboarding: onboardingEndpoints,
  imports: importEndpoints,
  archives: archiveEndpoints,
  'reference-data': referenceDataEndpoints,
  health: healthEndpoints,
} as const satisfies Record<string, Record<string, Endpoint>>;

export type Area = keyof typeof areas;

/** Returns every endpoint with its area and full name, such as `ssn.retrieve`. */
export const allEndpoints = (): { area: Area; name: string; endpoint: Endpoint }[] =>
  Object.entries(areas).flatMap(([area, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({
      area: area as Area,
      name: `${area}.${name}`,
      endpoint: endpoint as Endpoint,
    })),
  );
