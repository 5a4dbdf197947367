import type { Customers } from '#functions/customers/repository/customer-database.ts';
import type { CustomerRecord } from '#functions/customers/repository/customer-record.ts';
import type { StoredLine } from '#functions/imports/repository.ts';
import { type BatchUndo, importedId } from './imported-records.ts';

/** Why a customer stays whom an import has brought; undefined for one whom nobody has touched since. */
const whyKept = (record: CustomerRecord | undefined): string | undefined => {
  if (!record) return 'Not taken back: it was deleted, or merged into another customer, since';
  if (record.link_count > 0) return 'Kept: a case names this customer';
  return record.revision > 1 || record.open_merge ? 'Kept: this customer was changed since' : undefined;
};

/** Removes the customers of some lines. */
export const undoCustomers = async (
  customers: Pick<Customers, 'changes' | 'records'>,
  { importId, lines }: { importId: string; lines: readonly StoredLine[] },
): Promise<BatchUndo> => {
  const found = new Map(
    (await customers.records(lines.map(({ line }) => importedId(importId, line)))).map((one) => [one.id, one]),
  );
  const of = ({ line }: StoredLine) => found.get(importedId(importId, line));
  const kept = new Map(
    lines.flatMap((line) => {
      const why = whyKept(of(line));
      return why ? [[line.line, why] as const] : [];
    }),
  );
  const removed = lines.filter(({ line }) => !kept.has(line)).flatMap((line) => of(line) ?? []);
  return { writes: [customers.changes(removed.map((before) => ({ before })))], kept };
};
