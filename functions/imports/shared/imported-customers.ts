import { customerFieldsOf } from '#domain/imports/customer-lines.ts';
import type { Customers } from '#functions/records/customer-database.ts';
import { type CustomerRecord, newCustomer } from '#functions/records/customer-record.ts';
import type { StoredLine } from '#functions/records/imports.ts';
import { type Brought, createdAt, importedId, type TakenBack } from './imported.ts';

const customerOfLine = (importId: string, { line, fields }: StoredLine, now: Date): CustomerRecord => {
  const read = fields ?? {};
  const record = newCustomer(importedId(importId, line), customerFieldsOf(read), now);
  return read.created_at ? { ...record, created_at: createdAt(read.created_at, now).toISOString() } : record;
};

export const bringCustomers = (
  customers: Pick<Customers, 'changes'>,
  { importId, lines, now }: { importId: string; lines: readonly StoredLine[]; now: Date },
): Brought => ({
  writes: [customers.changes(lines.map((line) => ({ next: customerOfLine(importId, line, now) })))],
  brought: lines,
});

/** Why a customer stays whom an import has brought; undefined for one whom nobody has touched since. */
const whyKept = (record: CustomerRecord | undefined): string | undefined => {
  if (!record) return 'Not taken back: it was deleted, or merged into another customer, since';
  if (record.link_count > 0) return 'Kept: a case names this customer';
  return record.revision > 1 || record.open_merge ? 'Kept: somebody has changed this customer since' : undefined;
};

export const takeBackCustomers = async (
  customers: Pick<Customers, 'changes' | 'records'>,
  { importId, lines }: { importId: string; lines: readonly StoredLine[] },
): Promise<TakenBack> => {
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
  const leaving = lines.filter(({ line }) => !kept.has(line)).flatMap((line) => of(line) ?? []);
  return { writes: [customers.changes(leaving.map((before) => ({ before })))], kept };
};
