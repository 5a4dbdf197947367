import type { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { createClient } from '#domain/shared/contract/client.ts';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';

export type Rows = typeof intakeEndpoints;

/** JSON, whatever its schema: what a row says of the shapes is the server's to judge, and would be a tenth of the page. */
export const json = {} as Endpoint['response'];

/** Where the calls of this page are; `calls.test.ts` holds them to the contract. */
export const publicEndpoints = {
  funeralHome: { method: 'GET', path: '/api/forms/public/funeral-home/{slug}/', may: 'public', response: json },
  submit: { method: 'POST', path: '/api/forms/public/submit/', may: 'public', body: json, response: json, status: 201 },
  inquire: {
    method: 'POST',
    path: '/api/forms/public/inquire/',
    may: 'public',
    body: json,
    response: json,
    status: 201,
  },
  checkStatus: { method: 'GET', path: '/api/forms/public/check-status/{a}/{b}/', may: 'public', response: json },
  confirmFacts: {
    ...{ method: 'POST', path: '/api/forms/public/confirm-facts/{a}/{b}/', may: 'public' },
    ...{ body: json, response: json },
  },
  forgetDraft: { method: 'POST', path: '/api/forms/public/drafts/forget/', may: 'public', body: json, response: json },
} as unknown as Pick<Rows, 'funeralHome' | 'submit' | 'inquire' | 'checkStatus' | 'confirmFacts' | 'forgetDraft'>;

export const call = createClient({ fetch: (input, init) => globalThis.fetch(input, init) });

export const lookUpHome = (slug: string, form?: string, signal?: AbortSignal) =>
  call(publicEndpoints.funeralHome, { params: { slug }, query: form ? { form } : {} }, { signal });

export const sendReport = (body: Parameters<typeof call<Rows['submit']>>[1]['body'], idempotencyKey: string) =>
  call(publicEndpoints.submit, { body }, { idempotencyKey });

/** What a form sends that reports no death. */
export const sendInquiry = (body: Parameters<typeof call<Rows['inquire']>>[1]['body'], idempotencyKey: string) =>
  call(publicEndpoints.inquire, { body }, { idempotencyKey });

export const checkStatus = (reference: string, token: string, signal?: AbortSignal) =>
  call(publicEndpoints.checkStatus, { params: { a: reference, b: token } }, { signal });

export const confirmFacts = (
  reference: string,
  code: string,
  body: Parameters<typeof call<Rows['confirmFacts']>>[1]['body'],
) => call(publicEndpoints.confirmFacts, { params: { a: reference, b: code }, body });

/** A report that lies with the home until somebody goes on with it, and the secret that it is asked for with. */
export interface EmailedDraft {
  draft: string;
  key: string;
}

/** Takes copies away. One that cannot be reached just now is forgotten by its time. */
export const forgetReports = (copies: readonly EmailedDraft[]): void => {
  for (const body of copies) call(publicEndpoints.forgetDraft, { body }).catch(() => {});
};
