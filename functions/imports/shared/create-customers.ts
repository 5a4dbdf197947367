import { customerFieldsOf } from '#domain/imports/customer-lines.ts';
import type { Customers } from '#functions/customers/repository/customer-database.ts';
import { type CustomerRecord, newCustomer } from '#functions/customers/repository/customer-record.ts';
import type { StoredLine } from '#functions/imports/repository.ts';
import { type BatchRun, createdAt, importedId } from './imported-records.ts';

const customerOfLine = (importId: string, { line, fields }: StoredLine, now: Date): CustomerRecord => {
  const read = fields ?? {};
  const record = newCustomer(importedId(importId, line), customerFieldsOf(read), now);
  return read.created_at ? { ...record, created_at: createdAt(read.created_at, now).toISOString() } : record;
};

/** Creates the customers of some lines. */
export const createCustomers = (
  customers: Pick<Customers, 'changes'>,
  { importId, lines, now }: { importId: string; lines: readonly StoredLine[]; now: Date },
): BatchRun => ({
  writes: [customers.changes(lines.map((line) => ({ next: customerOfLine(importId, line, now) })))],
  imported: lines,
});
