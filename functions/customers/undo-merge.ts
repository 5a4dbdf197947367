import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { customers } from '#functions/customers/repository/customer-database.ts';
import { mergesOf } from '#functions/customers/repository/customer-merges.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { undoMergeOf } from './merge-records.ts';
import { presentCustomer } from './present-customer.ts';

export const undoMerge = handler(customerEndpoints.undoMerge, { customers }, async ({ params, body }, context) => {
  const { db, work, now } = context;
  const { survivor, mergeId, restored: back } = await undoMergeOf(context, params.id, body.merge_id);
  const merge = mergesOf(survivor).find(({ id }) => id === mergeId);
  if (!merge) throw notFound();
  const restored = back ?? (await db.customers.require(merge.duplicate_id));
  return work.finish({ survivor: presentCustomer(survivor, now), restored: presentCustomer(restored, now) });
});
