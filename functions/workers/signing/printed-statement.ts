import { AppError } from '#domain/contract/errors.ts';
import type { Envelope } from '#domain/signatures/envelope.ts';
import { madeSeriesId } from '#functions/documents/shared/made-document.ts';
import { documentsIn } from '#functions/records/documents/documents.ts';
import { statementsIn } from '#functions/records/money/statements.ts';
import { keysOf } from '#functions/store/keys.ts';
import type { SigningDependencies } from './signing-dependencies.ts';

/**
 * The PDF of a finalized Statement among the documents of the case, the newest that was printed of it; undefined where
 * there is no such Statement. Throws 503 while it is not kept yet: its
 * worker keeps it a moment after it was finalized, and DocuSeal has nothing to do with that.
 */
export const printedStatement = async (
  { table }: Pick<SigningDependencies, 'table'>,
  { organization_id: organizationId, case_id: caseId }: Envelope,
  version: number,
): Promise<string | undefined> => {
  const keys = keysOf(organizationId);
  const statement = (await statementsIn(table, keys).ofCase(caseId)).find(({ record }) => record.version === version);
  if (!statement) return undefined;
  const series = madeSeriesId({ organizationId, caseId, series: `statement ${statement.record.id}` });
  const kept = (await documentsIn(table, keys).ofCase(caseId))
    .filter((one) => one.series === series && one.status === 'ready' && one.deleted_at === null)
    .sort((a, b) => b.revision - a.revision);
  const [newest] = kept;
  if (!newest) throw new AppError('unavailable', { reason: 'the Statement is not kept yet' });
  return newest.id;
};
