import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Table } from '#functions/platform/store/table.ts';

const submissionOwnersIn = (table: Table, keys: Keys) => ({
  /** The envelope that a submission of DocuSeal belongs to; undefined for one that is not the organization's. */
  async envelopeOf(docusealId: number): Promise<string | undefined> {
    const item = await table.get(keys.submissionOwner(docusealId));
    return item && String(item.envelope_id);
  },
});
/** Which envelope is meant, and nothing of it. */
export const submissionOwners = {
  grants: ['table:submission-owners'],
  in: submissionOwnersIn,
} as const satisfies Repository;
