import { customerWords } from '#domain/customers/customer-search.ts';
import { caseLinkSchema } from '#functions/cases/repository/case-rows.ts';
import type { Projection } from '#functions/platform/store/lists/projection.ts';
import { customerOf, customerRow, customersList, isTombstone, likenessOf } from './repository/customer-record.ts';

export const customerProjection: Projection = {
  list: customersList,
  kind: 'CUSTOMER',
  main: 'CUSTOMER',
  parts: ['LINK#'],
  // The copies of cases follow a little after the count; without a case there is nothing to read.
  hasParts: ({ link_count }) => Number(link_count) > 0,
  project: (_keys, _id, [main, ...parts]) => {
    const record = main && customerOf(main);
    if (!record || isTombstone(record)) return undefined;
    const { found, tested } = customerWords(record);
    return {
      row: customerRow(
        record,
        parts.map((item) => caseLinkSchema.parse(item)),
      ),
      order: record.created_at,
      tokens: found,
      tested: tested.filter((word) => !found.includes(word)),
      shared: likenessOf(record),
    };
  },
};
