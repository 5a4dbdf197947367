import * as z from 'zod';
import { Instant } from '#domain/shared/contract/wire.ts';
import { containsSsn, redactSsnInText } from '#domain/shared/values/ssn-in-text.ts';
import { singleLineText } from '#domain/shared/values/text.ts';
import { columnNames, columnsOf, dayColumns, importKinds, labelOf, lackingColumn } from './column-labels.ts';
import { dayOrders, hasWords, optionsOf, wordKey } from './column-values.ts';
import { ssnMask } from './sanitize-line.ts';

/**
 * The states of an import. Its lines are stored in parts (batches), and each step processes them in file order;
 * functions/imports/repository.ts documents the counters.
 *
 * receiving → looking → ready → running → done → undoing → undone
 *
 * - `receiving`: lines arrive (call `send`).
 * - `looking`: the preview (call `look`), a dry run that gives each line its outcome.
 * - `ready`: waits until a user runs or discards the import.
 * - `running`: new lines, and doubtful ones if requested, become records (call `run`).
 * - `done`: can be undone for `undoDays` from the start of the run, which is also possible while running.
 * - `undoing`: records not changed since are removed (call `undo`), from the first part on.
 * - `undone`: the end.
 * - `discarding`: instead of a run, the lines and then the import are deleted (call `discard`).
 */
export const importStates = [
  'receiving',
  'looking',
  'ready',
  'running',
  'done',
  'undoing',
  'undone',
  'discarding',
] as const;

/**
 * Result of the preview: `new`; `known`, a duplicate of a record or an earlier line; `doubtful`, a possible duplicate.
 * An invalid line is `refused` on arrival.
 */
export const outcomes = ['new', 'known', 'doubtful', 'refused'] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * Progress of a line: `waiting` for the run, which creates a record (`brought`) or not (`left`); an undo then has
 * `removed` the record, or `kept` it because it was changed since.
 */
export const lineResults = ['waiting', 'brought', 'left', 'removed', 'kept'] as const;

export const maxLines = 100_000;
export const maxColumns = 200;
/** Writes for lines per commit: a transaction has 100, and the import, its part and the actor need some. */
export const writesPerCommit = 90;
/** Each case has up to 13 items: sections, numbers, next of kin and audit entry. */
const casesPerPart = 7;
/** Lines per part: stored in one item, run or undone with one commit. */
export const linesPerPart = { customers: writesPerCommit, cases: casesPerPart } as const;
/** Lines per call: whole parts. */
export const linesPerCall = { customers: 5 * linesPerPart.customers, cases: 30 * linesPerPart.cases } as const;
export const maxLinesPerCall = linesPerCall.customers;
/** Longer than any stored value (notes: 2,000 characters). */
export const maxValueLength = 4000;
/** Days after the start of its run in which an import can be undone. */
export const undoDays = 30;
/** Days until an import that was never run expires. */
export const waitingDays = 7;

/** Maximum words per column with a configured meaning. */
export const maxWords = 200;
/** Longer than the id of a home, the longest meaning. */
const maxMeaningLength = 60;

/** Imports and their audit entries are permanent: their texts must not contain Social Security numbers. */
const masked = (text: string): string => redactSsnInText(text, ssnMask);
const Heading = z.string().overwrite(masked).max(200);

export const ImportColumn = z.object({
  field: z.enum(columnNames, 'This field cannot be imported'),
  heading: Heading.trim().min(1),
  /** Configured meanings of the column's words; '' leaves a word out. Other words have their known meaning. */
  values: z
    .record(z.string().max(200).overwrite(wordKey), z.string().max(maxMeaningLength))
    .refine((words) => Object.keys(words).length <= maxWords, `A column has ${maxWords} words at most`)
    .overwrite((words) => Object.fromEntries(Object.entries(words).filter(([word]) => !containsSsn(word))))
    .optional(),
  day_order: z.enum(dayOrders).optional(),
  /** Whether two-digit hours are those of a 24-hour clock; otherwise they need AM or PM. */
  is_24_hour: z.boolean().optional(),
});
const Headings = z.array(Heading).min(1).max(maxColumns);

const startedImport = z.object({
  kind: z.enum(importKinds),
  /** Appears in the audit log and in lists, so it must be one line. */
  file_name: singleLineText('File name', 255).min(1, 'File name is required').overwrite(masked),
  /** SHA-256 of the file with its sheet and heading row: the same table continues its import. */
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/, 'Fingerprint must be a SHA-256 in hexadecimal'),
  line_count: z
    .int()
    .min(1, 'The file has headings but no rows')
    .max(maxLines, 'A file can have up to 100,000 rows. Split it and import the parts one at a time.'),
  /** All headings, to propose the same matching for the next file like it. */
  headings: Headings,
  columns: z.array(ImportColumn).min(1, 'Match at least one column').max(columnNames.length),
});

export const NewImport = startedImport.superRefine(({ kind, columns }, context) => {
  const fields = columns.map(({ field }) => field);
  const issue = (message: string) => context.addIssue({ code: 'custom', path: ['columns'], message });
  if (new Set(fields).size < fields.length) issue('Two columns cannot fill the same field');
  const strange = fields.find((field) => !columnsOf[kind].includes(field));
  if (strange) issue(`${strange} is not a ${kind} column`);
  const lacking = lackingColumn(kind, fields);
  if (lacking) issue(`Choose the column for the ${labelOf(kind, lacking).toLowerCase()}`);
  for (const { field, values = {}, day_order } of columns) {
    if (day_order && !dayColumns.includes(field)) issue(`${labelOf(kind, field)} is not a column of days`);
    // The server validates homes when it reads the lines.
    const unknown = Object.values(values).find(
      (value) => value !== '' && field !== 'funeral_home' && !optionsOf(field).some((option) => option.value === value),
    );
    if (Object.keys(values).length > 0 && !hasWords(field)) issue(`${labelOf(kind, field)} has no list of values`);
    else if (unknown !== undefined) issue(`“${unknown}” is not a value of ${labelOf(kind, field)}`);
  }
});
export type NewImport = z.output<typeof NewImport>;

const counts = z.object({
  new: z.int(),
  known: z.int(),
  doubtful: z.int(),
  refused: z.int(),
  /** Lines, not refused, with a value that was left out. */
  with_notes: z.int(),
});

export const Import = z.object({
  id: z.uuid(),
  kind: z.enum(importKinds),
  state: z.enum(importStates),
  file_name: z.string(),
  fingerprint: z.string(),
  headings: z.array(z.string()),
  columns: z.array(
    z.object({
      field: z.enum(columnNames),
      heading: z.string(),
      values: z.record(z.string(), z.string()).optional(),
      day_order: z.enum(dayOrders).optional(),
      is_24_hour: z.boolean().optional(),
    }),
  ),
  line_count: z.int(),
  /** Lines received, previewed, and processed by the current run or undo. */
  received: z.int(),
  looked: z.int(),
  gone_through: z.int(),
  counts,
  bring_doubtful: z.boolean(),
  /** Records created by the run; of these, removed and retained by the undo. */
  brought: z.int(),
  removed: z.int(),
  kept: z.int(),
  begun_at: Instant,
  begun_by_name: z.string(),
  run_at: Instant.nullable(),
  run_by_name: z.string().nullable(),
  finished_at: Instant.nullable(),
  undoable_until: Instant.nullable(),
  undone_at: Instant.nullable(),
  undone_by_name: z.string().nullable(),
});
export type Import = z.output<typeof Import>;

export const ImportLine = z.object({
  /** Line number in the file; the headings are line 1. */
  line: z.int(),
  name: z.string(),
  outcome: z.enum(outcomes).nullable(),
  why: z.array(z.string()),
  /** Values that no field accepts, with the reason; they are stored in the record's notes. */
  notes: z.array(z.string()),
  /** The customer that it duplicates or may duplicate. */
  customer: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  case: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  fate: z.enum(lineResults),
  /** In the order of the import’s columns; only the last four digits of an SSN. */
  values: z.array(z.string()),
});
export type ImportLine = z.output<typeof ImportLine>;

export const SentLines = z.object({
  after: z.int().min(0).max(maxLines),
  lines: z
    .array(
      z.object({
        line: z.int().min(2).max(10_000_000),
        values: z
          .array(z.string().max(maxValueLength, 'A value is longer than 4,000 characters'))
          .max(columnNames.length),
      }),
    )
    .min(1)
    .max(maxLinesPerCall),
});

export const importMessages = {
  notReceiving: 'All lines of this file were already uploaded',
  outOfOrder: 'Some lines are missing. Choose the file again to continue.',
  notInOrder: 'Lines must be sent once each, in file order',
  tooMany: 'The file has more lines than expected',
  partsWhole: (lines: number): string => `Send ${lines} lines at a time; only the last batch may be shorter`,
  tooLong: 'The notes in these lines are too long. Shorten them in the file.',
  wrongValues: 'Each line has one value for each matched column',
  notAllHere: 'The upload is incomplete. Choose the file again to continue.',
  notLookedAt: 'Preview the lines first',
  notRun: 'Nothing of this file has been imported',
  begun: 'This import has already started and cannot be discarded',
  linesGone:
    'The remaining lines were deleted after a week. Imported records are kept unless you undo them. Import the rest as a new file.',
  over: 'The 30-day undo period has ended.',
} as const;
