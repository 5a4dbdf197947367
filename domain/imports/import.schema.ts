import * as z from 'zod';
import { Instant } from '#domain/contract/wire.ts';
import { lineUpTo } from '#domain/values/text.ts';
import { labelOf } from './column-labels.ts';
import { columnNames, columnsOf, importKinds, neededColumns } from './column-names.ts';

/**
 * The life of an import: its lines come, are looked at, can be brought in, are being brought in, have been; and the same
 * back again.
 */
export const importStates = [
  ...(['receiving', 'looking', 'ready', 'running', 'done', 'undoing', 'undone'] as const),
  // Its lines are being taken away: nothing else becomes of it any more.
  'discarding',
] as const;

/** What a line is: somebody new, somebody we know, perhaps somebody we know, or nothing that can be kept. */
export const outcomes = ['new', 'known', 'doubtful', 'refused'] as const;
export type Outcome = (typeof outcomes)[number];

/** What became of a line: brought in, left out; taken away again, or kept when the import was undone. */
export const lineFates = ['waiting', 'brought', 'left', 'removed', 'kept'] as const;

/** A file of more lines is brought along in parts. */
export const mostLines = 100_000;
/** A file of more columns is no table of customers. */
export const mostColumns = 200;
/** So many lines commit together: a transaction takes 100 actions, and the import, its part and who acts take three. */
export const linesTogether = 90;
/** So many cases: each is up to ten items with its sections, its number, its next of kin and its entry in the trail. */
const casesTogether = 8;
/** So many lines of a kind are kept and commit together. */
export const partLines = { customers: linesTogether, cases: casesTogether } as const;
/** So many lines come with one call: whole parts. */
export const linesPerCall = 5 * linesTogether;
export const linesOfCall = { customers: linesPerCall, cases: 30 * casesTogether } as const;
/** Longer than any value that is kept (notes: 2,000 characters). */
export const longestValue = 4000;
/** An import can be undone for so many days after it was begun to be brought in. */
export const undoDays = 30;
/** What was handed in and never brought in is kept so long. */
export const waitingDays = 7;

const Column = z.object({
  field: z.enum(columnNames, 'This is not a field of what can be brought along'),
  heading: z.string().trim().min(1).max(200),
});
const Headings = z.array(z.string().max(200)).min(1).max(mostColumns);

const begun = z.object({
  kind: z.enum(importKinds),
  /** Stands in the audit trail and in lists: one line, whatever a system calls its files. */
  file_name: lineUpTo('File name', 255).min(1, 'A file has a name'),
  /** SHA-256 of the file, in hexadecimal: with the same file an import is gone on with. */
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/, 'A fingerprint is a SHA-256 in hexadecimal'),
  line_count: z
    .int()
    .min(1, 'The file has no lines below its headings')
    .max(mostLines, 'A file may have 100,000 lines at most. Split it, and bring one part along after the other.'),
  /** All headings of the file, so that the matching can be found again for the next one like it. */
  headings: Headings,
  /** Which fields the columns fill that are sent, in their order. */
  columns: z.array(Column).min(1, 'Match at least one column').max(columnNames.length),
});

export const NewImport = begun.superRefine(({ kind, columns }, context) => {
  const fields = columns.map(({ field }) => field);
  const issue = (message: string) => context.addIssue({ code: 'custom', path: ['columns'], message });
  if (new Set(fields).size < fields.length) issue('Two columns cannot fill the same field');
  const strange = fields.find((field) => !columnsOf[kind].includes(field));
  if (strange) issue(`${strange} is no column of a file of ${kind}`);
  for (const needed of neededColumns[kind])
    if (!fields.includes(needed)) issue(`Say which column holds the ${labelOf(kind, needed).toLowerCase()}`);
});
export type NewImport = z.output<typeof NewImport>;

const counts = z.object({ new: z.int(), known: z.int(), doubtful: z.int(), refused: z.int() });

export const Import = z.object({
  id: z.uuid(),
  kind: z.enum(importKinds),
  state: z.enum(importStates),
  file_name: z.string(),
  fingerprint: z.string(),
  headings: z.array(z.string()),
  columns: z.array(z.object({ field: z.enum(columnNames), heading: z.string() })),
  line_count: z.int(),
  /** How many lines have come, were looked at, and were gone through since the import or its undoing was begun. */
  received: z.int(),
  looked: z.int(),
  gone_through: z.int(),
  /** Of the lines that were looked at. */
  counts,
  bring_doubtful: z.boolean(),
  brought: z.int(),
  removed: z.int(),
  kept: z.int(),
  begun_at: Instant,
  begun_by_name: z.string(),
  /** When it was begun to be brought in, and when that was done. */
  run_at: Instant.nullable(),
  run_by_name: z.string().nullable(),
  finished_at: Instant.nullable(),
  undoable_until: Instant.nullable(),
  undone_at: Instant.nullable(),
  undone_by_name: z.string().nullable(),
});
export type Import = z.output<typeof Import>;

export const ImportLine = z.object({
  /** Its number in the file, the headings being line 1. */
  line: z.int(),
  name: z.string(),
  outcome: z.enum(outcomes).nullable(),
  why: z.array(z.string()),
  /** The customer who it is, or may be; in a file of customers. */
  customer: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** The case that it is, or may be; in a file of cases. */
  case: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  fate: z.enum(lineFates),
  /** In the order of the import’s columns. What looks like a Social Security number was never kept. */
  values: z.array(z.string()),
});
export type ImportLine = z.output<typeof ImportLine>;

export const SentLines = z.object({
  /** How many lines came before these. */
  after: z.int().min(0).max(mostLines),
  lines: z
    .array(
      z.object({
        line: z.int().min(2).max(10_000_000),
        values: z
          .array(z.string().max(longestValue, 'A value is longer than 4,000 characters'))
          .max(columnNames.length),
      }),
    )
    .min(1)
    .max(linesPerCall),
});
