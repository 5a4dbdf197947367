import type { Call } from './client.ts';
import type { FloorCall } from './floor.ts';

interface Caller {
  send: (call: Call) => Promise<Record<string, unknown>>;
}

export interface Measured {
  name: string;
  floor: FloorCall;
  call: (n: number) => Call;
}

const customers = '/api/customers/customers/';
const cases = '/api/services/cases/';

const letters = 'acegikmoqs';
/** Writes a number in letters, because names have no digits. */
const word = (n: number): string => [...String(n)].map((digit) => letters[Number(digit)]).join('');
const run = word(Date.now() % 1_000_000);

export const createCustomer = (n: number): Call => ({
  method: 'POST',
  path: customers,
  body: {
    ...{ first_name: `Test${word(n % 997)}`, last_name: `Bench${run}${word(n)}` },
    // Area codes that generated customers do not have.
    phone: `${300 + (n % 700)}555${String(100 + (Math.floor(n / 700) % 100)).padStart(4, '0')}`,
    email: `bench.${run}.${n}@families.example`,
    ...{ address: '118 Marine Street', city: 'St. Augustine', state: 'FL', zip_code: '32084', county: 'St. Johns' },
  },
});

const list = (path: string, page: number, size: number): Call => ({
  method: 'GET',
  path: `${path}?page=${page}&page_size=${size}`,
});

export const countCustomers = async ({ send }: Caller): Promise<number> =>
  Number((await send(list(customers, 1, 10))).count);

/** Returns up to 500 records from all over a list. */
const sample = async ({ send }: Caller, path: string): Promise<Record<string, string>[]> => {
  const count = Number((await send(list(path, 1, 10))).count);
  const pages = Math.ceil(count / 100);
  const rows: Record<string, string>[] = [];
  for (let part = 0; part < Math.min(5, pages); part++) {
    const { results } = await send(list(path, 1 + Math.floor((part * pages) / 5), 100));
    rows.push(...(results as Record<string, string>[]));
  }
  return rows;
};

/** Spreads calls so that no record or page is requested twice in a row. */
const spread = (n: number, range: number): number => (n * 7919) % range;

const readsOf = (count: number, customerRows: Record<string, string>[], caseRows: Record<string, string>[]) => {
  const any = (rows: Record<string, string>[], field: string, n: number): string =>
    encodeURIComponent(rows[spread(n, rows.length)]?.[field] ?? '');
  const pages = Math.ceil(count / 20);
  const get = (path: string): Call => ({ method: 'GET', path });
  return [
    { name: 'get a customer', floor: 'get', call: (n) => get(`${customers}${any(customerRows, 'id', n)}/`) },
    { name: 'page 1 of customers', floor: 'page', call: () => list(customers, 1, 20) },
    { name: 'any page of customers', floor: 'page', call: (n) => list(customers, 1 + spread(n, pages), 20) },
    {
      name: 'search a last name',
      floor: 'page',
      call: (n) => get(`${customers}search/?q=${any(customerRows, 'last_name', n)}`),
    },
    { name: 'get a whole case', floor: 'get', call: (n) => get(`${cases}${any(caseRows, 'id', n)}/`) },
  ] as const satisfies Measured[];
};

const writesOn = (caseRows: Record<string, string>[]) => {
  const ids = caseRows.filter(({ status }) => status === 'active').map(({ id }) => id);
  const caseOf = (n: number): string => ids[spread(n, ids.length)] ?? '';
  return {
    draftCase: (n: number): Call => ({ method: 'POST', path: cases, body: { deceased_last_name: `Bench${word(n)}` } }),
    recordPayment: (n: number): Call => ({
      method: 'POST',
      path: '/api/services/payments/',
      body: {
        ...{ case: caseOf(n), payment_date: new Date().toISOString().slice(0, 10), amount: '12.50' },
        ...{ payment_method: 'cash', received_from: 'Loretta Tyndall', payment_for: 'Deposit' },
      },
    }),
    saveSection: (n: number): Call => ({
      method: 'PATCH',
      path: `${cases}${caseOf(n)}/`,
      body: { family_notes: `Note ${run} ${n}` },
    }),
  };
};

export const callsOn = async (product: Caller) => {
  const [customerRows, caseRows] = [await sample(product, customers), await sample(product, cases)];
  const writes = writesOn(caseRows);
  const measured: Measured[] = [
    ...readsOf(await countCustomers(product), customerRows, caseRows),
    { name: 'create a customer', floor: 'create', call: createCustomer },
    { name: 'record a payment', floor: 'create', call: writes.recordPayment },
  ];
  const written = {
    'create a customer': createCustomer,
    'open a draft case': writes.draftCase,
    'record a payment': writes.recordPayment,
    'save a section': writes.saveSection,
  };
  return { measured, written };
};
