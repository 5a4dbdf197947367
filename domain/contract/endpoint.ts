import type * as z from 'zod';
import type { Permission } from '#domain/access/roles.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** At most `max` calls per `seconds` for one caller address, one staff user, or one slug in the body. */
export interface RateLimit {
  by: 'ip' | 'user' | 'slug';
  max: number;
  seconds: number;
  /** Calls with this query parameter go on with what an earlier call began, and are not counted. */
  unlessQuery?: string;
}

/**
 * One call of the API. From this row come its route, its handler's types, the web client, the OpenAPI document
 * and the test matrix. Schemas speak wire types only (JSON), so that OpenAPI can be derived from them.
 */
export interface Endpoint {
  method: Method;
  /** As documented, with its trailing slash and `{name}` parameters. */
  path: `/api/${string}/`;
  /** `public` needs no sign-in; anything else needs a session and the permission. */
  may: 'public' | Permission;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response: z.ZodType;
  /** Success status; 200 unless it creates. */
  status?: 200 | 201;
  /** A POST that creates honours `Idempotency-Key` for 24 hours. */
  idempotent?: true;
  /** Refusals that the row's shape does not tell of, in words for the OpenAPI document. */
  refusals?: Partial<Record<404 | 409 | 410, string>>;
  /** Body fields that a retry under the same key sends anew, such as a single-use token: they tell no requests apart. */
  freshPerTry?: readonly string[];
  limits?: readonly RateLimit[];
  /** Answered to an administrator whose authenticator app is still to be seen: what leads to it (quality S-08). */
  beforeSecondFactor?: true;
  /** Largest JSON body in bytes; 256 KiB unless stated (quality S-26). */
  maxBodyBytes?: number;
}

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type In<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler receives: parsed and defaulted. */
export interface HandlerInput<E extends Endpoint> {
  params: Out<E['params']>;
  query: Out<E['query']>;
  body: Out<E['body']>;
}

/** What a handler returns: the response before its schema strips what is not documented. */
export type HandlerOutput<E extends Endpoint> = z.input<E['response']>;

type Provided<K extends string, T> = T extends z.ZodType
  ? object extends In<T>
    ? { [P in K]?: In<T> }
    : { [P in K]: In<T> }
  : { [P in K]?: undefined };
/** What a caller gives. */
export type CallInput<E extends Endpoint> = Provided<'params', E['params']> &
  Provided<'query', E['query']> &
  Provided<'body', E['body']>;
/** What a caller gets. */
export type CallOutput<E extends Endpoint> = Out<E['response']>;

/** Declares a row and keeps its literal types. */
export const endpoint = <const E extends Endpoint>(row: E): E => row;

/** The path that API Gateway and the dispatcher see: it refuses route keys that end in a slash. */
export const routePath = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);
