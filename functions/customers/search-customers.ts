import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { maxProposed } from '#domain/customers/customer.schema.ts';
import { customers } from '#functions/customers/repository/customer-database.ts';
import { handler } from '#functions/platform/api/handler.ts';

export const searchCustomers = handler(customerEndpoints.search, { customers }, ({ query }, { db, now }) =>
  db.customers.search(query.q, maxProposed, now),
);
