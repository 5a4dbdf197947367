import { kinOfLine } from '#domain/imports/case-lines.ts';
import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import { importMessages } from '#domain/imports/import.schema.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import {
  type Attachments,
  attachments,
  type Cases,
  cases,
  type StoredCase,
} from '#functions/cases/repository/cases.ts';
import { type Customers, customers } from '#functions/customers/repository/customer-database.ts';
import type { CustomerRecord } from '#functions/customers/repository/customer-record.ts';
import { type ContextOf, handler } from '#functions/platform/api/handler.ts';
import { ssn } from '#functions/ssn/repository.ts';
import { hasLedger, hasStatements } from '../cases/repository/case-record.ts';
import type { Write } from '../platform/store/table.ts';
import { type ImportRecord, imports, type StoredLine } from './repository.ts';
import { advanceImport, undoableUntil, withBatchFinished } from './shared/advance-import.ts';
import { type BatchUndo, calendarSyncEvents, importedId, kinIds } from './shared/create-cases.ts';

interface Db {
  cases: Pick<Cases, 'find' | 'removeImported'>;
  customers: Pick<Customers, 'changes' | 'records' | 'relink'>;
  attachments: Attachments;
  ssn: ReturnType<typeof ssn.in>;
}

/** Returns why an imported case stays; undefined if it was not changed since. */
const whyCaseKept = async (db: Db, storedCase: StoredCase | undefined): Promise<string | undefined> => {
  if (!storedCase) return 'Not undone: already deleted';
  const { core, sections, parts = [], events = [] } = storedCase;
  if (hasLedger(core) || hasStatements(core)) return 'Kept: the case has payments';
  const isEdited = core.version > 1 || Object.values(sections).some(({ version }) => version > 1);
  if (isEdited || parts.length > 0 || events.length > 0) return 'Kept: this case was changed since';
  return (await db.attachments.hasAny(core.id)) ? 'Kept: the case has documents or signature requests' : undefined;
};

/** Customers created by the import that nothing else names are deleted. */
const customersLeft = async (
  { customers }: Db,
  importId: string,
  removed: readonly { line: StoredLine; found: StoredCase }[],
): Promise<Write[]> => {
  const own = new Set(
    removed.flatMap(({ line }) => {
      const nextOfKin = kinOfLine(line.fields ?? {});
      return nextOfKin ? kinIds(importId, line.line, nextOfKin) : [];
    }),
  );
  const entered = new Map<string, number>();
  const others: Write[] = [];
  // A customer created by one line may be matched by another, so there is one write per customer.
  for (const [id, relations] of removed.flatMap(({ found }) => Object.entries(found.core.customers)))
    if (own.has(id)) entered.set(id, (entered.get(id) ?? 0) + 1);
    else others.push(...customers.relink({ [id]: relations }, {}));
  const records = await customers.records([...entered.keys()]);
  const changes = records.map((before) => {
    const link_count = before.link_count - (entered.get(before.id) ?? 0);
    const isOurs = link_count === 0 && before.revision === 1 && !before.open_merge;
    return isOurs ? { before } : { before, next: { ...before, link_count } };
  });
  return [...others, ...customers.changes(changes)];
};

const undoCases = async (
  db: Db,
  { importId, lines }: { importId: string; lines: readonly StoredLine[] },
): Promise<BatchUndo> => {
  const reasons = new Map<number, string>();
  const removed: { line: StoredLine; found: StoredCase }[] = [];
  await Promise.all(
    lines.map(async (line) => {
      const found = await db.cases.find(importedId(importId, line.line));
      const why = await whyCaseKept(db, found);
      if (why) reasons.set(line.line, why);
      else if (found) removed.push({ line, found });
    }),
  );
  const writes = removed.map(({ found }) => [
    ...db.cases.removeImported(found),
    ...(found.core.ssn_id ? [db.ssn.remove(found.core.ssn_id)] : []),
  ]);
  return { writes: [...writes, await customersLeft(db, importId, removed)], kept: reasons };
};

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
    state: 'undoing',
    gone_parts: 0,
    gone_through: 0,
    undone_at: now.toISOString(),
    undone_by_name: by,
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

/** Removes an import's records, one part per commit; records changed or referenced since stay with a reason. */
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
