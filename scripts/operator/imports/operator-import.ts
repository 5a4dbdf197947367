import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import papaparse from 'papaparse';
import * as z from 'zod';
import {
  type ColumnName,
  columnsOf,
  type ImportKind,
  importKinds,
  labelOf,
  lackingColumn,
} from '#domain/imports/column-labels.ts';
import { type FileTable, readTable, samplesOf } from '#domain/imports/file-table.ts';
import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import type { Import, NewImport } from '#domain/imports/import.schema.ts';
import {
  continueImport,
  type ImportRun,
  importSentence,
  linesOf,
  sendTable,
  stateLabels,
} from '#domain/imports/import-run.ts';
import { holdsSocialSecurityNumbers, matchColumns, proposedReadings } from '#domain/imports/match-columns.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { csvLine } from '#domain/shared/values/csv.ts';
import { importRoutes } from '#functions/imports/routes.ts';
import { operatorWork, organizationAt } from '#functions/organizations/create-organization.ts';
import { operatorCalls } from '#functions/platform/api/operator-calls.ts';
import type { Table } from '#functions/platform/store/table.ts';

interface Chosen {
  columns: NewImport['columns'];
  lines: string[];
}

const fieldNamed = (kind: ImportKind, name: string): ColumnName | '' => {
  if (name === '') return '';
  const field = columnsOf[kind].find((columnName) => columnName === name);
  if (field) return field;
  throw new Error(`${name} is not a field of ${kind}. There are: ${columnsOf[kind].join(', ')}`);
};

/** Matches columns like the screen, then by `matches`: `HEADING=FIELD`, or `HEADING=` to leave a column out. */
export const chosenColumns = (
  kind: ImportKind,
  table: FileTable,
  earlier: readonly Import[],
  matches: readonly string[],
): Chosen => {
  const columns = samplesOf(table);
  const { asBefore, fields: matched } = matchColumns(columns, earlier, kind);
  let fields = matched;
  for (const match of matches) {
    const split = match.lastIndexOf('=');
    const at = columns.findIndex(({ heading }) => heading === match.slice(0, Math.max(0, split)));
    const column = columns[at];
    if (split < 0 || !column)
      throw new Error(`--match takes HEADING=FIELD. Headings are: ${table.headings.join(', ')}`);
    const field = fieldNamed(kind, match.slice(split + 1));
    if (field === 'ssn' || (field && holdsSocialSecurityNumbers(column.heading, column.samples)))
      throw new Error(`${column.heading} holds Social Security numbers, which are not imported.`);
    fields = fields.map((fieldName, place) => (place === at ? field : field && fieldName === field ? '' : fieldName));
  }
  const width = Math.max(...columns.map(({ heading }) => heading.length));
  const lines = columns.map(({ heading }, at) => {
    const field = fields[at];
    return `  ${heading.padEnd(width)}  ${field ? `${field} (${labelOf(kind, field)})` : 'left out'}`;
  });
  const lacking = lackingColumn(kind, fields);
  if (lacking) throw new Error(`${lines.join('\n')}\n\nSay which column holds it: --match "HEADING=${lacking}"`);
  const values = (at: number) => table.lines.map((line) => line.values[at] ?? '');
  const readings = proposedReadings(
    fields.map((field, at) => ({ field, values: values(at) })),
    asBefore?.columns,
  );
  const chosen = fields.flatMap((field, at) =>
    field ? [{ field, heading: columns[at]?.heading ?? '', ...readings[at] }] : [],
  );
  return { lines, columns: chosen };
};

interface Working {
  call: Call;
  run: ImportRun;
}

const progressOf = (so: Import): string => {
  const of = `of ${so.line_count.toLocaleString('en-US')} lines`;
  const [what, done] =
    so.state === 'receiving'
      ? ['sent', so.received]
      : so.run_at || so.state === 'undoing'
        ? ['gone through', so.gone_through]
        : ['looked at', so.looked];
  return `${done.toLocaleString('en-US')} ${of} ${what}`;
};

/** Returns the unfinished import of a file, or a new one, and how columns were matched. */
const begunWith = async ({ call, run }: Working, path: string, request: ImportAsked) => {
  const { kind, match } = request;
  if (!kind) throw new Error('Say what the file holds: --kind customers or --kind cases');
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no file ${path}.`);
  const file = new File([readFileSync(path)], basename(path));
  const table = await readTable(file, (csv, delimiter) => papaparse.parse<string[]>(csv, { delimiter }).data);
  const { results: earlier } = await call(importEndpoints.list, {});
  const open = ['receiving', 'looking', 'ready', 'running'];
  const before = earlier.find(
    (importRecord) =>
      importRecord.kind === kind && importRecord.fingerprint === table.fingerprint && open.includes(importRecord.state),
  );
  const notices: string[] = [];
  let current = before;
  if (current) {
    if (match.length > 0)
      throw new Error(`This file is being imported already. Discard that first: --id ${current.id}`);
  } else {
    const { columns, lines } = chosenColumns(kind, table, earlier, match);
    notices.push(...(table.encoding ? [`Read as ${table.encoding}: look whether accents are right.`] : []), ...lines);
    const { fileName: file_name, fingerprint, headings } = table;
    const body = { kind, file_name, fingerprint, headings, columns, line_count: table.lines.length };
    current = await call(importEndpoints.begin, { body });
  }
  if (current.received < current.line_count) current = await sendTable(call, current, table, run);
  return { one: current, notices };
};

/** Writes every line with its outcome to a file that only its owner can read. */
const writeLines = async ({ call }: Working, importRecord: Import, path: string): Promise<void> => {
  const headings = importRecord.columns.map(({ field }) => labelOf(importRecord.kind, field));
  const parts = ['\uFEFF', csvLine(['Line', 'Outcome', 'What became of it', 'Why', 'What was left out', ...headings])];
  for await (const { line, outcome, fate, why, notes, values } of linesOf(call, importRecord, {}))
    parts.push(csvLine([String(line), outcome ?? '', fate, why.join('; '), notes.join('; '), ...values]));
  // Never over another file, whose readers may be others.
  writeFileSync(path, parts.join(''), { mode: 0o600, flag: 'wx' });
};

const namedLines = 10;

const refusedLines = async ({ call }: Working, importRecord: Import): Promise<string[]> => {
  const matches: string[] = [];
  for await (const { line, why } of linesOf(call, importRecord, { outcome: 'refused' })) {
    if (matches.length === namedLines) return [...matches, `  and ${importRecord.counts.refused - namedLines} more`];
    matches.push(`  line ${line}: ${why.join('; ')}`);
  }
  return matches;
};

const whatNext = ({ state, id, counts, undoable_until }: Import): string[] => {
  if (state === 'ready')
    return [
      `Nothing was imported. --id ${id} --go imports what is new${counts.doubtful ? ', with --doubtful also what is doubtful' : ''}.`,
    ];
  if (state === 'done')
    return [
      `Until ${undoable_until?.slice(0, 10)} it can be taken back: --id ${id} --undo. Lists follow by themselves.`,
    ];
  return [`Import ${id}`];
};

const workedOn = async (
  { call, run }: Working,
  startedImport: Import,
  { go, doubtful, undo }: ImportAsked,
): Promise<Import> => {
  if (undo) return continueImport(call, 'undo', startedImport, run);
  const checked = await continueImport(call, 'look', startedImport, run);
  return go ? continueImport(call, 'run', { ...checked, bring_doubtful: doubtful }, run) : checked;
};

const listed = async ({ call }: Working): Promise<string> => {
  const { results } = await call(importEndpoints.list, {});
  const lines = results.map(
    (result) =>
      `${result.id}  ${result.kind.padEnd(9)}  ${stateLabels[result.state].padEnd(22)}  ${result.begun_at.slice(0, 10)}`,
  );
  return lines.join('\n') || 'No imports yet.';
};

/** Imports a file with the code and calls of the staff site. Resumes when repeated after an interruption. */
export const operatorImport = async (
  table: Table,
  request: ImportAsked,
  path: string | undefined,
  progress: (words: string) => void,
): Promise<string> => {
  const { organization, home } = await organizationAt(table, request.slug);
  const call = operatorCalls(importRoutes, table, { organizationId: organization.id, homeId: home.id });
  const run = { signal: new AbortController().signal, onProgress: (so: Import) => progress(progressOf(so)) };
  const working = { call, run };
  const params = request.id ? { id: request.id } : undefined;
  if (request.lines && existsSync(request.lines))
    throw new Error(`${request.lines} is there already: name another file`);
  if (path && params) throw new Error('Name a file, or an import by its --id: not both');
  // The home's own imports contain families' data: access is audited first (0191).
  if (params || request.lines || !path)
    await operatorWork(table, organization.id, new Date()).audit('operator.looked', organization.id).step();
  if (request.undo && !params) throw new Error('Say which import is taken back: --id');
  if (request.discard) {
    if (!params) throw new Error('Say which import is discarded: --id');
    await call(importEndpoints.discard, { params });
    return 'Import discarded.';
  }
  const begun = path
    ? await begunWith(working, path, request)
    : params && { one: await call(importEndpoints.get, { params }), notices: [] };
  if (!begun) return listed(working);
  const { one, notices } = begun;
  const done = await workedOn(working, one, request);
  if (request.lines) await writeLines(working, done, request.lines);
  const refused = done.state === 'ready' ? await refusedLines(working, done) : [];
  return [...notices, importSentence(done), ...refused, ...whatNext(done)].join('\n');
};

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
