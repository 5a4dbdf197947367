import * as z from 'zod';
import { Instant } from '#domain/shared/contract/wire.ts';
import { multilineText } from '#domain/shared/values/text.ts';

export const handoverMessages = {
  byAnother: 'You wrote this note. The next person confirms it.',
  stale: 'Someone else changed this hand-over. Read it again.',
} as const;

/** One hand-over between shifts: a note, and who read it and took over. */
export const Handover = z.object({
  id: z.uuid(),
  /** Counts the hand-overs of the organization. */
  number: z.number().int(),
  version: z.number().int(),
  note: z.string(),
  written_by: z.uuid().nullable(),
  written_by_name: z.string(),
  written_at: Instant,
  /** Null until someone takes over. */
  confirmed: z.object({ by: z.uuid(), by_name: z.string(), at: Instant, answer: z.string() }).nullable(),
});
export type Handover = z.output<typeof Handover>;

/** Changes of one record, in the words of its history, latest first. */
export const HandoverChange = z.object({
  /** The latest change. */
  at: Instant,
  by_names: z.array(z.string()),
  what: z.array(z.string()),
  case: z.uuid().nullable(),
  case_number: z.string(),
  deceased_name: z.string(),
});

export const HandoverPage = z.object({
  /** The latest one; it is open until it is confirmed. */
  current: Handover.nullable(),
  /** Newest first, without the current one. */
  earlier: z.array(Handover),
  /** When the caller last wrote a note or took over, before being on duty now; for two days at most. */
  since: Instant,
  changes: z.array(HandoverChange),
  /** False if there were more changes than are read. */
  is_complete: z.boolean(),
  /** Who took over last and has not handed over since. */
  on_duty: z.object({ id: z.uuid(), name: z.string(), since: Instant }).nullable(),
});
export type HandoverPage = z.output<typeof HandoverPage>;

const words = (label: string) => multilineText(label, 1000);

/** `version` of the latest hand-over that was read; 0 where there is none. A confirmed one is followed by the next. */
export const HandoverNote = z.object({ note: words('Note').min(1, 'Write a note'), version: z.number().int().min(0) });
export const HandoverConfirmation = z.object({
  version: z.number().int().min(0),
  answer: words('Answer').default(''),
});
