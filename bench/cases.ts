import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { addDays } from '#domain/values/calendar-date.ts';
import { type Cost, costsByPopulation, type MeasuredCall } from './call-costs.ts';
import type { Operation, Request } from './operations.ts';
import type { Population, RunningProduct } from './running-product.ts';

const PAGE = 20;

/** Cases from here and there in the list. */
export const sampleOf = async ({ send }: RunningProduct, count: number): Promise<CaseRow[]> => {
  const rows: CaseRow[] = [];
  for (let part = 0; part < 5; part++) {
    const page = String(1 + Math.floor((part * count) / 500));
    const { results } = await send({ row: caseEndpoints.list, query: { page, page_size: '100' } });
    rows.push(...(results as CaseRow[]));
  }
  return rows;
};

const list = (query: Record<string, string>): Request => ({ row: caseEndpoints.list, query });

/** Every way in which screens ask for cases: each filter and order, pages near and far, searches, figures, one whole case. */
const callsOn = (rows: readonly CaseRow[], count: number): MeasuredCall[] => {
  const [newest] = rows;
  const today = new Date().toISOString().slice(0, 10);
  const last = Math.ceil(count / PAGE);
  const near = (at: number, n: number): string => String(Math.max(1, Math.min(last, at + (n % 7) - 3)));
  const row = (n: number): CaseRow => rows[(n * 7919) % rows.length] as CaseRow;
  const location = newest?.funeral_home_id ?? '';
  const lastName = (n: number): string => row(n).deceased_full_name.split(' ').at(-1) ?? '';
  const filters: [string, Record<string, string>][] = [
    ['status', { status: 'active' }],
    ['location', { location }],
    ['location and status', { location, status: 'completed' }],
    ['service type', { service_type: 'cremation' }],
    ['service type and status', { service_type: 'cremation', status: 'completed' }],
    ['opened by me', { mine: 'true' }],
    ['lacking', { lacking: 'true' }],
    ['opened within 30 days', { created_from: addDays(today, -30), created_to: today }],
    ['services of 7 days', { service_from: today, service_to: addDays(today, 6) }],
  ];
  const calls: [what: string, request: (n: number) => Request][] = [
    ['page 1', () => list({})],
    ['a page at a quarter', (n) => list({ page: near(Math.floor(last / 4), n) })],
    ['a page in the middle', (n) => list({ page: near(Math.floor(last / 2), n) })],
    ['the last page', () => list({ page: String(last) })],
    ...filters.map(([name, query]): [string, () => Request] => [`by ${name}`, () => list(query)]),
    ['by name, in the middle', (n) => list({ ordering: 'deceased_name', page: near(Math.floor(last / 2), n) })],
    ['by service, in the middle', (n) => list({ ordering: '-service_date', page: near(Math.floor(last / 2), n) })],
    ['search, a last name', (n) => list({ search: lastName(n) })],
    ['search, a whole name', (n) => list({ search: row(n).deceased_full_name })],
    ['search, a number', (n) => list({ search: row(n).case_number.replaceAll('-', '') })],
    ['search, a phone number', (n) => list({ search: row(n).informant_phone || '2005550100' })],
    ['statistics of 30 days', () => ({ row: caseEndpoints.statistics, query: { days: '30' } })],
    ['statistics of a year', () => ({ row: caseEndpoints.statistics, query: { days: '365' } })],
    ['home', () => ({ row: caseEndpoints.queue })],
    ['a whole case', (n) => ({ row: caseEndpoints.get, params: { id: row(n).id } })],
  ];
  return calls.map(([what, request]) => ({ what, request }));
};

/** Milliseconds over HTTP and capacity units of every call about cases, one client, at each size of an organization. */
export const caseCosts = (populations: readonly Population[]): Promise<Cost[][]> =>
  costsByPopulation(
    populations.map((one) => ({ ...one, of: 'cases' })),
    async (product, { count }) => callsOn(await sampleOf(product, count), count),
  );

/** Reading whole cases, to be compared with its floor. */
export const wholeCases = async (product: RunningProduct, { count }: Population): Promise<Operation[]> => {
  const rows = await sampleOf(product, count);
  return [
    {
      name: 'get a whole case',
      writes: false,
      goal: { alone: { perSecond: 500, p50: 2, p95: 4 }, together: { perSecond: 1200, p95: 25 } },
      request: (n) => ({ row: caseEndpoints.get, params: { id: rows[(n * 7919) % rows.length]?.id ?? '' } }),
    },
  ];
};
