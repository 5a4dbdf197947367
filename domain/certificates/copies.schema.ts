import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant } from '#domain/shared/contract/wire.ts';
import { sentValues } from '#domain/shared/forms/wire.ts';
import { copyFields } from './copies.fields.ts';

const amount = z.string().regex(/^\d+\.\d{2}$/);
const number = z.number().int();

export const CopyEntry = z.object({
  id: z.uuid(),
  move: z.enum(['ordered', 'received', 'handed_out']),
  on: z.iso.date(),
  copies: number,
  /** For orders only. */
  copy_type: z.enum(['long', 'short', '']),
  fee_each: amount,
  recipient: z.string(),
  notes: z.string(),
  created_at: Instant,
  created_by_name: z.string().nullable(),
});
export type CopyEntry = z.output<typeof CopyEntry>;

/** The copies of a case, oldest first. */
export const Copies = z.object({
  entries: z.array(CopyEntry),
  ordered: number,
  received: number,
  handed_out: number,
  outstanding: number,
  on_hand: number,
  fees: amount,
});
export type Copies = z.output<typeof Copies>;

/** The fields' own rules validate blanks and formats. */
export const SentCopies = z.lazy(() => sentValues(copyFields));

export const copiesOfCase = z.object({ id: idSchema('case'), entryId: idSchema('copies') });
