import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ColumnName, ImportKind } from '#domain/imports/column-labels.ts';
import { type Import, linesPerCall } from '#domain/imports/import.schema.ts';
import { ensureBuilt } from '../../scripts/build-web.ts';
import { type Product, productOn } from './support/product.ts';
import { recounted, sturdyOwner } from './support/sturdy-client.ts';

/** A whole business migrates with IMPORT_CUSTOMERS=100000 IMPORT_CASES=20000. */
const sizes: Record<ImportKind, number> = {
  customers: Number(process.env.IMPORT_CUSTOMERS || 4_000),
  cases: Number(process.env.IMPORT_CASES || 600),
};
const hangMs = 4 * 3_600_000;
/** An import call works for six seconds: the product is killed during one. */
const killAfterMs = 1_000;

const letters = 'abcdefghijklmnopqrst';
/** Returns a name for a number, without digits and unique. */
const word = (n: number): string => [...n.toString(20)].map((digit) => letters[Number.parseInt(digit, 20)]).join('');
const phone = (n: number): string =>
  `${201 + (n % 700)}${200 + (Math.floor(n / 700) % 700)}${String(1000 + (n % 9000))}`;
const day = (n: number): string => new Date(Date.UTC(1998, 0, 1) + (n % 9_000) * 86_400_000).toISOString().slice(0, 10);

const files: Record<ImportKind, { columns: readonly ColumnName[]; line: (n: number) => string[] }> = {
  customers: {
    columns: ['first_name', 'last_name', 'phone', 'email', 'zip_code', 'created_at'],
    line: (n) => [`Moved${word(n % 311)}`, `Family${word(n)}`, phone(n), `${word(n)}@moved.example`, '32084', day(n)],
  },
  cases: {
    columns: [
      ...(['case_number', 'deceased_first_name', 'deceased_last_name', 'date_of_birth', 'date_of_death'] as const),
      ...(['service_type', 'kin_first_name', 'kin_last_name', 'kin_relationship', 'kin_phone', 'created_at'] as const),
    ],
    line: (n) => [
      ...[`OLD-${n}`, `Late${word(n % 311)}`, `House${word(n)}`, '1931-05-06', day(n), 'burial'],
      // The next of kin of every second case becomes a customer.
      ...(n % 2 ? [`Kin${word(n % 97)}`, `House${word(n)}`, 'daughter', phone(300_000 + n)] : ['', '', '', '']),
      day(n),
    ],
  },
};

const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-imports-'));
let product: Product;
let owner: Awaited<ReturnType<typeof sturdyOwner>>;
beforeAll(async () => {
  await ensureBuilt();
  product = await productOn(dataDir, { RATE_LIMITS: 'off' });
  await product.start();
  owner = await sturdyOwner(product);
}, hangMs);
afterAll(async () => {
  owner?.close();
  await product?.kill('tree');
  rmSync(dataDir, { recursive: true, force: true });
});

const post = async (path: string, body: object): Promise<Import> =>
  (await owner.send({ method: 'POST', path, body })) as unknown as Import;

const counted = async (): Promise<unknown[]> => {
  const paths = ['/api/customers/customers/', '/api/services/cases/'];
  return Promise.all(paths.map(async (path) => (await owner.send({ method: 'GET', path })).count));
};

const handedIn = async (kind: ImportKind): Promise<Import> => {
  const { columns, line } = files[kind];
  const line_count = sizes[kind];
  let one = await post('/api/imports/', {
    ...{ kind, file_name: `${kind}.csv`, fingerprint: (kind === 'cases' ? 'c' : 'a').repeat(64), line_count },
    ...{ headings: columns, columns: columns.map((field) => ({ field, heading: field })) },
  });
  for (let after = 0; after < line_count; after += linesPerCall[kind]) {
    const count = Math.min(linesPerCall[kind], line_count - after);
    const lines = Array.from({ length: count }, (_, at) => ({ line: after + at + 2, values: line(after + at) }));
    one = await post(`/api/imports/${one.id}/lines/`, { after, lines });
  }
  return one;
};

/** Calls a step of an import until it is complete; kills the product during the first call. */
const through = async ({ id }: Import, step: 'look' | 'run' | 'undo'): Promise<Import> => {
  const call = () => post(`/api/imports/${id}/${step}/`, step === 'run' ? { bring_doubtful: false } : {});
  const first = call();
  await pause(killAfterMs);
  await product.kill('tree');
  await product.start();
  let one = await first;
  while (!['ready', 'done', 'undone'].includes(one.state)) one = await call();
  return one;
};

it(
  'imports and undoes customers and cases once, despite a kill in each step',
  async () => {
    const findings = await recounted(product);
    const before = await counted();
    const brought: Import[] = [];
    for (const kind of ['customers', 'cases'] as const)
      brought.push(await through(await through(await handedIn(kind), 'look'), 'run'));
    expect(brought.map((one) => one.brought)).toEqual([sizes.customers, sizes.cases]);
    expect(await recounted(product)).toEqual(findings);
    for (const one of brought.toReversed()) expect((await through(one, 'undo')).removed).toBe(one.brought);
    await expect.poll(counted, { timeout: hangMs, interval: 500 }).toEqual(before);
    expect(await recounted(product)).toEqual(findings);
  },
  hangMs,
);
