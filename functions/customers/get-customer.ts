import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { customers } from '#functions/customers/repository/customer-database.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { presentCustomer } from './present-customer.ts';

export const getCustomer = handler(customerEndpoints.get, { customers }, async ({ params }, { db, now }) =>
  presentCustomer(await db.customers.require(params.id), now),
);
