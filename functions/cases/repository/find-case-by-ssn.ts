import { type Repository, recordReads } from '#functions/platform/store/repository.ts';
import { caseSchema } from './case-record.ts';

/** Gives the function that reveals SSNs the core of a case and nothing else. */
export const caseOfSsn = {
  grants: ['table:ssn-read'],
  in: (table, keys) => ({
    ...recordReads(table, caseSchema.parse, keys.case),
  }),
} as const satisfies Repository;
