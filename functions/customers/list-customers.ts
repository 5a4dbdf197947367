import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { pageAnswer, pageRequest } from '#functions/kernel/paging.ts';
import { customers } from '#functions/records/customers/customer-database.ts';

export const listCustomers = handler(customerEndpoints.list, { customers }, async ({ query }, { db, request, now }) => {
  const paging = pageRequest(query);
  const { count, isExact, rows } = await db.customers.list({ ...paging, ordering: query.ordering }, now);
  return { ...pageAnswer(request.path, query, paging, { count, rows }), count_is_exact: isExact };
});
