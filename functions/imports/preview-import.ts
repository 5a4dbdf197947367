import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import { importMessages } from '#domain/imports/import-messages.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { customers } from '#functions/customers/repository/customer-database.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { type ImportRecord, imports } from './repository.ts';
import { advanceImport } from './shared/advance-import.ts';
import { caseDuplicates } from './shared/case-duplicates.ts';
import { customerDuplicates } from './shared/customer-duplicates.ts';
import { EarlierLines } from './shared/duplicate-check.ts';
import { withPartsPreviewed } from './shared/import-progress.ts';

/** So many parts are previewed with one commit. */
const partsPerCommit = { customers: 5, cases: 20 } as const;

/** Longer than other steps go on: a process that did not preview the earlier lines reads them first. */
const budgetMs = 12_000;

/**
 * What this process remembers of the import that it previewed last: the next call mostly follows within the second, and
 * reading 100,000 lines anew takes longer than a call should. It is taken out while a call is at work, so that two
 * calls at once share nothing.
 */
let cached: { id: string; earlier: EarlierLines } | undefined;

const takeCached = (id: string): EarlierLines | undefined => {
  const earlier = cached?.id === id ? cached.earlier : undefined;
  cached = undefined;
  return earlier;
};

/** The preview, a dry run: says of each line whether it is new, known (a duplicate) or doubtful; changes no record. */
export const previewImport = handler(
  importEndpoints.look,
  { imports, customers, cases },
  async ({ params }, { db, work }) => {
    let earlier = takeCached(params.id);
    const step = async (record: ImportRecord): Promise<boolean> => {
      if (record.received < record.line_count || record.state === 'discarding')
        throw new AppError('conflict', { detail: importMessages.notAllHere });
      if (record.run_at) throw new AppError('conflict', { detail: importMessages.begun });
      if (record.state === 'ready') return false;
      earlier ??= new EarlierLines(
        record.kind === 'cases' ? caseDuplicates(db.cases) : customerDuplicates(db.customers),
      );
      await earlier.catchUp(db.imports, record);
      const [from, count] = [record.looked_parts, partsPerCommit[record.kind]];
      const parts = await db.imports.parts(record.id, from, Math.min(from + count, record.parts));
      const previewed = await earlier.duplicates.check(parts);
      const next = withPartsPreviewed(record, previewed);
      try {
        await work.add(db.imports.change(record, next), previewed.map(db.imports.putPart)).step();
      } catch (error) {
        // What was remembered of these lines is remembered anew by the next try.
        earlier = undefined;
        throw error;
      }
      earlier.rememberedUpTo(next.looked_parts);
      return next.state === 'looking';
    };
    const shown = await advanceImport({ db, work }, params.id, step, budgetMs);
    if (shown.state === 'looking' && earlier) cached = { id: shown.id, earlier };
    return shown;
  },
);
