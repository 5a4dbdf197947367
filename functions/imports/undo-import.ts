import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import { importMessages } from '#domain/imports/import-messages.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { attachments } from '#functions/cases/repository/case-attachments.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { customers } from '#functions/customers/repository/customer-database.ts';
import type { ContextOf } from '#functions/platform/api/context.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { ssn } from '#functions/ssn/repository.ts';
import { type ImportRecord, imports, type StoredLine } from './repository.ts';
import { advanceImport } from './shared/advance-import.ts';
import { calendarSyncEvents } from './shared/calendar-follows.ts';
import { withBatchFinished } from './shared/import-progress.ts';
import { type BatchUndo, importedId } from './shared/imported-records.ts';
import { undoableUntil } from './shared/present-import.ts';
import { undoCases } from './shared/undo-cases.ts';
import { undoCustomers } from './shared/undo-customers.ts';

const needs = { imports, customers, cases, attachments, ssn };
type Context = ContextOf<typeof importEndpoints.undo, typeof needs>;

const undoneLine = (line: StoredLine, { kept }: BatchUndo): StoredLine => {
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

/** Undoes the next part, with one commit. */
const undoPart = async ({ db, work }: Context, record: ImportRecord): Promise<boolean> => {
  const [part] = await db.imports.parts(record.id, record.gone_parts, record.gone_parts + 1);
  const lines = part?.lines ?? [];
  const imported = lines.filter(({ fate }) => fate === 'brought');
  const of = { importId: record.id, lines: imported };
  const undone = await (record.kind === 'cases' ? undoCases(db, of) : undoCustomers(db.customers, of));
  const removed = imported.filter(({ line }) => !undone.kept.has(line));
  const next = withBatchFinished(record, lines.length, {
    removed: record.removed + removed.length,
    kept: record.kept + undone.kept.size,
  });
  if (part)
    work.add(db.imports.putPart({ ...part, lines: lines.map((line) => undoneLine(line, undone)) }), ...undone.writes);
  if (record.kind === 'cases') {
    for (const { line, fields } of removed)
      work.audit('case.taken_back', importedId(record.id, line), [
        { field: 'case_number', from: fields?.case_number ?? '', to: null },
      ]);
    calendarSyncEvents(work, record, removed);
  }
  await work.add(db.imports.change(record, next)).step();
  return next.state === 'undoing';
};

/**
 * Undoes an import: removes the records that it has made, a part with one commit. What was changed, merged or named by
 * others since is kept, and the line says why. What somebody touches at this moment is looked at anew.
 */
export const undoImport = handler(importEndpoints.undo, needs, async ({ params }, context) => {
  const { db, work, actor, now } = context;
  return advanceImport({ db, work }, params.id, async (record) => {
    if (record.state === 'undone') return false;
    if (record.state === 'undoing') return undoPart(context, record);
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
