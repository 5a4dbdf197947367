import { expect, type Page } from '@playwright/test';
import type { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { Customer } from '#domain/customers/customer.schema.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';

type NewCustomer = CallInput<typeof customerEndpoints.create>['body'];

/** A call of the API as whoever is signed in on the page. */
export const callAs = async <T>(page: Page, method: string, path: string, body?: object): Promise<T> => {
  const token = await page.evaluate(
    () => Object.entries({ ...sessionStorage }).find(([key]) => key.endsWith('.accessToken'))?.[1],
  );
  const response = await fetch(`${new URL(page.url()).origin}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
};

/** What a search answers once it answers something: lists follow the records by some milliseconds. */
const foundBy = async <T>(page: Page, path: string, isMeant: (row: T) => boolean = () => true): Promise<T> => {
  const find = async () => (await callAs<{ results: T[] }>(page, 'GET', path)).results.find(isMeant);
  await expect.poll(find, { intervals: [50, 100, 250] }).toBeTruthy();
  return (await find()) as T;
};

const customers = '/api/customers/customers/';

/** A customer of Palatka, with these particulars; lists know it already. */
export const addCustomer = async (page: Page, particulars: Partial<NewCustomer>): Promise<Customer> => {
  const customer = await callAs<Customer>(page, 'POST', customers, {
    first_name: 'Odell',
    last_name: 'Somebody',
    address: '7 Reid Street',
    city: 'Palatka',
    state: 'FL',
    zip_code: '32177',
    ...particulars,
  });
  await foundBy<Customer>(
    page,
    `${customers}?search=${customer.last_name}&page_size=100`,
    ({ id }) => id === customer.id,
  );
  return customer;
};
