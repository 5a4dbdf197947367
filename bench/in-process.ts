import { join } from 'node:path';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { importCustomers } from '#local/seed/customer-import.ts';
import { meter } from '#tests/support/engines/capacity.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { cpuSecondsOf } from './machine.ts';
import { type Figures, load, medianFigures, medianOf } from './measure.ts';
import { operationsOn, type Request, sampleOf } from './operations.ts';

export interface Loaded {
  name: string;
  alone: Figures;
  together: Figures;
  goal: ReturnType<typeof operationsOn>[number]['goal'];
}

/** A call's cost by the number of customers: capacity units and milliseconds. */
export interface Cost {
  what: string;
  units: number;
  milliseconds: number;
}

interface Bench {
  harness: Harness;
  tenant: Tenant;
  send: (request: Request) => Promise<Record<string, unknown>>;
  close: () => Promise<void>;
}

/** The API's handlers in this process, over an engine with so many customers. */
export const openBench = async (count: number): Promise<Bench> => {
  const harness = await startHarness();
  const tenant = await harness.addTenant('whitcomb-ames');
  await importCustomers({
    client: harness.client,
    tableName: harness.tableName,
    organizationId: tenant.id,
    count,
    now: new Date(),
    databasePath: join(harness.dataDir, 'dynoxide.sqlite'),
  });
  const send = async ({ row, ...rest }: Request): Promise<Record<string, unknown>> => {
    const answer = await harness.call(row, { as: tenant.profiles.super_admin, ...rest });
    if (answer.status >= 300) throw new Error(`${row.method} ${row.path}: ${answer.status} ${answer.text}`);
    harness.state.logs.length = 0;
    return answer.body;
  };
  return { harness, tenant, send, close: () => harness.close() };
};

/** The four operations with one client and with sixteen. */
export const loadInProcess = async (
  bench: Bench,
  count: number,
  { seconds, repeat }: { seconds: number; repeat: number },
): Promise<Loaded[]> => {
  const { ids, names } = await sampleOf(bench.send, count);
  const cpuSeconds = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6 + cpuSecondsOf([bench.harness.engine.pid]);
  };
  const loaded: Loaded[] = [];
  // What writes comes last: the others then meet the number of customers that they are measured for.
  for (const { name, goal, request } of operationsOn(ids, names, count).reverse()) {
    const send = (n: number) =>
      bench.send(request(n)).then(
        () => true,
        () => false,
      );
    const runs: Record<1 | 16, Figures[]> = { 1: [], 16: [] };
    let sent = 0;
    for (let round = 0; round < repeat; round++)
      for (const concurrency of [1, 16] as const) {
        const from = sent;
        const figures = await load((n) => send(from + n), { concurrency, seconds, cpuSeconds });
        sent += figures.requests * 2 + 64;
        runs[concurrency].push(figures);
      }
    loaded.push({ name, goal, alone: medianFigures(runs[1]), together: medianFigures(runs[16]) });
  }
  return loaded.reverse();
};

/** What single calls consume: the first page, one in the middle, the last, and searches. */
export const costs = async (bench: Bench, count: number): Promise<Cost[]> => {
  const { harness, send } = bench;
  const { units, reset } = meter(harness.client);
  const { ids, names } = await sampleOf(send, count);
  const lastPage = Math.ceil(count / 20);
  const page = (n: number, ordering?: string): Request => ({
    row: customerEndpoints.list,
    query: { page: String(n), ...(ordering ? { ordering } : {}) },
  });
  const calls: [string, Request][] = [
    ['first page', page(1)],
    [`page ${lastPage / 2} (the middle)`, page(Math.floor(lastPage / 2))],
    [`page ${lastPage} (the last)`, page(lastPage)],
    ['by name, first page', page(1, 'name')],
    ['by name, the middle', page(Math.floor(lastPage / 2), 'name')],
    ['by upcoming service, the middle', page(Math.floor(lastPage / 2), 'upcoming_service')],
    ['by deposits, the middle', page(Math.floor(lastPage / 2), '-deposit_total')],
    ['search dropdown, a last name', { row: customerEndpoints.search, query: { q: names[0] ?? '' } }],
    ['search dropdown, two letters', { row: customerEndpoints.search, query: { q: 'an' } }],
    ['list searched by a phone number', { row: customerEndpoints.list, query: { search: '2005550142' } }],
    ['list searched by two letters', { row: customerEndpoints.list, query: { search: 'an' } }],
    ['get', { row: customerEndpoints.get, params: { id: ids[0] ?? '' } }],
  ];
  const found: Cost[] = [];
  for (const [what, request] of calls) {
    await send(request);
    reset();
    await send(request);
    const consumed = units();
    found.push({ what, units: consumed, milliseconds: await medianOf(15, () => send(request)) });
  }
  return found;
};

/** Walks the whole export and says how long it took and how large the process was on the way, in MB. */
export const exportAll = async ({ send }: Bench): Promise<{ rows: number; seconds: number; residentMb: number[] }> => {
  const residentMb: number[] = [];
  const began = performance.now();
  let rows = 0;
  let cursor: string | null = null;
  let page = 0;
  do {
    const answer = await send({ row: customerEndpoints.export, query: cursor ? { cursor } : {} });
    rows += (answer.rows as unknown[]).length;
    cursor = answer.next_cursor as string | null;
    if (page++ % 10 === 0) residentMb.push(Math.round(process.memoryUsage().rss / 2 ** 20));
  } while (cursor);
  return { rows, seconds: (performance.now() - began) / 1000, residentMb };
};
