import type { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { removeRecord } from './remove-records.ts';

export const deleteCustomer: Handler<typeof customerEndpoints.delete> = async ({ params }, context) => {
  await removeRecord(context, params.id);
  return { success: true as const };
};
