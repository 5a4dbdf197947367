import type { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { presentCustomer } from './present-customer.ts';

export const getCustomer: Handler<typeof customerEndpoints.get> = async ({ params }, { db, now }) =>
  presentCustomer(await db.customers.require(params.id), now);
