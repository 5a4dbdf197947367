import { kinOfLine } from '#domain/imports/case-lines.ts';
import type { Attachments } from '#functions/cases/repository/case-attachments.ts';
import { hasLedger, hasStatements } from '#functions/cases/repository/case-record.ts';
import type { Cases, StoredCase } from '#functions/cases/repository/cases.ts';
import type { Customers } from '#functions/customers/repository/customer-database.ts';
import type { StoredLine } from '#functions/imports/repository.ts';
import type { Write } from '#functions/platform/store/table.ts';
import type { ssn } from '#functions/ssn/repository.ts';
import { type BatchUndo, importedId, kinIds } from './create-cases.ts';

interface Db {
  cases: Pick<Cases, 'find' | 'removeImported'>;
  customers: Pick<Customers, 'changes' | 'records' | 'relink'>;
  attachments: Attachments;
  ssn: ReturnType<typeof ssn.in>;
}

/** Returns why an imported case stays; undefined if it was not changed since. */
const whyKept = async (db: Db, storedCase: StoredCase | undefined): Promise<string | undefined> => {
  if (!storedCase) return 'Not undone: already deleted';
  const { core, sections, parts = [] } = storedCase;
  if (hasLedger(core) || hasStatements(core)) return 'Kept: the case has payments';
  const isChanged = core.version > 1 || parts.length > 0 || Object.values(sections).some(({ version }) => version > 1);
  if (isChanged) return 'Kept: this case was changed since';
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

export const undoCases = async (
  db: Db,
  { importId, lines }: { importId: string; lines: readonly StoredLine[] },
): Promise<BatchUndo> => {
  const reasons = new Map<number, string>();
  const removed: { line: StoredLine; found: StoredCase }[] = [];
  await Promise.all(
    lines.map(async (line) => {
      const found = await db.cases.find(importedId(importId, line.line));
      const why = await whyKept(db, found);
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
