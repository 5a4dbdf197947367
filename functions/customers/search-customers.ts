import type { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { mostProposed } from '#domain/customers/customer.schema.ts';
import type { Handler } from '#functions/kernel/context.ts';

export const searchCustomers: Handler<typeof customerEndpoints.search> = ({ query }, { db, now }) =>
  db.customers.search(query.q, mostProposed, now);
