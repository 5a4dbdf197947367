import * as z from 'zod';
import { sharedKeys } from './keys.ts';
import type { SharedRepository } from './repository.ts';
import { storedSchema } from './stored-schema.ts';
import type { Table } from './table.ts';

const schema = z.object({ measured_at: z.string(), waiting_seconds: z.number().int() });

/** The product's own health; names no organization. */
export const healthSchema = storedSchema({ kind: 'health', shape: 1, schema });

export const lastHealth = {
  grants: ['table:health-read'],
  shared: (table) => ({
    find: () => healthSchema.find(table, sharedKeys.health, { consistent: false }),
  }),
} as const satisfies SharedRepository;

/** Replaces the previous measurement. */
export const keepHealth = (table: Table, measured: z.output<typeof schema>): Promise<void> =>
  table.transact([{ put: healthSchema.item(sharedKeys.health, measured) }]);
