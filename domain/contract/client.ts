import type { CallInput, CallOutput, Endpoint } from './endpoint.ts';
import type { FieldErrors } from './errors.ts';

/** A refused or failed call, in the words of the catalogue (D1 §8). Status 0: the network failed. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, message: string, body: Record<string, unknown> = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
  }
}

const byStatus: Record<number, string> = {
  400: 'Bad request. Please check your input.',
  401: 'You are not authenticated. Please log in.',
  403: 'You do not have permission to perform this action.',
  404: 'The requested resource was not found.',
  500: 'Server error. Please try again later.',
};
const notFields = new Set([
  'detail',
  'error',
  'message',
  'non_field_errors',
  'missing_fields_by_category',
  'hasPayments',
  'casesWithPayments',
]);

const text = (value: unknown): string | undefined => {
  if (typeof value === 'string' && value !== '') return value;
  if (Array.isArray(value) && value.length > 0) return value.map((part) => text(part) ?? '').join(', ');
  return undefined;
};

/** Field → messages of an error body, nested keys as `parent.child` (D1 §8). */
export const fieldErrors = (body: Record<string, unknown>, prefix = ''): FieldErrors => {
  const found: FieldErrors = {};
  for (const [key, value] of Object.entries(body)) {
    if (prefix === '' && notFields.has(key)) continue;
    if (Array.isArray(value)) found[prefix + key] = value.map(String);
    else if (typeof value === 'string') found[prefix + key] = [value];
    else if (value && typeof value === 'object')
      Object.assign(found, fieldErrors(value as Record<string, unknown>, `${prefix}${key}.`));
  }
  return found;
};

/** The one sentence to show for an error, chosen in the order of D1 §8. */
export const messageOf = (error: unknown): string => {
  if (!(error instanceof ApiError))
    return error instanceof Error && error.message ? error.message : 'An unexpected error occurred';
  const { body, status } = error;
  const named = text(body.detail) ?? text(body.error) ?? text(body.message) ?? text(body.non_field_errors);
  if (named) return named;
  const [field] = Object.values(fieldErrors(body));
  if (field) return field.join(', ');
  if (error.message) return error.message;
  return byStatus[status] ?? (status ? `Request failed with status ${status}` : 'An unexpected error occurred');
};

const fill = (path: string, params: Record<string, unknown> | undefined): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? '')));

const queryString = (query: Record<string, unknown> | undefined): string => {
  const pairs = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined && value !== '' && value !== null,
  );
  return pairs.length ? `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}` : '';
};

export interface ClientOptions {
  baseUrl?: string;
  /** The access token, or undefined when nobody is signed in; staff calls then fail with 401 before they are sent. */
  token?: () => Promise<string | undefined>;
  fetch?: typeof globalThis.fetch;
}

export type Call = <E extends Endpoint>(
  row: E,
  input: CallInput<E>,
  options?: { signal?: AbortSignal; idempotencyKey?: string },
) => Promise<CallOutput<E>>;

const answer = async (response: Response): Promise<unknown> => {
  const raw = await response.text();
  if (raw === '') return undefined;
  try {
    return JSON.parse(raw);
  } catch {
    throw new ApiError(response.status, 'Invalid response format');
  }
};

/** A typed caller over the contract table. Throws {@link ApiError} for everything that is not a success. */
export const createClient =
  ({ baseUrl = '', token, fetch = globalThis.fetch }: ClientOptions): Call =>
  async (row, input, options = {}) => {
    const { params, query, body } = input as {
      params?: Record<string, unknown>;
      query?: Record<string, unknown>;
      body?: unknown;
    };
    const headers: Record<string, string> = { accept: 'application/json' };
    if (row.may !== 'public') {
      const bearer = await token?.();
      if (!bearer) throw new ApiError(401, 'No authentication session found');
      headers.authorization = `Bearer ${bearer}`;
    }
    if (row.method !== 'GET') headers['content-type'] = 'application/json';
    if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
    let response: Response;
    try {
      response = await fetch(`${baseUrl}${fill(row.path, params)}${queryString(query)}`, {
        method: row.method,
        headers,
        body: row.method === 'GET' ? undefined : JSON.stringify(body ?? {}),
        signal: options.signal ?? null,
      });
    } catch (cause) {
      if (options.signal?.aborted) throw cause;
      const words =
        row.method === 'POST'
          ? 'Network error: Unable to connect to server. Please check your connection.'
          : 'Server connection lost. Please check if the server is running.';
      throw new ApiError(0, words);
    }
    const parsed = await answer(response);
    if (response.ok) return parsed as CallOutput<typeof row>;
    const problem = parsed && typeof parsed === 'object' ? (parsed as Record<string, unknown>) : {};
    const words = text(problem.message) ?? text(problem.detail) ?? byStatus[response.status];
    throw new ApiError(response.status, words ?? `HTTP ${response.status}: ${response.statusText}`, problem);
  };
