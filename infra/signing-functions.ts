import type { FunctionRow } from './function-row.ts';
import { changesOfPeople, staffCalls } from './shared-grants.ts';

/** Rows of the privilege table for papers that are signed. */
export const signingFunctions = {
  signatures: {
    entry: 'signatures',
    endpoints: ['signature-templates', 'signature-envelopes'],
    grants: [
      ...staffCalls,
      ...changesOfPeople,
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
} as const satisfies Record<string, FunctionRow>;
