import type { FunctionDefinition } from './function-definition.ts';
import { personalDataChangeGrants } from './partner-functions.ts';

export const workerFunctions = {
  relay: {
    trigger: { stream: 'outbox' },
    grants: ['table:outbox', 'events:put'],
    timeoutSeconds: 30,
    memoryMb: 256,
  },
  projector: {
    trigger: { stream: 'projections' },
    grants: ['table:project'],
    timeoutSeconds: 60,
    memoryMb: 1024,
  },
  sweeper: {
    trigger: { schedule: 'rate(5 minutes)' },
    grants: ['table:outbox', 'table:health-write', 'events:put'],
    timeoutSeconds: 60,
    memoryMb: 256,
  },
  remind: {
    trigger: { schedule: 'rate(1 hour)' },
    grants: ['table:remind', 'table:home-names', 'table:outbox-write', 'table:figures', 'table:month-reports'],
    timeoutSeconds: 180,
    memoryMb: 256,
  },
  'audit-seal': {
    trigger: { schedule: 'rate(1 minute)' },
    grants: ['table:audit-seal', 'audit-key:sign', 'audit-key:verify', 'audit-witness:put', 'audit-witness:get'],
    timeoutSeconds: 60,
    memoryMb: 256,
  },
  'audit-verify': {
    trigger: { schedule: 'rate(1 hour)' },
    grants: ['table:audit-verify', 'audit-key:verify', 'audit-witness:get'],
    timeoutSeconds: 300,
    memoryMb: 512,
  },
  'sign-ins': {
    trigger: { userPool: ['PreAuthentication', 'PostAuthentication', 'PostConfirmation'] },
    grants: ['table:sign-ins', 'table:audit-write', 'table:end-sessions', 'user-pool:sign-out'],
    // The pool waits for five seconds.
    timeoutSeconds: 5,
    memoryMb: 512,
  },
  identity: {
    trigger: { queue: 'identity' },
    grants: ['table:identity', 'user-pool:admin'],
    // Not longer than the lease of an effect, as with notify.
    timeoutSeconds: 20,
    memoryMb: 256,
  },
  notify: {
    trigger: { queue: 'notify' },
    grants: ['table:notify', 'mail:send'],
    // Short, so that the email of a crashed worker goes out within five minutes: twice the queue's visibility timeout.
    timeoutSeconds: 20,
    memoryMb: 256,
  },
  'document-scans': {
    trigger: { queue: 'document-scans' },
    grants: ['table:documents', 'table:reports-read', ...personalDataChangeGrants, 'documents:clear'],
    timeoutSeconds: 60,
    // It reads PDFs of 25 MB.
    memoryMb: 1024,
  },
  'task-work': {
    trigger: { queue: 'task-work' },
    grants: [
      ...personalDataChangeGrants,
      'table:cases',
      'table:tasks',
      'table:task-facts',
      'table:lists',
      'table:home-names',
    ],
    timeoutSeconds: 30,
    memoryMb: 512,
  },
  'document-zips': {
    trigger: { queue: 'document-zips' },
    grants: ['table:documents', 'documents:zip'],
    // Copies gigabytes from S3 to S3.
    timeoutSeconds: 600,
    memoryMb: 1024,
  },
  archives: {
    trigger: { queue: 'archives' },
    // Reads one organization at a time with that one's rights only (S-02).
    grants: ['organization-role:assume', 'audit-key:verify', 'audit-witness:get', 'documents:zip'],
    inOrganization: ['table:archives', 'table:archive-read', 'subject-key:use', 'table:outbox-write'],
    // Lambda's maximum: copies gigabytes from the table and S3.
    timeoutSeconds: 900,
    memoryMb: 2048,
  },
  'kept-papers': {
    trigger: { queue: 'kept-papers' },
    grants: ['table:printed', 'table:home-names', 'table:documents', ...personalDataChangeGrants, 'documents:make'],
    timeoutSeconds: 60,
    memoryMb: 1536,
    carries: 'functions/documents/shared/pdf/fonts',
  },
  'document-sweep': {
    trigger: { schedule: 'rate(5 minutes)' },
    grants: ['table:documents', 'table:documents-due', 'documents:remove', 'malware-scan:ask'],
    timeoutSeconds: 120,
    memoryMb: 256,
  },
} as const satisfies Record<string, FunctionDefinition>;
