import type { Keys } from '#functions/store/keys.ts';
import type { Table, Write } from '#functions/store/table.ts';
import { informantSections, linkWrites, rewiringOf, withLink } from './customer-links.ts';
import type { CustomerChange, StoredCustomer } from './customers.ts';

/** One transaction's part of a deletion. */
export interface RemovalStep {
  writes: Write[];
  isLast: boolean;
  /** Cases that lost the customer: all are closed, as open ones forbid the deletion. */
  leftCases: string[];
}

/** A record with its words, counters and shared values takes at most 26 actions; a case 4, with its audit entry. */
const casesPerStep = 16;

/**
 * The next step of a deletion: the customer's closed cases forget it, with the last of them it is gone. Never leaves a
 * case that names a customer who does not exist.
 */
export const removalStep = async (
  { table, keys, changes }: { table: Table; keys: Keys; changes: (of: readonly CustomerChange[]) => Promise<Write[]> },
  customer: StoredCustomer,
): Promise<RemovalStep> => {
  const { record, links } = customer;
  const leftCases = links.slice(0, casesPerStep).map(({ case_id }) => case_id);
  const isLast = leftCases.length === links.length;
  const sections = await informantSections(table, keys, leftCases);
  const left = leftCases.reduce((rest, caseId) => withLink(rest, caseId, undefined), customer);
  const next = isLast ? {} : { next: { ...left.record, revision: record.revision + 1 } };
  return {
    isLast,
    leftCases,
    writes: [
      ...(await changes([{ before: record, ...next }])),
      ...leftCases.flatMap((caseId) => [
        ...linkWrites(keys, record.id, caseId, undefined),
        ...rewiringOf(keys, caseId, sections.get(caseId), { from: record.id, to: undefined }).writes,
      ]),
    ],
  };
};
