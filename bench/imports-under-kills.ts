import { setTimeout as pause } from 'node:timers/promises';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { ColumnName, ImportKind } from '#domain/imports/column-names.ts';
import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import { type Import, linesPerCall } from '#domain/imports/import.schema.ts';
import type { Product } from '#tests/faults/support/product.ts';
import { answered, type Client } from './client.ts';
import { withProductToKill } from './product-to-kill.ts';

/** The checker holds every item in memory. */
const mostRecounted = 25_000;
/** A call of an import works for six seconds: the product is killed while one is under way. */
const killAfterMs = 2_500;

interface Wanted {
  customers: number;
  cases: number;
  say: (...lines: string[]) => void;
}

const letters = 'abcdefghijklmnopqrst';
/** A name for a number, which has no digits and is nobody else's. */
const word = (n: number): string =>
  [...n.toString(20)].map((digit) => letters[Number.parseInt(digit, 20)] ?? '').join('');
const phone = (n: number): string =>
  `${201 + (n % 700)}${200 + (Math.floor(n / 700) % 700)}${String(1000 + (n % 9000))}`;
const day = (n: number): string => new Date(Date.UTC(1998, 0, 1) + (n % 9_000) * 86_400_000).toISOString().slice(0, 10);

const files: Record<ImportKind, { columns: readonly ColumnName[]; line: (n: number) => string[] }> = {
  customers: {
    columns: ['first_name', 'last_name', 'phone', 'email', 'address', 'city', 'state', 'zip_code', 'created_at'],
    line: (n) => [
      ...[`Moved${word(n % 311)}`, `Family${word(n)}`, phone(n), `${word(n)}@moved.example`],
      ...['118 Marine Street', 'St. Augustine', 'FL', '32084', day(n)],
    ],
  },
  cases: {
    columns: [
      ...(['case_number', 'deceased_first_name', 'deceased_last_name', 'date_of_birth', 'date_of_death'] as const),
      ...(['service_type', 'kin_first_name', 'kin_last_name', 'kin_relationship', 'kin_phone', 'created_at'] as const),
    ],
    line: (n) => [
      ...[`OLD-${n}`, `Late${word(n % 311)}`, `House${word(n)}`, '1931-05-06', day(n), 'burial'],
      // Of every second case the other system knew a next of kin, who becomes a customer.
      ...(n % 2 ? [`Kin${word(n % 97)}`, `House${word(n)}`, 'daughter', phone(300_000 + n)] : ['', '', '', '']),
      day(n),
    ],
  },
};

/** Makes calls of an import until it is where they lead; in the middle of one of them the product is killed. */
const worked = async (
  { staff, product }: { staff: Client; product: Product },
  of: 'look' | 'run' | 'undo',
  { id, line_count }: Import,
): Promise<{ one: Import; seconds: number; downSeconds: number; isKilled: boolean }> => {
  const began = performance.now();
  let downSeconds = 0;
  for (let isKilled = false; ; ) {
    const body = of === 'run' ? { body: { bring_doubtful: false } } : {};
    const { answer } = await answered(staff, { row: importEndpoints[of], params: { id }, ...body });
    const one = answer as unknown as Import;
    if (['ready', 'done', 'undone'].includes(one.state))
      return { one, seconds: (performance.now() - began) / 1000, downSeconds, isKilled };
    const through = of === 'look' ? one.looked : one.gone_through;
    if (isKilled || through < line_count / 3) continue;
    isKilled = true;
    const under = answered(staff, { row: importEndpoints[of], params: { id }, ...body });
    // Looked at below; until then a refusal is not to end this process.
    under.catch(() => undefined);
    await pause(killAfterMs);
    const killed = performance.now();
    await product.kill('tree');
    await product.start();
    downSeconds = (performance.now() - killed) / 1000;
    await under;
  }
};

const handedIn = async (staff: Client, kind: ImportKind, line_count: number): Promise<Import> => {
  const { columns, line } = files[kind];
  const begin = {
    ...{ kind, file_name: `${kind}.csv`, fingerprint: (kind === 'cases' ? 'c' : 'a').repeat(64), line_count },
    ...{ headings: columns, columns: columns.map((field) => ({ field, heading: field })) },
  };
  const params = { id: String((await answered(staff, { row: importEndpoints.begin, body: begin })).answer.id) };
  let one: unknown;
  for (let after = 0; after < line_count; after += linesPerCall[kind]) {
    const count = Math.min(linesPerCall[kind], line_count - after);
    const lines = Array.from({ length: count }, (_, at) => ({ line: after + at + 2, values: line(after + at) }));
    one = (await answered(staff, { row: importEndpoints.send, params, body: { after, lines } })).answer;
  }
  return one as Import;
};

const counted = async ({ send }: Client): Promise<string> => {
  const query = { page: '1', page_size: '10' };
  const lists = [customerEndpoints.list, caseEndpoints.list];
  const counts = await Promise.all(lists.map(async (row) => Number((await send({ row, query })).count)));
  return `${counts.join(' customers, ')} cases`;
};

/** Waits until the lists count so many; answers the seconds, which are endless where they did not within an hour. */
const untilCounted = async (staff: Client, wanted: string): Promise<number> => {
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  while ((await counted(staff)) !== wanted) {
    if (seconds() > 3_600) return Number.POSITIVE_INFINITY;
    await pause(500);
  }
  return seconds();
};

/**
 * Brings customers and cases in as the page of imports does it, on a product as `npm start` runs it, and takes them back; looking,
 * bringing in and taking back are each cut off by a kill. Says how long each took, and answers whether everything was
 * brought in once, taken back once, and recounted as it was.
 */
export const importsUnderKills = ({ customers, cases, say }: Wanted): Promise<boolean> =>
  withProductToKill(async ({ product, staff, recounted }) => {
    const working = { staff, product };
    const findings = await recounted();
    const before = await counted(staff);
    let isWell = true;
    const told: string[] = [];
    const holds = (what: string, does: boolean): void => {
      isWell &&= does;
      told.push(`- ${what}: ${does ? 'yes' : 'NO'}`);
    };
    say('', '| Step | seconds | of these the kill and the start after it |', '|---|---:|---:|');
    const brought: Import[] = [];
    let [inSeconds, outSeconds, untouched] = [0, 0, 0];
    for (const [kind, count] of Object.entries({ customers, cases }) as [ImportKind, number][]) {
      const began = performance.now();
      const handed = await handedIn(staff, kind, count);
      const seconds = (performance.now() - began) / 1000;
      inSeconds += seconds;
      say(`| ${count} ${kind} sent | ${seconds.toFixed(1)} | |`);
      let one = handed;
      for (const step of ['look', 'run'] as const) {
        const done = await worked(working, step, one);
        one = done.one;
        inSeconds += done.seconds;
        untouched += done.isKilled ? 0 : 1;
        const name = step === 'look' ? 'looked at' : 'brought in';
        say(`| ${kind} ${name} | ${done.seconds.toFixed(1)} | ${done.downSeconds.toFixed(1)} |`);
      }
      brought.push(one);
    }
    if (customers + cases <= mostRecounted) {
      const same = (await recounted()) === findings;
      holds(`a recount finds nothing while ${await counted(staff)} are there`, same);
    }
    const removed: Import[] = [];
    for (const one of brought.toReversed()) {
      const done = await worked(working, 'undo', one);
      outSeconds += done.seconds;
      untouched += done.isKilled ? 0 : 1;
      removed.push(done.one);
      say(`| ${one.kind} taken back | ${done.seconds.toFixed(1)} | ${done.downSeconds.toFixed(1)} |`);
    }
    const seconds = await untilCounted(staff, before);
    say(`| lists have followed | ${seconds.toFixed(1)} | |`, '');
    if (untouched) say(`${untouched} steps were through within one call: they were not killed.`);
    say(`In after ${inSeconds.toFixed(0)} s, out again after ${outSeconds.toFixed(0)} s.`);
    for (const { kind, line_count, brought: came } of brought)
      holds(`${came} ${kind} of ${line_count} lines were brought in`, came === line_count);
    for (const one of removed) holds(`${one.removed} ${one.kind} were taken back`, one.removed === one.brought);
    holds(`the lists count as before: ${before}`, Number.isFinite(seconds));
    holds('a recount of everything derived finds nothing', (await recounted()) === findings);
    say(...told);
    return isWell;
  });
