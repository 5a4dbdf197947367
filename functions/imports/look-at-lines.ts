import { AppError } from '#domain/contract/errors.ts';
import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import { importMessages } from '#domain/imports/import-messages.ts';
import { handler } from '#functions/kernel/handler.ts';
import { cases } from '#functions/records/cases.ts';
import { customers } from '#functions/records/customer-database.ts';
import { type ImportPart, type ImportRecord, imports } from '#functions/records/imports.ts';
import { inSteps } from './shared/in-steps.ts';
import { LinesBefore, type Looking } from './shared/looking.ts';
import { lookingAtCases } from './shared/looking-at-cases.ts';
import { lookingAtCustomers } from './shared/looking-at-customers.ts';

/** So many parts are looked at with one commit. */
const partsTogether = { customers: 5, cases: 20 } as const;

/** Longer than other steps go on: a process that did not look at the lines before reads them first. */
const budgetMs = 12_000;

/**
 * What this process has read of the import that it looked at last: the next call mostly follows within the second, and
 * reading 100,000 lines anew takes longer than a call should. It is taken out while a call is at work, so that two calls
 * at once share nothing.
 */
let kept: { id: string; before: LinesBefore } | undefined;

const takenOut = (id: string): LinesBefore | undefined => {
  const before = kept?.id === id ? kept.before : undefined;
  kept = undefined;
  return before;
};

/** The import after some parts of it were looked at. */
const afterLooking = (record: ImportRecord, looked: readonly ImportPart[]): ImportRecord => {
  const lines = looked.flatMap((part) => part.lines);
  const counts = { ...record.counts };
  for (const { outcome } of lines) counts[outcome ?? 'refused']++;
  const looked_parts = record.looked_parts + looked.length;
  const state = looked_parts < record.parts ? 'looking' : 'ready';
  return { ...record, state, looked_parts, looked: record.looked + lines.length, counts };
};

/** Says of each line whether it is something new, known or doubtful; changes nothing but what it says. */
export const lookAtLines = handler(
  importEndpoints.look,
  { imports, customers, cases },
  async ({ params }, { db, work }) => {
    let before = takenOut(params.id);
    const step = async (record: ImportRecord): Promise<boolean> => {
      if (record.received < record.line_count || record.state === 'discarding')
        throw new AppError('conflict', { detail: importMessages.notAllHere });
      if (record.run_at) throw new AppError('conflict', { detail: importMessages.begun });
      if (record.state === 'ready') return false;
      const looking = (): Looking =>
        record.kind === 'cases' ? lookingAtCases(db.cases) : lookingAtCustomers(db.customers);
      before ??= new LinesBefore(looking());
      await before.readUpTo(db.imports, record);
      const [from, some] = [record.looked_parts, partsTogether[record.kind]];
      const parts = await db.imports.parts(record.id, from, Math.min(from + some, record.parts));
      const looked = await before.looking.judged(parts);
      const next = afterLooking(record, looked);
      try {
        await work.add(db.imports.change(record, next), looked.map(db.imports.putPart)).step();
      } catch (error) {
        // What was taken of these lines is taken anew by the next try.
        before = undefined;
        throw error;
      }
      before.tookUpTo(next.looked_parts);
      return next.state === 'looking';
    };
    const so = await inSteps({ db, work }, params.id, step, budgetMs);
    if (so.state === 'looking' && before) kept = { id: so.id, before };
    return so;
  },
);
