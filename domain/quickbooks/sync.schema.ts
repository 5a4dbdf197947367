import * as z from 'zod';
import { Instant } from '#domain/shared/contract/wire.ts';
import { calendarDate } from '#domain/shared/values/calendar-date.ts';
import { postingKinds } from './postings.ts';
import { attentionKinds } from './sync-warnings.ts';

const amount = z.string().regex(/^-?\d+\.\d{2}$/);
const count = z.int().min(0);

export const syncModes = ['preview', 'send'] as const;
export type SyncMode = (typeof syncModes)[number];
/** `stopped`: a user stopped it, or must fix something before it continues. */
export const syncStates = ['running', 'stopped', 'done'] as const;

/** A run through all cases with money since a day: its progress and findings. */
export const SyncRun = z.object({
  id: z.string(),
  mode: z.enum(syncModes),
  state: z.enum(syncStates),
  from: z.iso.date(),
  begun_at: Instant,
  /** Null if started by choosing accounts or reconnecting a company. */
  begun_by_name: z.string().nullable(),
  /** Null unless a user stopped it. */
  stopped_by_name: z.string().nullable(),
  finished_at: Instant.nullable(),
  /** Processed so far; the totals are known once a preview has counted them. */
  cases: count,
  records: count,
  of_records: count.nullable(),
  /** Expected records and those already in QuickBooks; in a preview, before sending. */
  kinds: z.array(
    z.object({ kind: z.enum(postingKinds), wanted: count, amount, there: count, there_amount: amount, failed: count }),
  ),
  /** Cases to review before sending, at most 100, and their number. */
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
  /** False if QuickBooks did not report what it already has. */
  is_compared: z.boolean(),
});
export type SyncRun = z.output<typeof SyncRun>;

export const SyncProgress = z.object({
  /** The first day that is sent; null before accounts were chosen. */
  start_date: z.iso.date().nullable(),
  preview: SyncRun.nullable(),
  sending: SyncRun.nullable(),
});
export type SyncProgress = z.output<typeof SyncProgress>;

export const SyncFrom = z.object({ from: calendarDate('First day') });
/** The id must be that of the organization's latest preview. */
export const SyncStart = z.object({ preview: z.string('Preview is required').min(1, 'Preview is required').max(36) });
