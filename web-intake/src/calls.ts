import { createClient } from '#domain/contract/client.ts';
import type { Endpoint } from '#domain/contract/endpoint.ts';
import type { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';

type Rows = typeof intakeEndpoints;

/** JSON, whatever its schema: what a row says of the shapes is the server's to judge, and would be a tenth of the page. */
const json = {} as Endpoint['response'];

/** Where the calls of this page are; `calls.test.ts` holds them to the contract. */
export const publicRows = {
  funeralHome: { method: 'GET', path: '/api/forms/public/funeral-home/{slug}/', may: 'public', response: json },
  submit: { method: 'POST', path: '/api/forms/public/submit/', may: 'public', body: json, response: json, status: 201 },
  checkStatus: { method: 'GET', path: '/api/forms/public/check-status/{a}/{b}/', may: 'public', response: json },
} as unknown as Pick<Rows, 'funeralHome' | 'submit' | 'checkStatus'>;

const call = createClient({ fetch: (input, init) => globalThis.fetch(input, init) });

export const lookUpHome = (slug: string, form?: string, signal?: AbortSignal) =>
  call(publicRows.funeralHome, { params: { slug }, query: form ? { form } : {} }, { signal });

export const sendReport = (body: Parameters<typeof call<Rows['submit']>>[1]['body'], idempotencyKey: string) =>
  call(publicRows.submit, { body }, { idempotencyKey });

export const checkStatus = (reference: string, token: string, signal?: AbortSignal) =>
  call(publicRows.checkStatus, { params: { a: reference, b: token } }, { signal });
