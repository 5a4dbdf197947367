import * as z from 'zod';
import { Instant } from '#domain/shared/contract/wire.ts';
import { containsSsn, redactSsnInText } from '#domain/shared/values/ssn-in-text.ts';
import { singleLineText } from '#domain/shared/values/text.ts';
import { columnNames, columnsOf, dayColumns, importKinds, labelOf, lackingColumn } from './column-labels.ts';
import { dayOrders, hasWords, optionsOf, wordKey } from './column-values.ts';
import { ssnMask } from './sanitize-line.ts';

/**
 * The life of an import. Its lines are kept in parts (batches), and every step goes through them in the order of the
 * file; what counts how far it is stands in functions/imports/repository.ts.
 *
 *     receiving → looking → ready → running → done → undoing → undone
 *
 * - `receiving`: the file was handed in, and its lines come (call `send`).
 * - `looking`: the preview (call `look`), a dry run: each line gets its outcome, and no record changes.
 * - `ready`: every line has its outcome. Nothing happens until somebody runs the import, or discards it.
 * - `running`: lines become records (call `run`): new ones, and doubtful ones where that was asked for.
 * - `done`: the run is over. For `undoDays` from its beginning the import can be undone, also while it is running.
 * - `undoing`: the records that were not changed since are removed (call `undo`), from the first part on.
 * - `undone`: the undo is over, and the import ends.
 * - `discarding`: instead of a run, what was handed in is deleted (call `discard`), and then the import itself.
 */
export const importStates = [
  ...(['receiving', 'looking', 'ready', 'running', 'done', 'undoing', 'undone'] as const),
  'discarding',
] as const;

/**
 * What the preview finds a line to be: `new`; `known`, a duplicate of a record or of an earlier line; `doubtful`, perhaps
 * a duplicate. A line that cannot be kept is `refused` as soon as it comes.
 */
export const outcomes = ['new', 'known', 'doubtful', 'refused'] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * What became of a line: `waiting` for the run, which makes a record of it (`brought`) or not (`left`); an undo has then
 * `removed` that record, or `kept` it because it was changed since.
 */
export const lineResults = ['waiting', 'brought', 'left', 'removed', 'kept'] as const;

/** A file of more lines is split, and imported as several. */
export const maxLines = 100_000;
/** A file with more columns is not a table of customers. */
export const maxColumns = 200;
/** So many writes a commit has for lines: of the 100 of a transaction, the import, its part and who acts take three. */
export const writesPerCommit = 90;
/** Each is up to 13 items with its sections, its numbers, its next of kin and its entry in the trail. */
const casesPerPart = 7;
/** So many lines of a kind are a part: they are kept in one item, and run or undone with one commit. */
export const linesPerPart = { customers: writesPerCommit, cases: casesPerPart } as const;
/** So many lines come with one call: whole parts. */
export const linesPerCall = { customers: 5 * linesPerPart.customers, cases: 30 * linesPerPart.cases } as const;
export const maxLinesPerCall = linesPerCall.customers;
/** Longer than any value that is kept (notes: 2,000 characters). */
export const maxValueLength = 4000;
/** An import can be undone for so many days after its run began. */
export const undoDays = 30;
/** What was handed in and never run is kept for so many days. */
export const waitingDays = 7;

/** A column has so many different words at most that are given a meaning. */
export const maxWords = 200;
/** Longer than the id of a home, which is the longest meaning of a word. */
const maxMeaningLength = 60;

/** An import and its audit entries stay, so that their texts hold no Social Security numbers. */
const masked = (text: string): string => redactSsnInText(text, ssnMask);
const Heading = z.string().overwrite(masked).max(200);

export const ImportColumn = z.object({
  field: z.enum(columnNames, 'This field cannot be imported'),
  heading: Heading.trim().min(1),
  /** What the file's own words in the column mean; '' leaves a word out. Words that are not named are read as the product knows them. */
  values: z
    .record(z.string().max(200).overwrite(wordKey), z.string().max(maxMeaningLength))
    .refine((words) => Object.keys(words).length <= maxWords, `A column has ${maxWords} words at most`)
    .overwrite((words) => Object.fromEntries(Object.entries(words).filter(([word]) => !containsSsn(word))))
    .optional(),
  /** How days are written in the column; month first unless stated. */
  day_order: z.enum(dayOrders).optional(),
  /** Whether times with two digits for the hour are those of a clock of 24 hours; else they need AM or PM. */
  is_24_hour: z.boolean().optional(),
});
const Headings = z.array(Heading).min(1).max(maxColumns);

const begun = z.object({
  kind: z.enum(importKinds),
  /** Stands in the audit trail and in lists: one line, whatever a system calls its files. */
  file_name: singleLineText('File name', 255).min(1, 'File name is required').overwrite(masked),
  /** SHA-256 of the file with the sheet and the row of its headings: the same table goes on with its import. */
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/, 'Fingerprint must be a SHA-256 in hexadecimal'),
  line_count: z
    .int()
    .min(1, 'The file has headings but no rows')
    .max(maxLines, 'A file can have up to 100,000 rows. Split it and import the parts one at a time.'),
  /** All headings of the file, so that the matching can be found again for the next one like it. */
  headings: Headings,
  /** Which fields the columns fill that are sent, in their order. */
  columns: z.array(ImportColumn).min(1, 'Match at least one column').max(columnNames.length),
});

export const NewImport = begun.superRefine(({ kind, columns }, context) => {
  const fields = columns.map(({ field }) => field);
  const issue = (message: string) => context.addIssue({ code: 'custom', path: ['columns'], message });
  if (new Set(fields).size < fields.length) issue('Two columns cannot fill the same field');
  const strange = fields.find((field) => !columnsOf[kind].includes(field));
  if (strange) issue(`${strange} is not a ${kind} column`);
  const lacking = lackingColumn(kind, fields);
  if (lacking) issue(`Choose the column for the ${labelOf(kind, lacking).toLowerCase()}`);
  for (const { field, values = {}, day_order } of columns) {
    if (day_order && !dayColumns.includes(field)) issue(`${labelOf(kind, field)} is not a column of days`);
    // Which homes there are is known where lines are read.
    const unknown = Object.values(values).find(
      (value) => value !== '' && field !== 'funeral_home' && !optionsOf(field).some((option) => option.value === value),
    );
    if (Object.keys(values).length > 0 && !hasWords(field)) issue(`${labelOf(kind, field)} has no list of values`);
    else if (unknown !== undefined) issue(`“${unknown}” is not a value of ${labelOf(kind, field)}`);
  }
});
export type NewImport = z.output<typeof NewImport>;

const counts = z.object({
  ...{ new: z.int(), known: z.int(), doubtful: z.int(), refused: z.int() },
  /** Of all but the refused ones, those of which a value was left out. */
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
  /** How many lines have come, were previewed, and were gone through since the run or the undo was begun. */
  received: z.int(),
  looked: z.int(),
  gone_through: z.int(),
  /** How many of the previewed lines have each outcome. */
  counts,
  bring_doubtful: z.boolean(),
  /** How many records the run has made; and of those how many the undo has removed, and has kept. */
  brought: z.int(),
  removed: z.int(),
  kept: z.int(),
  begun_at: Instant,
  begun_by_name: z.string(),
  /** When its run began, and when that was over. */
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
  /** Which of its values no field takes, and why, in words; they are kept in the notes of its record. */
  notes: z.array(z.string()),
  /** The customer who it is, or may be; in a file of customers. */
  customer: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** The case that it is, or may be; in a file of cases. */
  case: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  fate: z.enum(lineResults),
  /** In the order of the import’s columns. Of a Social Security number the last four digits alone are shown. */
  values: z.array(z.string()),
});
export type ImportLine = z.output<typeof ImportLine>;

export const SentLines = z.object({
  /** How many lines came before these. */
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
