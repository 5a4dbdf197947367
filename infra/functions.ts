import type { FunctionRow, Grant } from './function-row.ts';

export type { Grant, PoolTrigger } from './function-row.ts';

/** What every call of a member of staff takes: where it comes from, who calls, and how often. */
const staffCalls = ['secret:origin', 'table:session', 'table:limits'] as const satisfies readonly Grant[];
/** What a change takes besides the records: its audit entry, its event, and the answer to a repeated request. */
const changes = ['table:audit-write', 'table:outbox-write'] as const satisfies readonly Grant[];
/** The same where entries tell of people: those are sealed, and opened for who reads them. */
const changesOfPeople = [...changes, 'table:subject-keys', 'subject-key:use'] as const satisfies readonly Grant[];

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
      'table:home-names',
      'table:submissions',
      'table:first-calls',
      'table:cases',
      'table:deadlines',
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
    endpoints: ['customers', 'funeral-homes', 'price-lists', 'user-profiles', 'organizations', 'team', 'onboarding'],
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
  relay: {
    entry: 'relay',
    trigger: { stream: 'outbox' },
    grants: ['table:outbox', 'events:put'],
    timeoutSeconds: 30,
    memoryMb: 256,
  },
  projector: {
    entry: 'projector',
    trigger: { stream: 'projections' },
    grants: ['table:project'],
    timeoutSeconds: 60,
    memoryMb: 1024,
  },
  sweeper: {
    entry: 'sweeper',
    trigger: { schedule: 'rate(5 minutes)' },
    grants: ['table:outbox', 'events:put'],
    timeoutSeconds: 60,
    memoryMb: 256,
  },
  remind: {
    entry: 'remind',
    trigger: { schedule: 'rate(1 hour)' },
    grants: ['table:remind', 'table:home-names', 'table:outbox-write'],
    timeoutSeconds: 60,
    memoryMb: 256,
  },
  'audit-seal': {
    entry: 'audit-seal',
    trigger: { schedule: 'rate(1 minute)' },
    grants: ['table:audit-seal', 'audit-key:sign', 'audit-key:verify', 'audit-witness:put', 'audit-witness:get'],
    timeoutSeconds: 60,
    memoryMb: 256,
  },
  'audit-verify': {
    entry: 'audit-verify',
    trigger: { schedule: 'rate(1 hour)' },
    grants: ['table:audit-verify', 'audit-key:verify', 'audit-witness:get'],
    timeoutSeconds: 300,
    memoryMb: 512,
  },
  'sign-ins': {
    entry: 'sign-ins',
    trigger: { userPool: ['PreAuthentication', 'PostAuthentication', 'PostConfirmation'] },
    grants: ['table:sign-ins', 'table:audit-write', 'table:end-sessions', 'user-pool:sign-out'],
    // The pool waits for five seconds.
    timeoutSeconds: 5,
    memoryMb: 512,
  },
  identity: {
    entry: 'identity',
    trigger: { queue: 'identity' },
    grants: ['table:identity', 'user-pool:admin'],
    // Not longer than the lease of an effect, as with notify.
    timeoutSeconds: 20,
    memoryMb: 256,
  },
  notify: {
    entry: 'notify',
    trigger: { queue: 'notify' },
    grants: ['table:notify', 'mail:send'],
    // Short, so that a mail whose worker died goes out within five minutes: twice the queue's visibility timeout.
    timeoutSeconds: 20,
    memoryMb: 256,
  },
  'document-scans': {
    entry: 'document-scans',
    trigger: { queue: 'document-scans' },
    grants: ['table:documents', ...changesOfPeople, 'documents:clear'],
    timeoutSeconds: 60,
    memoryMb: 512,
  },
  'document-zips': {
    entry: 'document-zips',
    trigger: { queue: 'document-zips' },
    grants: ['table:documents', 'documents:zip'],
    // Gigabytes from S3 to S3.
    timeoutSeconds: 600,
    memoryMb: 1024,
  },
  'kept-papers': {
    entry: 'kept-papers',
    trigger: { queue: 'kept-papers' },
    grants: ['table:printed', 'table:home-names', 'table:documents', ...changesOfPeople, 'documents:make'],
    timeoutSeconds: 60,
    memoryMb: 1536,
    carries: 'functions/adapters/pdf/fonts',
  },
  'document-sweep': {
    entry: 'document-sweep',
    trigger: { schedule: 'rate(5 minutes)' },
    grants: ['table:documents', 'table:documents-due', 'documents:remove', 'malware-scan:ask'],
    timeoutSeconds: 120,
    memoryMb: 256,
  },
} as const satisfies Record<string, FunctionRow>;

export type FunctionName = keyof typeof functions;
