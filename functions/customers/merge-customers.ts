import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { customers } from '#functions/customers/repository/customer-database.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { mergeRecords } from './merge-records.ts';
import { presentCustomer } from './present-customer.ts';

export const mergeCustomers = handler(customerEndpoints.merge, { customers }, async ({ params, body }, context) => {
  const { mergeId, survivor } = await mergeRecords(context, params.id, body.duplicate_id);
  return context.work.finish({ merge_id: mergeId, customer: presentCustomer(survivor, context.now) });
});
