import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import papaparse from 'papaparse';
import { labelOf } from '#domain/imports/column-labels.ts';
import { readTable } from '#domain/imports/file-table.ts';
import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import type { Import } from '#domain/imports/import.schema.ts';
import {
  continueImport,
  type ImportRun,
  importSentence,
  linesOf,
  sendTable,
  stateLabels,
} from '#domain/imports/import-run.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { csvLine } from '#domain/shared/values/csv.ts';
import { importRoutes } from '#functions/imports/routes.ts';
import { operatorWork, organizationAt } from '#functions/organizations/create-organization.ts';
import { operatorCalls } from '#functions/platform/api/operator-calls.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { chosenColumns } from './chosen-columns.ts';
import type { ImportAsked } from './import-asked.ts';

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
const begunWith = async ({ call, run }: Working, path: string, asked: ImportAsked) => {
  const { kind, match } = asked;
  if (!kind) throw new Error('Say what the file holds: --kind customers or --kind cases');
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no file ${path}.`);
  const file = new File([readFileSync(path)], basename(path));
  const table = await readTable(file, (csv, delimiter) => papaparse.parse<string[]>(csv, { delimiter }).data);
  const { results: earlier } = await call(importEndpoints.list, {});
  const open = ['receiving', 'looking', 'ready', 'running'];
  const before = earlier.find(
    (one) => one.kind === kind && one.fingerprint === table.fingerprint && open.includes(one.state),
  );
  const said: string[] = [];
  let one = before;
  if (one) {
    if (match.length > 0) throw new Error(`This file is being imported already. Discard that first: --id ${one.id}`);
  } else {
    const { columns, lines } = chosenColumns(kind, table, earlier, match);
    said.push(...(table.encoding ? [`Read as ${table.encoding}: look whether accents are right.`] : []), ...lines);
    const { fileName: file_name, fingerprint, headings } = table;
    const body = { kind, file_name, fingerprint, headings, columns, line_count: table.lines.length };
    one = await call(importEndpoints.begin, { body });
  }
  if (one.received < one.line_count) one = await sendTable(call, one, table, run);
  return { one, said };
};

/** Writes every line with its outcome to a file that only its owner can read. */
const writeLines = async ({ call }: Working, one: Import, path: string): Promise<void> => {
  const headings = one.columns.map(({ field }) => labelOf(one.kind, field));
  const parts = ['\uFEFF', csvLine(['Line', 'Outcome', 'What became of it', 'Why', 'What was left out', ...headings])];
  for await (const { line, outcome, fate, why, notes, values } of linesOf(call, one, {}))
    parts.push(csvLine([String(line), outcome ?? '', fate, why.join('; '), notes.join('; '), ...values]));
  // Never over another file, whose readers may be others.
  writeFileSync(path, parts.join(''), { mode: 0o600, flag: 'wx' });
};

const namedLines = 10;

const refusedLines = async ({ call }: Working, one: Import): Promise<string[]> => {
  const named: string[] = [];
  for await (const { line, why } of linesOf(call, one, { outcome: 'refused' })) {
    if (named.length === namedLines) return [...named, `  and ${one.counts.refused - namedLines} more`];
    named.push(`  line ${line}: ${why.join('; ')}`);
  }
  return named;
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
  begun: Import,
  { go, doubtful, undo }: ImportAsked,
): Promise<Import> => {
  if (undo) return continueImport(call, 'undo', begun, run);
  const looked = await continueImport(call, 'look', begun, run);
  return go ? continueImport(call, 'run', { ...looked, bring_doubtful: doubtful }, run) : looked;
};

const listed = async ({ call }: Working): Promise<string> => {
  const { results } = await call(importEndpoints.list, {});
  const lines = results.map(
    (one) => `${one.id}  ${one.kind.padEnd(9)}  ${stateLabels[one.state].padEnd(22)}  ${one.begun_at.slice(0, 10)}`,
  );
  return lines.join('\n') || 'No imports yet.';
};

/** Imports a file with the code and calls of the staff site. Resumes when repeated after an interruption. */
export const operatorImport = async (
  table: Table,
  asked: ImportAsked,
  path: string | undefined,
  progress: (words: string) => void,
): Promise<string> => {
  const { organization, home } = await organizationAt(table, asked.slug);
  const call = operatorCalls(importRoutes, table, { organizationId: organization.id, homeId: home.id });
  const run = { signal: new AbortController().signal, onProgress: (so: Import) => progress(progressOf(so)) };
  const working = { call, run };
  const params = asked.id ? { id: asked.id } : undefined;
  if (asked.lines && existsSync(asked.lines)) throw new Error(`${asked.lines} is there already: name another file`);
  if (path && params) throw new Error('Name a file, or an import by its --id: not both');
  // The home's own imports contain families' data: access is audited first (0191).
  if (params || asked.lines || !path)
    await operatorWork(table, organization.id, new Date()).audit('operator.looked', organization.id).step();
  if (asked.undo && !params) throw new Error('Say which import is taken back: --id');
  if (asked.discard) {
    if (!params) throw new Error('Say which import is discarded: --id');
    await call(importEndpoints.discard, { params });
    return 'Import discarded.';
  }
  const begun = path
    ? await begunWith(working, path, asked)
    : params && { one: await call(importEndpoints.get, { params }), said: [] };
  if (!begun) return listed(working);
  const { one, said } = begun;
  const done = await workedOn(working, one, asked);
  if (asked.lines) await writeLines(working, done, asked.lines);
  const refused = done.state === 'ready' ? await refusedLines(working, done) : [];
  return [...said, importSentence(done), ...refused, ...whatNext(done)].join('\n');
};
