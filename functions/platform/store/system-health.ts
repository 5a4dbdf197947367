import * as z from 'zod';
import type { Measured } from '#domain/system-status/health.rules.ts';
import type { SharedRepository } from './repository.ts';
import { sharedKeys } from './shared-keys.ts';
import { storedSchema } from './stored-shape.ts';
import type { Table } from './table.ts';

/** The one item of the product's own health: it names no organization, and counts nothing of one. */
export const healthSchema = storedSchema({
  kind: 'health',
  shape: 1,
  schema: z.object({ measured_at: z.string(), waiting_seconds: z.number().int() }),
});

/** What was measured last. */
export const lastHealth = {
  grants: ['table:health-read'],
  shared: (table) => ({
    async find(): Promise<Measured | undefined> {
      const item = await table.get(sharedKeys.health, { consistent: false });
      return item && healthSchema.parse(item);
    },
  }),
} as const satisfies SharedRepository;

/** In place of what was measured before. */
export const keepHealth = (table: Table, measured: Measured): Promise<void> =>
  table.transact([{ put: healthSchema.item(sharedKeys.health, measured) }]);
