import createClient from 'openapi-fetch';
import { ApiError } from '#domain/shared/contract/client.ts';
import type { paths } from '../../node_modules/.cache/api/paths.ts';

export const apiClient = (baseUrl: string, token?: () => Promise<string | undefined>) => {
  const client = createClient<paths>({ baseUrl });
  if (token)
    client.use({
      onRequest: async ({ request }) => request.headers.set('authorization', `Bearer ${await token()}`),
    });
  return client;
};

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** Returns the data of a response, or throws an ApiError with the server's message. */
export const dataOf = async <T>(answer: Promise<Answer<T>>): Promise<T> => {
  const { data, error, response } = await answer;
  if (response.ok) return data as T;
  const problem = error && typeof error === 'object' ? (error as Record<string, unknown>) : {};
  throw new ApiError(response.status, `HTTP ${response.status}: ${response.statusText}`, problem);
};

/** Returns an idempotency header: the server performs the call once, however often it is sent. */
export const once = () => ({ header: { 'Idempotency-Key': crypto.randomUUID() } });

export const formOf = (body: Record<string, Blob>): FormData => {
  const form = new FormData();
  for (const [name, file] of Object.entries(body)) form.append(name, file);
  return form;
};
