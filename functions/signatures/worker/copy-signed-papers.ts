import { signedPapersOf } from '#domain/gates/signed-papers.ts';
import { caseExistsCheck } from '#functions/cases/repository/case-exists-check.ts';
import { createSignedPaperRepository } from '#functions/gates/repository.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { retryOnConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { createEnvelopeRepository } from '../repository/envelopes.ts';
import { createSignatureTemplateRepository } from '../repository/signature-templates.ts';

interface CaseOfPapers {
  organizationId: string;
  caseId: string;
}

/** Copies who signed the authorizations of a case into it, where gates and lists read it. It can be repeated. */
export const copySignedPapers = async (table: Table, { organizationId, caseId }: CaseOfPapers): Promise<void> => {
  const keys = keysOf(organizationId);
  const papers = createSignedPaperRepository(table, keys);
  await retryOnConflict(
    () => papers.of(caseId),
    async (before) => {
      const [envelopes, templates] = await Promise.all([
        createEnvelopeRepository(table, keys).ofCase(caseId),
        createSignatureTemplateRepository(table, keys).allDeletedToo(),
      ]);
      const entries = envelopes.flatMap((envelope) =>
        signedPapersOf(envelope, (id) => templates.find((template) => template.id === id)),
      );
      if (isSame(before.entries, entries)) return;
      await table.transact([papers.write(caseId, before, entries), caseExistsCheck(keys, caseId)]);
    },
  );
};
