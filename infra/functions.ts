import type { FunctionDefinition } from './function-definition.ts';
import {
  accountingFunctions,
  calendarFunctions,
  changeGrants,
  personalDataChangeGrants,
  signingFunctions,
  staffCallGrants,
} from './partner-functions.ts';
import { workerFunctions } from './worker-functions.ts';

export type { Grant, PoolTrigger } from './function-definition.ts';

/** Reading and changing cases and their lists. */
const caseGrants = [
  ...staffCallGrants,
  ...personalDataChangeGrants,
  ...(['table:replays', 'table:lists', 'table:case-rows', 'table:home-names', 'table:cases'] as const),
] as const;
/** Changing the fields of a case, which may hold an SSN and name customers. */
const caseEditGrants = [
  ...(['table:submission-rows', 'table:first-calls', 'table:customers', 'table:organization'] as const),
  ...(['table:ssn-put', 'table:ssn-delete', 'ssn-key:encrypt'] as const),
] as const;

/**
 * The privilege table: one row per Lambda function, which exists because its grants differ from the others'. The CDK
 * app, the local runtime and the tests read it. Grants (domain/shared/access/grants.ts) of an API function are exactly
 * those that its handlers' needs imply, which a test enforces.
 */
export const functions = {
  intake: {
    endpoints: ['intake'],
    grants: [
      'secret:origin',
      'table:limits',
      'table:public-replays',
      ...changeGrants,
      'table:home-cards',
      'table:report-statuses',
      'table:report-drafts',
      'table:family-papers',
      'documents:receive',
      'table:submit',
      'table:ssn-put',
      'ssn-key:encrypt',
      'secret:bot-check',
    ],
    timeoutSeconds: 15,
    memoryMb: 1024,
  },
  reference: {
    endpoints: ['reference-data'],
    grants: ['secret:origin'],
    timeoutSeconds: 10,
    memoryMb: 512,
  },
  // Public: it reads one item without personal data.
  health: {
    endpoints: ['health'],
    grants: ['secret:origin', 'table:health-read'],
    timeoutSeconds: 10,
    memoryMb: 512,
  },
  cases: {
    endpoints: [
      'submissions',
      'cases',
      'permits',
      'certificates',
      'deadlines',
      'gates',
      'care',
      'family-pages',
      'calendar',
    ],
    grants: [
      ...caseGrants,
      ...caseEditGrants,
      'table:submissions',
      'table:care',
      'table:mail-problems',
      'table:deadlines',
      'table:documents-read',
      'table:price-lists-read',
    ],
    timeoutSeconds: 25,
    memoryMb: 1024,
  },
  day: {
    endpoints: ['case-events', 'day'],
    grants: [
      ...caseGrants,
      ...caseEditGrants,
      'table:day',
      'table:members-read',
      'table:submissions',
      'table:price-lists-read',
    ],
    timeoutSeconds: 25,
    memoryMb: 1024,
  },
  tasks: {
    endpoints: ['tasks'],
    grants: [...caseGrants, 'table:tasks', 'table:recent-changes'],
    timeoutSeconds: 25,
    memoryMb: 1024,
  },
  'first-calls': {
    endpoints: ['first-calls'],
    grants: [...caseGrants, ...caseEditGrants],
    timeoutSeconds: 25,
    memoryMb: 1024,
  },
  payments: {
    endpoints: ['payments', 'statements', 'money-to-come'],
    grants: [
      ...staffCallGrants,
      ...personalDataChangeGrants,
      'table:replays',
      'table:lists',
      'table:home-names',
      'table:cases',
      'table:payments',
      'table:statements',
      'table:check-number-write',
      'table:organization',
      'ssn-key:encrypt',
    ],
    timeoutSeconds: 25,
    memoryMb: 1024,
  },
  ...signingFunctions,
  ...accountingFunctions,
  insight: {
    endpoints: ['insight'],
    grants: [...staffCallGrants, ...changeGrants, 'table:figures', 'table:home-names', 'table:month-reports'],
    timeoutSeconds: 15,
    memoryMb: 1024,
  },
  // Reports as files, of one organization.
  'insight-file': {
    endpoints: ['insight'],
    grants: [...staffCallGrants, 'organization-role:assume'],
    inOrganization: ['table:figures', 'table:home-names'],
    timeoutSeconds: 15,
    memoryMb: 1024,
  },
  documents: {
    endpoints: ['documents'],
    grants: [
      ...staffCallGrants,
      ...personalDataChangeGrants,
      'table:replays',
      'table:records-read',
      'table:reports-read',
      'table:documents',
      'documents:receive',
    ],
    timeoutSeconds: 25,
    memoryMb: 1024,
  },
  paper: {
    endpoints: ['paper'],
    grants: [
      ...[...staffCallGrants, 'table:outbox-write', 'table:printed', 'table:home-names', 'table:documents-read'],
      ...['table:month-reports-read', 'table:day-read', 'table:lists', 'table:case-rows', 'table:members-read'],
    ],
    timeoutSeconds: 15,
    // PDFs take some 300 MB, and CPU grows with memory.
    memoryMb: 1536,
    carries: 'functions/documents/shared/pdf/fonts',
  },
  staff: {
    endpoints: [
      ...['customers', 'funeral-homes', 'price-lists', 'managed-forms', 'user-profiles', 'organizations', 'team'],
      ...['onboarding', 'calendar-feeds'],
    ],
    grants: [
      ...staffCallGrants,
      ...personalDataChangeGrants,
      'table:replays',
      'table:lists',
      'table:home-names',
      'table:cases',
      'table:customers',
      'table:organization',
      'table:price-lists',
      'table:managed-forms',
      'table:calendar-feeds',
      'table:team',
      'table:mail-problems',
      'table:second-factor',
    ],
    timeoutSeconds: 25,
    memoryMb: 1024,
  },
  // Separate from interactive calls: each of its calls takes seconds.
  imports: {
    endpoints: ['imports'],
    grants: [
      ...staffCallGrants,
      ...changeGrants,
      'table:replays',
      'table:lists',
      'table:home-names',
      'table:cases',
      'table:customers',
      'table:case-attachments',
      'table:organization',
      'table:imports',
      'table:ssn-put',
      'table:ssn-delete',
      'ssn-key:encrypt',
    ],
    timeoutSeconds: 25,
    memoryMb: 1024,
  },
  ssn: {
    endpoints: ['ssn'],
    grants: [...staffCallGrants, 'organization-role:assume'],
    inOrganization: [
      'table:actor-check',
      ...changeGrants,
      'table:ssn-read',
      'table:check-number-read',
      'ssn-key:decrypt',
    ],
    timeoutSeconds: 10,
    memoryMb: 512,
  },
  ...calendarFunctions,
  disclosures: {
    endpoints: [
      ...(['archives', 'cases', 'customers', 'documents', 'funeral-homes'] as const),
      ...(['money-to-come', 'privacy', 'signature-envelopes', 'team'] as const),
    ],
    grants: [...staffCallGrants, 'organization-role:assume', 'audit-key:verify', 'audit-witness:get'],
    inOrganization: [
      'table:actor-check',
      ...personalDataChangeGrants,
      'table:audit-read',
      'table:audit-prove',
      'table:forget',
      'table:members-read',
      'table:exports',
      'table:lists',
      'table:records-read',
      'table:home-names',
      'table:documents-read',
      'table:document-zips',
      'table:envelopes-read',
      'table:archives',
      'documents:read',
    ],
    timeoutSeconds: 25,
    memoryMb: 1024,
  },
  account: {
    endpoints: ['account'],
    grants: [...staffCallGrants, 'table:audit-write', 'table:second-factor', 'table:end-sessions'],
    timeoutSeconds: 10,
    memoryMb: 512,
  },
  invitations: {
    endpoints: ['invitations'],
    grants: ['secret:origin', 'table:limits', ...changeGrants, 'table:invitation-accept', 'user-pool:create'],
    timeoutSeconds: 15,
    memoryMb: 512,
  },
  ...workerFunctions,
} as const satisfies Record<string, FunctionDefinition>;

export type FunctionName = keyof typeof functions;
