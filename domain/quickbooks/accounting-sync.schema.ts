import * as z from 'zod';
import { Instant } from '#domain/shared/contract/wire.ts';
import { calendarDate } from '#domain/shared/values/calendar-date.ts';
import { postingKinds } from './postings.ts';
import { attentionKinds } from './sync-warnings.ts';

const amount = z.string().regex(/^-?\d+\.\d{2}$/);
const count = z.int().min(0);

/** `preview` only looks what would be sent; `send` sends it. */
export const syncModes = ['preview', 'send'] as const;
export type SyncMode = (typeof syncModes)[number];
/** `stopped`: people have to do something first, and it goes on then; or somebody has stopped it. */
export const syncStates = ['running', 'stopped', 'done'] as const;

/** A run through all cases with money since a day: how far it is, and what it has found. */
export const SyncRun = z.object({
  id: z.string(),
  mode: z.enum(syncModes),
  state: z.enum(syncStates),
  /** Nothing of a day before. */
  from: z.iso.date(),
  begun_at: Instant,
  /** Null where nobody asked: accounts were chosen, or the company was connected again. */
  begun_by_name: z.string().nullable(),
  /** Who stopped it, until somebody has it go on; null where nobody did. */
  stopped_by_name: z.string().nullable(),
  finished_at: Instant.nullable(),
  /** Cases with money, and records of them, that were looked at so far; of how many, where a preview has counted them. */
  cases: count,
  records: count,
  of_records: count.nullable(),
  /** What is to stand in the books, and what of it stands there: in a preview as it was before. */
  kinds: z.array(
    z.object({ kind: z.enum(postingKinds), wanted: count, amount, there: count, there_amount: amount, failed: count }),
  ),
  /** Cases that somebody should look at before they are sent, at most a hundred, and how many there are. */
  attention: z.array(
    z.object({
      case_id: z.string(),
      case_number: z.string(),
      name: z.string(),
      kind: z.enum(attentionKinds),
      what: z.string(),
      remedy: z.string(),
    }),
  ),
  attention_count: count,
  /** Whether QuickBooks answered what stands there already. */
  is_compared: z.boolean(),
});
export type SyncRun = z.output<typeof SyncRun>;

export const SyncProgress = z.object({
  /** The day from which money is sent; null before accounts were chosen. */
  start_date: z.iso.date().nullable(),
  preview: SyncRun.nullable(),
  sending: SyncRun.nullable(),
});
export type SyncProgress = z.output<typeof SyncProgress>;

export const SyncFrom = z.object({ from: calendarDate('First day') });
/** The id is compared with the organization's own latest preview, and never looked up. */
export const SyncStart = z.object({ preview: z.string('Preview is required').min(1, 'Preview is required').max(36) });
