import type { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { pageAnswer, pageRequest } from '#functions/kernel/paging.ts';

export const listCustomers: Handler<typeof customerEndpoints.list> = async ({ query }, { db, request, now }) => {
  const paging = pageRequest(query);
  const { count, isExact, rows } = await db.customers.list({ ...paging, ordering: query.ordering }, now);
  return { ...pageAnswer(request.path, query, paging, { count, rows }), count_is_exact: isExact };
};
