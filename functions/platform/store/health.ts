import * as z from 'zod';
import type { Measured } from '#domain/system-status/health.rules.ts';
import { sharedKeys } from './keys.ts';
import type { SharedRepository } from './repository.ts';
import { storedSchema } from './stored-schema.ts';
import type { Table } from './table.ts';

/** The product's own health; names no organization. */
export const healthSchema = storedSchema({
  kind: 'health',
  shape: 1,
  schema: z.object({ measured_at: z.string(), waiting_seconds: z.number().int() }),
});

export const lastHealth = {
  grants: ['table:health-read'],
  shared: (table) => ({
    find: () => healthSchema.find(table, sharedKeys.health, { consistent: false }),
  }),
} as const satisfies SharedRepository;

/** Replaces the previous measurement. */
export const keepHealth = (table: Table, measured: Measured): Promise<void> =>
  table.transact([{ put: healthSchema.item(sharedKeys.health, measured) }]);
