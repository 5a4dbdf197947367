import { AppError } from '#domain/contract/errors.ts';
import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import { importMessages } from '#domain/imports/import-messages.ts';
import type { ContextOf } from '#functions/kernel/context.ts';
import { handler } from '#functions/kernel/handler.ts';
import { attachments } from '#functions/records/case-attachments.ts';
import { cases } from '#functions/records/cases.ts';
import { customers } from '#functions/records/customer-database.ts';
import { type ImportRecord, imports, type StoredLine } from '#functions/records/imports.ts';
import { takeBackCases } from './shared/cases-taken-back.ts';
import { importedId, type TakenBack } from './shared/imported.ts';
import { takeBackCustomers } from './shared/imported-customers.ts';
import { inSteps } from './shared/in-steps.ts';
import { afterPart, undoableUntil } from './shared/present-import.ts';

const needs = { imports, customers, cases, attachments };
type Context = ContextOf<typeof importEndpoints.undo, typeof needs>;

const undoneLine = (line: StoredLine, { kept }: TakenBack): StoredLine => {
  if (line.fate !== 'brought') return { ...line, fate: 'left' };
  const why = kept.get(line.line);
  return why ? { ...line, fate: 'kept', why: [...line.why, why] } : { ...line, fate: 'removed' };
};

const beginUndo = (record: ImportRecord, by: string, now: Date): ImportRecord => {
  if (!record.run_at) throw new AppError('conflict', { detail: importMessages.notRun });
  if ((undoableUntil(record) ?? '') < now.toISOString()) throw new AppError('gone', { detail: importMessages.over });
  return {
    ...record,
    ...{ state: 'undoing', gone_parts: 0, gone_through: 0, undone_at: now.toISOString(), undone_by_name: by },
  };
};

/** The next part, with one commit. */
const takeBackPart = async ({ db, work }: Context, record: ImportRecord): Promise<boolean> => {
  const [part] = await db.imports.parts(record.id, record.gone_parts, record.gone_parts + 1);
  const lines = part?.lines ?? [];
  const brought = lines.filter(({ fate }) => fate === 'brought');
  const of = { importId: record.id, lines: brought };
  const found = await (record.kind === 'cases' ? takeBackCases(db, of) : takeBackCustomers(db.customers, of));
  const leaving = brought.filter(({ line }) => !found.kept.has(line));
  const next = afterPart(record, lines.length, {
    removed: record.removed + leaving.length,
    kept: record.kept + found.kept.size,
  });
  if (part)
    work.add(db.imports.putPart({ ...part, lines: lines.map((line) => undoneLine(line, found)) }), ...found.writes);
  if (record.kind === 'cases')
    for (const { line, fields } of leaving)
      work.audit('case.taken_back', importedId(record.id, line), [
        { field: 'case_number', from: fields?.case_number ?? '', to: null },
      ]);
  await work.add(db.imports.change(record, next)).step();
  return next.state === 'undoing';
};

/**
 * Takes back what an import has brought, a part with one commit. What was changed, merged or named by others since is kept,
 * and the line says why. What somebody touches at this moment is looked at anew.
 */
export const undoImport = handler(importEndpoints.undo, needs, async ({ params }, context) => {
  const { db, work, actor, now } = context;
  return inSteps({ db, work }, params.id, async (record) => {
    if (record.state === 'undone') return false;
    if (record.state === 'undoing') return takeBackPart(context, record);
    await work
      .add(db.imports.change(record, beginUndo(record, actor.name, now)))
      .audit('import.undone', actor.organizationId, [
        { field: 'file', from: record.file_name, to: null },
        { field: record.kind, from: record.brought, to: null },
      ])
      .announce('import.undone', actor.organizationId, { import_id: record.id })
      .step();
    return true;
  });
});
