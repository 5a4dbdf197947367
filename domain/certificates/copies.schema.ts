import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant } from '#domain/shared/contract/wire.ts';
import { sentValues } from '#domain/shared/forms/wire.ts';
import { copyFields } from './copies.fields.ts';

const amount = z.string().regex(/^\d+\.\d{2}$/);
const number = z.number().int();

/** Something that happened to certified copies of a case's death certificate. */
export const CopyEntry = z.object({
  id: z.uuid(),
  move: z.enum(['ordered', 'received', 'handed_out']),
  on: z.iso.date(),
  copies: number,
  /** Of an order. */
  copy_type: z.enum(['long', 'short', '']),
  fee_each: amount,
  /** Who got them. */
  recipient: z.string(),
  notes: z.string(),
  created_at: Instant,
  created_by_name: z.string().nullable(),
});
export type CopyEntry = z.output<typeof CopyEntry>;

/** The copies of a case, the earliest day first. */
export const Copies = z.object({
  entries: z.array(CopyEntry),
  ordered: number,
  received: number,
  handed_out: number,
  outstanding: number,
  on_hand: number,
  /** What the ordered ones cost together. */
  fees: amount,
});
export type Copies = z.output<typeof Copies>;

/** What a client sends of an entry; emptiness and form are judged together. */
export const SentCopies = z.lazy(() => sentValues(copyFields));

export const copiesOfCase = z.object({ id: idSchema('case'), entryId: idSchema('copies') });
