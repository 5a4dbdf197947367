import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import { importMessages } from '#domain/imports/import-messages.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { attachments } from '#functions/cases/repository/case-attachments.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { type Customers, customers } from '#functions/customers/repository/customer-database.ts';
import type { CustomerRecord } from '#functions/customers/repository/customer-record.ts';
import { type ContextOf, handler } from '#functions/platform/api/handler.ts';
import { ssn } from '#functions/ssn/repository.ts';
import { type ImportRecord, imports, type StoredLine } from './repository.ts';
import { advanceImport, undoableUntil, withBatchFinished } from './shared/advance-import.ts';
import { type BatchUndo, calendarSyncEvents, importedId } from './shared/create-cases.ts';
import { undoCases } from './shared/undo-cases.ts';

/** Returns why an imported customer stays; undefined if it was not changed since. */
const whyKept = (record: CustomerRecord | undefined): string | undefined => {
  if (!record) return 'Not undone: already deleted or merged';
  if (record.link_count > 0) return 'Kept: linked to a case';
  return record.revision > 1 || record.open_merge ? 'Kept: this customer was changed since' : undefined;
};

const undoCustomers = async (
  customers: Pick<Customers, 'changes' | 'records'>,
  { importId, lines }: { importId: string; lines: readonly StoredLine[] },
): Promise<BatchUndo> => {
  const found = new Map(
    (await customers.records(lines.map(({ line }) => importedId(importId, line)))).map((record) => [record.id, record]),
  );
  const of = ({ line }: StoredLine) => found.get(importedId(importId, line));
  const reasons = new Map(
    lines.flatMap((line) => {
      const why = whyKept(of(line));
      return why ? [[line.line, why] as const] : [];
    }),
  );
  const removed = lines.filter(({ line }) => !reasons.has(line)).flatMap((line) => of(line) ?? []);
  return { writes: [customers.changes(removed.map((before) => ({ before })))], kept: reasons };
};

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
  work.add(db.imports.change(record, next));
  if (part)
    work.add(db.imports.putPart({ ...part, lines: lines.map((line) => undoneLine(line, undone)) }), ...undone.writes);
  if (record.kind === 'cases') {
    for (const { line, fields } of removed)
      work.audit('case.taken_back', importedId(record.id, line), [
        { field: 'case_number', from: fields?.case_number ?? '', to: null },
      ]);
    calendarSyncEvents(work, record, removed);
  }
  await work.step();
  return next.state === 'undoing';
};

/**
 * Removes an import's records, one part per commit. Records changed, merged or referenced since stay, and the line
 * explains why.
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
