import type { FunctionDefinition } from './function-definition.ts';
import { changeGrants, staffCallGrants } from './shared-grants.ts';

/** Rows of the privilege table for calendars outside of the product. */
export const calendarFunctions = {
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
  'calendar-integration': {
    entry: 'calendar-integration',
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
    // Google has twelve of them for an answer.
    timeoutSeconds: 28,
    memoryMb: 512,
  },
  'google-webhooks': {
    entry: 'google-webhooks',
    endpoints: ['google-webhooks'],
    grants: ['secret:origin', 'table:limits', 'table:outbox-write', 'table:webhooks'],
    timeoutSeconds: 10,
    memoryMb: 256,
  },
  'google-calendar': {
    entry: 'google-calendar',
    trigger: { queue: 'google-calendar' },
    grants: [
      'table:google-sync',
      'table:lists',
      'table:case-rows',
      'table:home-names',
      'table:outbox-write',
      'partner-key:open-google',
      'secret:google',
    ],
    // Some forty cases are compared in one go.
    timeoutSeconds: 120,
    memoryMb: 512,
  },
  'google-clock': {
    entry: 'google-clock',
    trigger: { schedule: 'rate(1 hour)' },
    grants: ['table:google-clock', 'table:outbox-write'],
    timeoutSeconds: 60,
    memoryMb: 256,
  },
} as const satisfies Record<string, FunctionDefinition>;
