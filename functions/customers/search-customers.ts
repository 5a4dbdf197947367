import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { maxProposed } from '#domain/customers/customer.schema.ts';
import { handler } from '#functions/kernel/handler.ts';
import { customers } from '#functions/records/customers/customer-database.ts';

export const searchCustomers = handler(customerEndpoints.search, { customers }, ({ query }, { db, now }) =>
  db.customers.search(query.q, maxProposed, now),
);
