import type { Import, ImportLine } from '#domain/imports/import.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import type { CallOptions, Harness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { succeeded } from './reports.ts';

type World = { harness: Pick<Harness, 'call'>; tenant: Tenant };
type Step = 'look' | 'run' | 'undo';
const rows = areas.imports;

export const importColumns = ['first_name', 'last_name', 'phone', 'email', 'zip_code', 'created_at'] as const;

export const exampleImport = (line_count: number) => ({
  ...{ kind: 'customers', file_name: 'families.csv', fingerprint: 'a'.repeat(64), line_count },
  headings: ['First', 'Last', 'Phone', 'E-mail', 'ZIP', 'Since', 'SSN'],
  columns: importColumns.map((field) => ({ field, heading: field })),
});

export const sentLines = (values: readonly string[][]) => values.map((line, at) => ({ line: at + 2, values: line }));

const asOwner = ({ tenant }: World) => tenant.profiles.super_admin;

const importOf = async (world: World, row: (typeof rows)['get' | Step], options: CallOptions): Promise<Import> =>
  succeeded(await world.harness.call(row, { as: asOwner(world), ...options })).body as unknown as Import;

export const handedIn = async (world: World, values: readonly string[][]): Promise<Import> => {
  const startedImport = await world.harness.call(rows.begin, {
    as: asOwner(world),
    body: exampleImport(values.length),
  });
  const params = { id: String(succeeded(startedImport).body.id) };
  const sent = { as: asOwner(world), params, body: { after: 0, lines: sentLines(values) } };
  return succeeded(await world.harness.call(rows.send, sent)).body as unknown as Import;
};

export const stepped = async (world: World, id: string, step: Step, bring_doubtful = false): Promise<Import> => {
  for (;;) {
    const body = step === 'run' ? { bring_doubtful } : undefined;
    const at = await importOf(world, rows[step], { params: { id }, ...(body ? { body } : {}) });
    if (['ready', 'done', 'undone'].includes(at.state)) return at;
  }
};

export const linesOf = async (
  world: World,
  id: string,
  sought: { outcome?: string; with_notes?: string } = {},
): Promise<ImportLine[]> => {
  const found: ImportLine[] = [];
  for (let after: string | null = '0'; after !== null; ) {
    const query = { after, ...sought };
    const { body } = succeeded(await world.harness.call(rows.lines, { as: asOwner(world), params: { id }, query }));
    found.push(...(body.results as ImportLine[]));
    after = body.next_after as string | null;
  }
  return found;
};

export const previewedImport = async (world: World): Promise<string> => {
  const name = crypto.randomUUID().replace(/[^a-f]/g, '');
  const { id } = await handedIn(world, [['Ada', `Import${name}`, '', '', '32084', '2019-03-04']]);
  return (await stepped(world, id, 'look')).id;
};

export const finishedImport = async (world: World): Promise<string> =>
  (await stepped(world, await previewedImport(world), 'run')).id;
