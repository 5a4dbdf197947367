import type { Endpoint } from '#domain/contract/endpoint.ts';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';

/** One request of a load: a row of the contract and what is sent. */
export interface Request {
  row: Endpoint;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}

/** What is aimed at (quality A): requests a second, p50 and p95 in milliseconds, alone and with 16 clients. */
export interface Goal {
  alone: { perSecond: number; p50: number; p95: number };
  together: { perSecond: number; p95: number };
}

export interface Operation {
  name: string;
  writes: boolean;
  goal: Goal;
  request: (n: number) => Request;
}

const goal = (one: number, p50: number, p95: number, sixteen: number, p95Together: number): Goal => ({
  alone: { perSecond: one, p50, p95 },
  together: { perSecond: sixteen, p95: p95Together },
});

const letters = 'abcdefghijklmnopqrstuvwxyz';
const word = (n: number): string => [...String(n)].map((digit) => letters[Number(digit) * 2] ?? 'a').join('');

export const newCustomer = (n: number, run: string) => ({
  first_name: `Test${word(n % 997)}`,
  last_name: `Bench${word(n)}`,
  // Area codes that the first 12,500 invented customers have not.
  phone: `${300 + (n % 700)}555${String(100 + (Math.floor(n / 700) % 100)).padStart(4, '0')}`,
  email: `bench.${run}.${n}@families.example`,
  address: '118 Marine Street',
  city: 'St. Augustine',
  state: 'FL',
  zip_code: '32084',
  county: 'St. Johns',
});

/** Ids and last names of customers here and there in the list. */
export const sampleOf = async (
  send: (request: Request) => Promise<Record<string, unknown>>,
  count: number,
): Promise<{ ids: string[]; names: string[] }> => {
  const rows: CustomerRow[] = [];
  for (let part = 0; part < 5; part++) {
    const page = String(1 + Math.floor((part * count) / 500));
    const { results } = await send({ row: customerEndpoints.list, query: { page, page_size: '100' } });
    rows.push(...(results as CustomerRow[]));
  }
  return { ids: rows.map(({ id }) => id), names: rows.map(({ last_name }) => last_name) };
};

/** Evenly over the whole range, so that no page and no record is asked for twice in a row. */
const spread = (n: number, range: number): number => (n * 7919) % range;

/** The four calls that are compared with peers: on `ids` of customers and names that are among them. */
export const operationsOn = (ids: readonly string[], names: readonly string[], count: number): Operation[] => {
  const run = Date.now().toString(36);
  const pages = Math.ceil(count / 20);
  return [
    {
      name: 'create customer',
      writes: true,
      goal: goal(200, 5, 9, 500, 45),
      request: (n) => ({ row: customerEndpoints.create, body: newCustomer(n, run) }),
    },
    {
      name: 'get customer',
      writes: false,
      goal: goal(900, 1.2, 2, 2000, 15),
      request: (n) => ({ row: customerEndpoints.get, params: { id: ids[spread(n, ids.length)] ?? '' } }),
    },
    {
      name: 'list, any page of 20',
      writes: false,
      goal: goal(350, 3, 5, 900, 30),
      request: (n) => ({ row: customerEndpoints.list, query: { page: String(1 + spread(n, pages)) } }),
    },
    {
      name: 'search, 20 rows',
      writes: false,
      goal: goal(600, 1.6, 3, 1200, 25),
      request: (n) => ({ row: customerEndpoints.search, query: { q: names[spread(n, names.length)] ?? '' } }),
    },
  ];
};
