import { notFound } from '#domain/shared/contract/errors.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { type CaseRecord, caseSchema } from './case-record.ts';

/** Gives the function that reveals SSNs the core of a case and nothing else. */
export const caseOfSsn = {
  grants: ['table:ssn-read'],
  in: (table, keys) => ({
    async require(id: string): Promise<CaseRecord> {
      const item = await table.get(keys.case(id));
      if (!item) throw notFound();
      return caseSchema.parse(item);
    },
  }),
} as const satisfies Repository;
