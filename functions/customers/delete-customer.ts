import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { customers } from '#functions/customers/repository/customer-database.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { removeRecord } from './remove-records.ts';

export const deleteCustomer = handler(customerEndpoints.delete, { customers }, async ({ params }, context) => {
  await removeRecord(context, params.id);
  return context.work.finish({ success: true as const });
});
