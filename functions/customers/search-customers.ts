import type { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';

const mostFound = 20;

export const searchCustomers: Handler<typeof customerEndpoints.search> = ({ query }, { db, now }) =>
  db.customers.search(query.q, mostFound, now);
