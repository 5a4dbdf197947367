import type * as z from 'zod';
import {
  type BodySent,
  type CallInput,
  type CallOutput,
  type Endpoint,
  isJson,
  isJsonResponse,
  type Raw,
  redirect as redirected,
  successStatus,
} from './endpoint.ts';
import { defaultErrorMessages, type FieldErrors } from './errors.ts';

/** A rejected or failed call, with the catalog's message (D1 §8). Status 0: the network failed. */
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

/** Returns the details of this endpoint's 409; undefined for any other error. */
export const conflictOf = <Row extends Pick<Endpoint, 'conflict'> & { conflict: z.ZodObject }>(
  endpoint: Row,
  error: unknown,
): z.output<Row['conflict']> | undefined =>
  error instanceof ApiError && error.status === 409
    ? (endpoint.conflict.safeParse(error.body).data as z.output<Row['conflict']> | undefined)
    : undefined;

/** True if the request may or may not have been executed. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** True if the same call may succeed later. */
export const isTransientError = (error: unknown): boolean =>
  isOutcomeUnknown(error) || (error instanceof ApiError && error.status === 429);

const byStatus: Record<number, string> = {
  400: defaultErrorMessages.invalid,
  401: 'You are not authenticated. Please log in.',
  403: defaultErrorMessages.forbidden,
  404: defaultErrorMessages.notFound,
  500: 'Server error. Please try again later.',
};
/** Keys of error bodies that are not fields; `code` is not listed, because some calls send one. */
const notFields = new Set([
  'detail',
  'error',
  'message',
  'non_field_errors',
  'missing_fields_by_category',
  'hasPayments',
  'casesWithPayments',
  'customers_with_cases',
  'current',
  'stale',
  'converted',
  'merged_into',
  'telephone',
]);

const text = (value: unknown): string | undefined => {
  if (typeof value === 'string' && value !== '') return value;
  if (Array.isArray(value) && value.length > 0) return value.map((part) => text(part) ?? '').join(', ');
  return undefined;
};

/** Returns messages by field of an error body, nested keys as `parent.child` (D1 §8). */
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

/** Returns the server's own message (D1 §8); undefined if there is none, as for a network failure. */
export const serverMessage = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  const { body } = error;
  const named = text(body.detail) ?? text(body.error) ?? text(body.message) ?? text(body.non_field_errors);
  return named ?? Object.values(fieldErrors(body))[0]?.join(', ');
};

/** Returns the one message to show for an error, in the order of D1 §8. */
export const messageOf = (error: unknown): string => {
  if (!(error instanceof ApiError))
    return error instanceof Error && error.message ? error.message : 'An unexpected error occurred';
  const { status } = error;
  const message = serverMessage(error);
  if (message) return message;
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
  /** Returns undefined if signed out; staff calls then fail with 401 without being sent. */
  token?: () => Promise<string | undefined>;
  fetch?: typeof globalThis.fetch;
}

export type Call = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: { signal?: AbortSignal; idempotencyKey?: string },
) => Promise<CallOutput<E>>;

interface Values {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
}

/** Returns the URL of a call, for a download or a partner sign-in. */
export const addressOf = <E extends Endpoint>(endpoint: E, input: Omit<CallInput<E>, 'body'>): string => {
  const { params, query }: Values = input;
  return `${fill(endpoint.path, params)}${queryString(query)}`;
};

/** Awaits network data, and turns a lost connection into an {@link ApiError}. */
type Read = <T>(coming: Promise<T>) => Promise<T>;

const json = async (response: Response, read: Read): Promise<unknown> => {
  const text = await read(response.text());
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(response.status, 'Invalid response format');
  }
};

const fileName = (disposition: string | null): string => {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? [];
  return encoded ? decodeURIComponent(encoded) : '';
};

const received = async ({ response: kind }: Endpoint, response: Response, read: Read): Promise<unknown> => {
  if (isJsonResponse(kind)) return json(response, read);
  if (kind.kind === 'redirect') return { location: response.headers.get('location') ?? '' };
  if (kind.kind === 'empty') return undefined;
  return { name: fileName(response.headers.get('content-disposition')), content: await read(response.blob()) };
};

interface Sent {
  body?: BodyInit;
  type?: string;
}

const sentBody = ({ body: kind }: Endpoint, body: unknown): Sent => {
  if (!kind) return {};
  if (isJson(kind)) return { body: JSON.stringify(body ?? {}), type: 'application/json' };
  if (kind.kind === 'raw') {
    const { bytes, type } = body as BodySent<Raw>;
    return { body: bytes, type };
  }
  const { fields, files } = body as { fields: object; files: Record<string, Blob | undefined> };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value));
  for (const [name, file] of Object.entries(files)) if (file) form.append(name, file);
  // The browser adds the content type with its boundary.
  return { body: form };
};

const failureOf = async (response: Response, read: Read): Promise<ApiError> => {
  const parsed = await json(response, read);
  const problem = parsed && typeof parsed === 'object' ? (parsed as Record<string, unknown>) : {};
  const message = text(problem.message) ?? text(problem.detail) ?? byStatus[response.status];
  return new ApiError(response.status, message ?? `HTTP ${response.status}: ${response.statusText}`, problem);
};

const connectionLost = ({ method }: Endpoint): ApiError =>
  new ApiError(
    0,
    method === 'POST'
      ? 'Network error: Unable to connect to server. Please check your connection.'
      : 'Server connection lost. Please check if the server is running.',
  );

/** Creates a typed client for the contract. Calls throw {@link ApiError} unless they succeed. */
export const createClient =
  ({ baseUrl = '', token, fetch = globalThis.fetch }: ClientOptions): Call =>
  async (endpoint, input, options = {}) => {
    const headers: Record<string, string> = { accept: isJsonResponse(endpoint.response) ? 'application/json' : '*/*' };
    if (endpoint.permission !== 'public') {
      const bearer = await token?.();
      if (!bearer) throw new ApiError(401, 'No authentication session found');
      headers.authorization = `Bearer ${bearer}`;
    }
    const { body, type } = sentBody(endpoint, input.body);
    if (type) headers['content-type'] = type;
    if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
    const signal = options.signal ?? null;
    const redirect = endpoint.response === redirected ? 'manual' : 'follow';
    const request: RequestInit = { method: endpoint.method, headers, body: body ?? null, redirect, signal };
    const read: Read = (coming) =>
      coming.catch((cause: unknown) => {
        throw options.signal?.aborted ? cause : connectionLost(endpoint);
      });
    const response = await read(fetch(`${baseUrl}${addressOf(endpoint, input)}`, request));
    const succeeded = response.ok || response.status === successStatus(endpoint);
    if (!succeeded) throw await failureOf(response, read);
    // The endpoint declares the response type.
    return (await received(endpoint, response, read)) as CallOutput<typeof endpoint>;
  };
