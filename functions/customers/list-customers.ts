import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { customers } from '#functions/customers/repository/customer-database.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { pageAnswer, pageRequest } from '#functions/platform/api/paging.ts';

export const listCustomers = handler(customerEndpoints.list, { customers }, async ({ query }, { db, request, now }) => {
  const paging = pageRequest(query);
  const { count, isExact, rows } = await db.customers.list({ ...paging, ordering: query.ordering }, now);
  return { ...pageAnswer(request.path, query, paging, { count, rows }), count_is_exact: isExact };
});
