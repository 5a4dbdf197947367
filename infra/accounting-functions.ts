import type { FunctionDefinition } from './function-definition.ts';
import { changeGrants, staffCallGrants } from './shared-grants.ts';

/** Rows of the privilege table for the books at QuickBooks. */
export const accountingFunctions = {
  accounting: {
    entry: 'accounting',
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
    // QuickBooks has ten of them for an answer, and a token may have to be refreshed first.
    timeoutSeconds: 29,
    memoryMb: 512,
  },
  // A month as a file: it asks the books of one organization.
  'books-file': {
    entry: 'books-file',
    endpoints: ['accounting'],
    grants: [...staffCallGrants, 'organization-role:assume', 'secret:quickbooks'],
    inOrganization: [
      ...['table:accounting-read', 'table:connection-tokens', 'table:payments-read', 'table:lists'],
      ...['partner-key:seal-quickbooks', 'partner-key:open-quickbooks'],
    ],
    timeoutSeconds: 29,
    memoryMb: 512,
  },
  'quickbooks-webhooks': {
    entry: 'quickbooks-webhooks',
    endpoints: ['accounting-webhooks'],
    grants: ['secret:origin', 'table:limits', 'table:outbox-write', 'table:webhooks', 'secret:quickbooks'],
    // QuickBooks has three seconds for an answer, and asks again later.
    timeoutSeconds: 10,
    memoryMb: 512,
  },
  quickbooks: {
    entry: 'quickbooks',
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
    // Short, so that what a worker that died was at is taken up within five minutes.
    timeoutSeconds: 45,
    memoryMb: 512,
  },
} as const satisfies Record<string, FunctionDefinition>;
