import type { Grant } from './function-definition.ts';

/** What every call of a member of staff takes: where it comes from, who calls, and how often. */
export const staffCallGrants = ['secret:origin', 'table:session', 'table:limits'] as const satisfies readonly Grant[];
/** What a change takes besides the records: its audit entry, its event, and the answer to a repeated request. */
export const changeGrants = ['table:audit-write', 'table:outbox-write'] as const satisfies readonly Grant[];
/** The same where entries tell of people: those are sealed, and opened for who reads them. */
export const personalDataChangeGrants = [
  ...changeGrants,
  'table:subject-keys',
  'subject-key:use',
] as const satisfies readonly Grant[];
