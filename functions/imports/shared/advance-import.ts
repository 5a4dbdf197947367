import type { Import } from '#domain/imports/import.schema.ts';
import type { ImportRecord, Imports } from '#functions/imports/repository.ts';
import type { Work } from '#functions/platform/api/work.ts';
import { presentImport } from './present-import.ts';

/** So long a call goes on with the next step, unless it says otherwise; the last one may take some seconds more. */
const defaultMs = 6000;

interface Advancing {
  db: { imports: Pick<Imports, 'require'> };
  work: Pick<Work, 'attempt'>;
}

/**
 * Advances an import step by step for some seconds, and answers how far it is. A step reads the import anew, commits
 * what it does together with how far that is, and answers whether there is more: cut off at any place, the next call goes
 * on where the last commit was, and two calls at once do nothing twice.
 */
export const advanceImport = async (
  { db, work }: Advancing,
  id: string,
  step: (record: ImportRecord) => Promise<boolean>,
  budgetMs = defaultMs,
): Promise<Import> => {
  const started = Date.now();
  for (;;) {
    const isMore = await work.attempt(() => db.imports.require(id), step);
    if (!isMore || Date.now() - started > budgetMs) return presentImport(await db.imports.require(id));
  }
};
