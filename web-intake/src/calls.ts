import { createClient } from '#domain/contract/client.ts';
import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';

const call = createClient({ fetch: (input, init) => globalThis.fetch(input, init) });

export const lookUpHome = (slug: string, form?: string, signal?: AbortSignal) =>
  call(intakeEndpoints.funeralHome, { params: { slug }, query: form ? { form } : {} }, { signal });

export const sendReport = (
  body: Parameters<typeof call<typeof intakeEndpoints.submit>>[1]['body'],
  idempotencyKey: string,
) => call(intakeEndpoints.submit, { body }, { idempotencyKey });

export const checkStatus = (reference: string, token: string, signal?: AbortSignal) =>
  call(intakeEndpoints.checkStatus, { params: { a: reference, b: token } }, { signal });
