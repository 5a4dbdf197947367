import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Table } from '#functions/platform/store/table.ts';

const attachmentsIn = (table: Table, keys: Keys) => ({
  async hasAny(caseId: string): Promise<boolean> {
    const found = await Promise.all(
      [keys.papers(caseId), keys.envelopesOfCase(caseId)].map((pk) => table.query({ pk, limit: 1, only: ['sk'] })),
    );
    return found.some(({ length }) => length > 0);
  },
});
export type Attachments = ReturnType<typeof attachmentsIn>;

export const attachments = { grants: ['table:case-attachments'], in: attachmentsIn } as const satisfies Repository;
