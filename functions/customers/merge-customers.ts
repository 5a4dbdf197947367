import type { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { mergeRecords } from './merge-records.ts';
import { presentCustomer } from './present-customer.ts';

export const mergeCustomers: Handler<typeof customerEndpoints.merge> = async ({ params, body }, context) => {
  const { mergeId, survivor } = await mergeRecords(context, params.id, body.duplicate_id);
  return { merge_id: mergeId, customer: presentCustomer(survivor, context.now) };
};
