import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { customerFieldNames } from '#domain/customers/customer.fields.ts';
import { mergedFields } from '#domain/customers/merge.rules.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { customers } from '#functions/customers/repository/customer-database.ts';
import { fieldsOf } from '#functions/customers/repository/customer-record.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { presentCustomer } from './present-customer.ts';

export const previewMerge = handler(
  customerEndpoints.mergePreview,
  { customers },
  async ({ params, query }, { db, now }) => {
    if (query.duplicate_id === params.id) throw invalid({ duplicate_id: ['A customer cannot be merged with itself'] });
    const [survivor, duplicate] = await Promise.all([
      db.customers.require(params.id),
      db.customers.require(query.duplicate_id),
    ]);
    const [own, other] = [fieldsOf(survivor.record), fieldsOf(duplicate.record)];
    const result = mergedFields(own, other);
    return {
      survivor: presentCustomer(survivor, now),
      duplicate: presentCustomer(duplicate, now),
      fields: customerFieldNames.map((field) => ({
        field,
        survivor: own[field] ?? '',
        duplicate: other[field] ?? '',
        result: result[field] ?? '',
      })),
      cases_to_move: duplicate.links.length,
    };
  },
);
