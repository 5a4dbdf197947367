import * as z from 'zod';
import { priceListKinds } from '#domain/statements/price-lists/price-list-rules.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { ifUnchanged, type Repository, recordReads } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

/** One item holds a whole version, even of a large showroom. */
export const priceListSchema = storedSchema({
  kind: 'price list',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    funeral_home_id: z.string(),
    version: z.number(),
    kind: z.enum(priceListKinds),
    /** The first day and the instant of publication; null for a draft. */
    effective_from: z.string().nullable(),
    published_at: z.string().nullable(),
    published_by_name: z.string().nullable(),
    copy_of: z.string().nullable(),
    containers: z.string(),
    items: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        description: z.string(),
        includes: z.string(),
        fills: z.string(),
        price_cents: z.number().int(),
        price_to_cents: z.number().int().nullable(),
      }),
    ),
    printed: z
      .object({
        issuer: z.object({ name: z.string(), address: z.string(), phone: z.string() }),
        disclosures: z.array(
          z.object({ id: z.string(), cite: z.string(), text: z.string(), beside: z.string().nullable() }),
        ),
      })
      .nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    updated_by_name: z.string().nullable(),
  }),
});
export type PriceListRecord = z.output<typeof priceListSchema.schema>;

const priceListsIn = (table: Table, keys: Keys) => {
  const keyOf = ({ funeral_home_id, id }: PriceListRecord) => keys.priceList(funeral_home_id, id);
  return {
    async ofHome(homeId: string): Promise<PriceListRecord[]> {
      const items = await table.query({ pk: keys.priceLists(homeId), between: ['LIST#', prefixEnd('LIST#')] });
      return items.map((item) => priceListSchema.parse(item));
    },
    ...recordReads(table, priceListSchema.parse, keys.priceList),
    create: (record: PriceListRecord): Write => ({ put: priceListSchema.item(keyOf(record), record), when: 'absent' }),
    /** Throws {@link WriteConflictError} if `before` has changed. */
    change: (before: PriceListRecord, next: PriceListRecord): Write => ({
      put: priceListSchema.item(keyOf(next), { ...next, version: before.version + 1 }),
      ...ifUnchanged(before),
    }),
    remove: (before: PriceListRecord): Write => ({
      delete: keyOf(before),
      ...ifUnchanged(before),
    }),
  };
};

export type PriceLists = ReturnType<typeof priceListsIn>;
export const priceLists = { grants: ['table:price-lists'], in: priceListsIn } as const satisfies Repository;
export const priceListsReadOnly = {
  grants: ['table:price-lists-read'],
  in: (table, keys): Pick<PriceLists, 'find'> => priceListsIn(table, keys),
} as const satisfies Repository;
export type PlainPriceLists = ReturnType<typeof priceListsReadOnly.in>;
