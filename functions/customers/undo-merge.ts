import { notFound } from '#domain/contract/errors.ts';
import type { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { mergesOf } from '#functions/records/customer-merges.ts';
import { undoMergeOf } from './merge-records.ts';
import { presentCustomer } from './present-customer.ts';

export const undoMerge: Handler<typeof customerEndpoints.undoMerge> = async ({ params, body }, context) => {
  const { survivor, mergeId, restored: back } = await undoMergeOf(context, params.id, body.merge_id);
  const merge = mergesOf(survivor).find(({ id }) => id === mergeId);
  if (!merge) throw notFound();
  const restored = back ?? (await context.db.customers.require(merge.duplicate_id));
  return { survivor: presentCustomer(survivor, context.now), restored: presentCustomer(restored, context.now) };
};
