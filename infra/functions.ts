import type { FunctionRow } from './function-row.ts';
import { changes, changesOfPeople, staffCalls } from './shared-grants.ts';
import { signingFunctions } from './signing-functions.ts';
import { workerFunctions } from './worker-functions.ts';

export type { Grant, PoolTrigger } from './function-row.ts';

/**
 * The privilege table, as data: one row per Lambda function. A function exists because its grant differs from the
 * others' (design: privilege decides the Lambda). The CDK app, the local runtime and the privilege tests read it.
 *
 * Grants are words (domain/access/grants.ts). Those of a function that serves calls are the ones that its handlers' needs
 * imply, no more and no fewer: a test holds them to it. infra/constructs turns each into IAM statements.
 */
export const functions = {
  intake: {
    entry: 'intake',
    endpoints: ['intake'],
    grants: [
      'secret:origin',
      'table:limits',
      'table:public-replays',
      ...changes,
      'table:home-cards',
      'table:report-statuses',
      'table:submit',
      'table:ssn-put',
      'ssn-key:encrypt',
      'secret:bot-check',
    ],
    timeoutSeconds: 15,
    memoryMb: 1024,
  },
  reference: {
    entry: 'reference',
    endpoints: ['reference-data'],
    grants: ['secret:origin'],
    timeoutSeconds: 10,
    memoryMb: 512,
  },
  cases: {
    entry: 'cases',
    endpoints: ['submissions', 'cases', 'permits', 'certificates', 'deadlines', 'calendar'],
    grants: [
      ...staffCalls,
      ...changesOfPeople,
      'table:locks',
      'table:lists',
      'table:case-rows',
      'table:home-names',
      'table:submissions',
      'table:first-calls',
      'table:cases',
      'table:deadlines',
      'table:documents-read',
      'table:customers',
      'table:organization',
      'table:replays',
      'table:ssn-put',
      'table:ssn-delete',
      'ssn-key:encrypt',
    ],
    timeoutSeconds: 25,
    memoryMb: 1024,
  },
  'first-calls': {
    entry: 'first-calls',
    endpoints: ['first-calls'],
    grants: [
      ...staffCalls,
      ...changesOfPeople,
      'table:replays',
      'table:locks',
      'table:lists',
      'table:home-names',
      'table:first-calls',
      'table:cases',
      'table:customers',
      'table:organization',
      'table:ssn-put',
      'table:ssn-delete',
      'ssn-key:encrypt',
    ],
    timeoutSeconds: 25,
    memoryMb: 1024,
  },
  payments: {
    entry: 'payments',
    endpoints: ['payments', 'statements', 'money-to-come'],
    grants: [
      ...staffCalls,
      ...changesOfPeople,
      'table:replays',
      'table:locks',
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
  insight: {
    entry: 'insight',
    endpoints: ['insight'],
    grants: [...staffCalls, 'table:figures', 'table:home-names'],
    timeoutSeconds: 15,
    memoryMb: 1024,
  },
  documents: {
    entry: 'documents',
    endpoints: ['documents'],
    grants: [
      ...staffCalls,
      ...changesOfPeople,
      'table:replays',
      'table:records-read',
      'table:documents',
      'documents:receive',
    ],
    timeoutSeconds: 25,
    memoryMb: 1024,
  },
  paper: {
    entry: 'paper',
    endpoints: ['paper'],
    grants: [...staffCalls, 'table:outbox-write', 'table:printed', 'table:home-names', 'table:documents-read'],
    timeoutSeconds: 15,
    // What makes a PDF takes some 300 MB, and is done the sooner the more it has.
    memoryMb: 1536,
    carries: 'functions/adapters/pdf/fonts',
  },
  staff: {
    entry: 'staff',
    endpoints: [
      ...['customers', 'funeral-homes', 'price-lists', 'managed-forms', 'user-profiles', 'organizations', 'team'],
      ...['onboarding', 'calendar-feeds'],
    ],
    grants: [
      ...staffCalls,
      ...changesOfPeople,
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
      'table:second-factor',
    ],
    timeoutSeconds: 25,
    memoryMb: 1024,
  },
  ssn: {
    entry: 'ssn',
    endpoints: ['ssn'],
    grants: [...staffCalls, 'organization-role:assume'],
    inOrganization: ['table:actor-check', ...changes, 'table:ssn-read', 'table:check-number-read', 'ssn-key:decrypt'],
    timeoutSeconds: 10,
    memoryMb: 512,
  },
  // What anybody fetches who has a secret address: it reads one organization, and only what the calendar shows.
  'calendar-file': {
    entry: 'calendar-file',
    endpoints: ['calendar-file'],
    grants: ['secret:origin', 'table:limits', 'organization-role:assume', 'table:feed-addresses'],
    inOrganization: [
      ...['table:calendar-feeds-read', 'table:members-read', 'table:lists', 'table:case-rows', 'table:home-names'],
    ],
    timeoutSeconds: 15,
    memoryMb: 512,
  },
  disclosures: {
    entry: 'disclosures',
    endpoints: ['cases', 'customers', 'documents', 'funeral-homes', 'money-to-come', 'privacy', 'team'],
    grants: [...staffCalls, 'organization-role:assume', 'audit-key:verify', 'audit-witness:get'],
    inOrganization: [
      'table:actor-check',
      ...changesOfPeople,
      'table:audit-read',
      'table:audit-prove',
      'table:forget',
      'table:members-read',
      'table:exports',
      'table:lists',
      'table:records-read',
      'table:home-names',
      'table:documents-read',
      'documents:read',
    ],
    timeoutSeconds: 25,
    memoryMb: 1024,
  },
  account: {
    entry: 'account',
    endpoints: ['account'],
    grants: [...staffCalls, 'table:audit-write', 'table:second-factor', 'table:end-sessions'],
    timeoutSeconds: 10,
    memoryMb: 512,
  },
  invitations: {
    entry: 'invitations',
    endpoints: ['invitations'],
    grants: ['secret:origin', 'table:limits', ...changes, 'table:invitation-accept', 'user-pool:create'],
    timeoutSeconds: 15,
    memoryMb: 512,
  },
  ...workerFunctions,
} as const satisfies Record<string, FunctionRow>;

export type FunctionName = keyof typeof functions;
