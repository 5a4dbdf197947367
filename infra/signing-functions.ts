import type { FunctionDefinition } from './function-definition.ts';
import { changeGrants, personalDataChangeGrants, staffCallGrants } from './shared-grants.ts';

/** Rows of the privilege table for papers that are signed. */
export const signingFunctions = {
  signatures: {
    entry: 'signatures',
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
    ],
    timeoutSeconds: 25,
    memoryMb: 1024,
  },
  signing: {
    entry: 'signing',
    endpoints: ['signing-connection', 'signing-service'],
    grants: [
      ...staffCallGrants,
      ...changeGrants,
      'table:home-names',
      'table:cases-read',
      'table:statements',
      'table:envelopes',
      'table:signature-templates',
      'table:connections',
      'table:connections-read',
      'partner-key:seal',
      'partner-key:open',
    ],
    // DocuSeal has eight of them for an answer.
    timeoutSeconds: 25,
    memoryMb: 512,
  },
  'signing-work': {
    entry: 'signing-work',
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
    // Papers of several submissions, one after the other, from DocuSeal to S3.
    timeoutSeconds: 90,
    memoryMb: 1024,
    carries: 'functions/platform/adapters/pdf/fonts',
  },
  // Drafts for new cases, Statements that were signed, marks on those of an older version, and the end with a case's: it may
  // ask no partner.
  'envelope-care': {
    entry: 'envelope-care',
    trigger: { queue: 'envelope-care' },
    grants: [
      ...personalDataChangeGrants,
      'table:cases-read',
      'table:home-names',
      'table:statements',
      'table:signature-templates-read',
      'table:documents-read',
      'table:envelopes',
    ],
    timeoutSeconds: 30,
    memoryMb: 512,
  },
  'signing-poll': {
    entry: 'signing-poll',
    trigger: { schedule: 'rate(5 minutes)' },
    grants: ['table:envelopes-due', 'table:outbox-write'],
    timeoutSeconds: 60,
    memoryMb: 256,
  },
  'signing-remind': {
    entry: 'signing-remind',
    trigger: { schedule: 'rate(1 hour)' },
    grants: [...personalDataChangeGrants, 'table:envelopes-open', 'table:envelopes', 'table:home-names'],
    timeoutSeconds: 120,
    memoryMb: 256,
  },
  'docuseal-webhooks': {
    entry: 'docuseal-webhooks',
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
