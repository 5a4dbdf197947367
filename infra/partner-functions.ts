import type { FunctionDefinition, Grant } from './function-definition.ts';

/** Grants of every staff call: origin check, session, rate limit. */
export const staffCallGrants = ['secret:origin', 'table:session', 'table:limits'] as const satisfies readonly Grant[];
export const changeGrants = ['table:audit-write', 'table:outbox-write'] as const satisfies readonly Grant[];
export const personalDataChangeGrants = [
  ...changeGrants,
  'table:subject-keys',
  'subject-key:use',
] as const satisfies readonly Grant[];

export const accountingFunctions = {
  accounting: {
    endpoints: ['accounting'],
    grants: [
      ...staffCallGrants,
      ...changeGrants,
      'table:accounting',
      'table:connections',
      'table:connection-tokens',
      'table:oauth-states',
      'table:home-names',
      'table:payments-read',
      'table:lists',
      'partner-key:seal-quickbooks',
      'partner-key:open-quickbooks',
      'secret:quickbooks',
    ],
    // QuickBooks answers within ten seconds, possibly after a token refresh.
    timeoutSeconds: 29,
    memoryMb: 512,
  },
  // A month as a file, from the books of one organization.
  'books-file': {
    endpoints: ['accounting'],
    grants: [...staffCallGrants, 'organization-role:assume', 'secret:quickbooks'],
    inOrganization: [
      'table:accounting-read',
      'table:connection-tokens',
      'table:payments-read',
      'table:lists',
      'partner-key:seal-quickbooks',
      'partner-key:open-quickbooks',
    ],
    timeoutSeconds: 29,
    memoryMb: 512,
  },
  'quickbooks-webhooks': {
    endpoints: ['accounting-webhooks'],
    grants: ['secret:origin', 'table:limits', 'table:outbox-write', 'table:webhooks', 'secret:quickbooks'],
    // QuickBooks waits three seconds, and delivers again later.
    timeoutSeconds: 10,
    memoryMb: 512,
  },
  quickbooks: {
    trigger: { queue: 'quickbooks' },
    grants: [
      'table:accounting',
      'table:accounting-work',
      'table:connections',
      'table:connection-tokens',
      'table:lists',
      'table:home-names',
      'table:outbox-write',
      'partner-key:seal-quickbooks',
      'partner-key:open-quickbooks',
      'secret:quickbooks',
    ],
    // Short, so that another worker resumes the work of a crashed one within five minutes.
    timeoutSeconds: 45,
    memoryMb: 512,
  },
} as const satisfies Record<string, FunctionDefinition>;

export const calendarFunctions = {
  // Public behind a secret address: it reads one organization, and only what the calendar shows.
  'calendar-file': {
    endpoints: ['calendar-file'],
    grants: ['secret:origin', 'table:limits', 'organization-role:assume', 'table:feed-addresses'],
    inOrganization: [
      'table:calendar-feeds-read',
      'table:members-read',
      'table:lists',
      'table:case-rows',
      'table:home-names',
      'table:day-read',
    ],
    timeoutSeconds: 15,
    memoryMb: 512,
  },
  'calendar-integration': {
    endpoints: ['calendar-integration'],
    grants: [
      ...staffCallGrants,
      ...changeGrants,
      'table:oauth-states',
      'table:google-calendar',
      'table:connections',
      'table:home-names',
      'table:lists',
      'table:case-rows',
      'partner-key:seal-google',
      'secret:google',
    ],
    // Google answers within twelve seconds.
    timeoutSeconds: 28,
    memoryMb: 512,
  },
  'google-webhooks': {
    endpoints: ['google-webhooks'],
    grants: ['secret:origin', 'table:limits', 'table:outbox-write', 'table:webhooks'],
    timeoutSeconds: 10,
    memoryMb: 256,
  },
  'google-calendar': {
    trigger: { queue: 'google-calendar' },
    grants: [
      'table:google-sync',
      'table:day-read',
      'table:lists',
      'table:case-rows',
      'table:home-names',
      'table:outbox-write',
      'partner-key:open-google',
      'secret:google',
    ],
    // Compares some forty cases per run.
    timeoutSeconds: 120,
    memoryMb: 512,
  },
  'google-clock': {
    trigger: { schedule: 'rate(1 hour)' },
    grants: ['table:google-clock', 'table:outbox-write'],
    timeoutSeconds: 60,
    memoryMb: 256,
  },
} as const satisfies Record<string, FunctionDefinition>;

export const signingFunctions = {
  signatures: {
    endpoints: ['signature-templates', 'signature-envelopes'],
    grants: [
      ...staffCallGrants,
      ...personalDataChangeGrants,
      'table:replays',
      'table:lists',
      'table:home-names',
      'table:cases-read',
      'table:statements',
      'table:documents',
      'table:envelopes',
      'table:signature-templates',
      'table:members-read',
    ],
    timeoutSeconds: 25,
    memoryMb: 1024,
  },
  signing: {
    endpoints: ['signing-connection', 'signing-service'],
    grants: [
      ...staffCallGrants,
      ...changeGrants,
      'table:home-names',
      'table:cases-read',
      'table:statements',
      'table:envelopes',
      'table:signature-templates',
      'table:members-read',
      'table:connections',
      'table:connections-read',
      'partner-key:seal',
      'partner-key:open',
    ],
    // DocuSeal answers within eight seconds.
    timeoutSeconds: 25,
    memoryMb: 512,
  },
  'signing-work': {
    trigger: { queue: 'signing-work' },
    grants: [
      ...personalDataChangeGrants,
      'table:connections-read',
      'partner-key:open',
      'table:signing-effects',
      'table:statements-read',
      'table:price-lists-read',
      'table:envelopes',
      'table:documents',
      'documents:bring',
      'documents:read',
    ],
    // Copies documents of several submissions from DocuSeal to S3.
    timeoutSeconds: 90,
    memoryMb: 1024,
    carries: 'functions/documents/shared/pdf/fonts',
  },
  // Creates, marks and ends drafts as cases and Statements change; it calls no partner.
  'envelope-care': {
    trigger: { queue: 'envelope-care' },
    grants: [
      ...personalDataChangeGrants,
      'table:cases-read',
      'table:home-names',
      'table:statements',
      'table:signature-templates-read',
      'table:signed-papers',
      'table:documents-read',
      'table:envelopes',
    ],
    timeoutSeconds: 30,
    memoryMb: 512,
  },
  'signing-poll': {
    trigger: { schedule: 'rate(5 minutes)' },
    grants: ['table:envelopes-due', 'table:outbox-write'],
    timeoutSeconds: 60,
    memoryMb: 256,
  },
  'signing-remind': {
    trigger: { schedule: 'rate(1 hour)' },
    grants: [...personalDataChangeGrants, 'table:envelopes-open', 'table:envelopes', 'table:home-names'],
    timeoutSeconds: 120,
    memoryMb: 256,
  },
  'docuseal-webhooks': {
    endpoints: ['signing-webhooks'],
    grants: [
      'secret:origin',
      'table:limits',
      'table:outbox-write',
      'table:webhooks',
      'table:submission-owners',
      'partner-key:open-webhook',
    ],
    timeoutSeconds: 10,
    memoryMb: 512,
  },
} as const satisfies Record<string, FunctionDefinition>;
