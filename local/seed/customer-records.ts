import { NewCustomer, toCustomerFields } from '#domain/customers/customer.schema.ts';
import { newCustomer } from '#functions/customers/repository/customer-record.ts';
import { demoId } from './demo-id.ts';
import type { DemoCustomer } from './demo-organization.ts';
import type { Seeding } from './seeding.ts';

const office = 'office@whitcomb-ames.example';

/** Writes a customer who came without a case. */
export const seedCustomer = (seeding: Seeding, { name, created, fields }: DemoCustomer): Promise<void> => {
  const db = seeding.databaseAs(office, created);
  const record = newCustomer(
    demoId('customer', name),
    toCustomerFields(NewCustomer.parse(fields)),
    new Date(seeding.instant(created)),
  );
  return db.commit([...db.customers.create(record), db.audit.entry('customer.created', record.id)]);
};
