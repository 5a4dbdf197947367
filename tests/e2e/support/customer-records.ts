import type { Page } from '@playwright/test';
import type { CallInput } from '#domain/contract/endpoint.ts';
import type { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { Customer } from '#domain/customers/customer.schema.ts';
import type { IntakeSubmissionInput } from '#domain/intake/intake.schema.ts';
import type { Product } from './product.ts';
import { reportDeath } from './staff-actions.ts';

type NewCustomer = CallInput<typeof customerEndpoints.create>['body'];

/** A call of the API as whoever is signed in on the page. */
const callAs = async <T>(page: Page, method: string, path: string, body?: object): Promise<T> => {
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

/** A customer of Palatka, with these particulars. */
export const addCustomer = (page: Page, particulars: Partial<NewCustomer>): Promise<Customer> =>
  callAs(page, 'POST', '/api/customers/customers/', {
    first_name: 'Odell',
    last_name: 'Somebody',
    address: '7 Reid Street',
    city: 'Palatka',
    state: 'FL',
    zip_code: '32177',
    ...particulars,
  });

/** A case opened from a family's report, whose next of kin becomes a customer; answers the case's number. */
export const openCase = async (
  page: Page,
  product: Product,
  report: Partial<IntakeSubmissionInput>,
): Promise<string> => {
  const reference = await reportDeath(product, report);
  const path = '/api/forms/submissions/';
  const found = await callAs<{ results: { id: string }[] }>(page, 'GET', `${path}?search=${reference}`);
  const id = found.results[0]?.id;
  const { case_number } = await callAs<{ case_number: string }>(page, 'POST', `${path}${id}/convert_to_case/`, {});
  return case_number;
};
