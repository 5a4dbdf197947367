import { expect, type Page } from '@playwright/test';
import type { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { Customer } from '#domain/customers/customer.schema.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { callAs } from './staff-actions.ts';

type NewCustomer = CallInput<typeof customerEndpoints.create>['body'];

const customers = '/api/customers/customers/';

/** Waits until lists show the new customer. */
export const addCustomer = async (page: Page, details: Partial<NewCustomer>): Promise<Customer> => {
  const customer = await callAs<Customer>(page, 'POST', customers, {
    ...{ first_name: 'Odell', last_name: 'Palmer', address: '7 Reid Street', city: 'Palatka' },
    ...{ state: 'FL', zip_code: '32177', ...details },
  });
  const search = `${customers}?search=${customer.last_name}&page_size=100`;
  const found = async () => (await callAs<{ results: Customer[] }>(page, 'GET', search)).results.map(({ id }) => id);
  await expect.poll(found, { intervals: [50, 100, 250] }).toContain(customer.id);
  return customer;
};
