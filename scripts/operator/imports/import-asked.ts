import * as z from 'zod';
import { importKinds } from '#domain/imports/column-labels.ts';

export const ImportAsked = z.object({
  slug: z.string('Public address is required'),
  kind: z.enum(importKinds, `Kinds of records are ${importKinds.join(' and ')}`).optional(),
  match: z.array(z.string()).default([]),
  id: z.uuid('Id of the import is required').optional(),
  go: z.boolean().default(false),
  doubtful: z.boolean().default(false),
  undo: z.boolean().default(false),
  discard: z.boolean().default(false),
  lines: z.string().optional(),
});
export type ImportAsked = z.output<typeof ImportAsked>;
