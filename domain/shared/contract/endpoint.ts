import type * as z from 'zod';
import type { EventName } from '#domain/registry/event-catalog.ts';
import type { PolicyAction } from '#domain/registry/policies.ts';
import type { Permission } from '#domain/shared/access/roles.ts';
import type { AuditAction } from '#domain/shared/audit/audit-actions.ts';

/** Allowed types as detected from the content, whatever the sender declares. */
interface FileRule {
  takes: (content: Uint8Array) => boolean;
  maxBytes: number;
  optional?: true;
}

export interface Multipart {
  kind: 'multipart';
  fields: z.ZodObject;
  files: Readonly<Record<string, FileRule>>;
}

/** Unparsed bytes, for signed bodies such as a partner's webhook. */
export interface Raw {
  kind: 'raw';
  types: readonly string[];
}

export type BodyKind = z.ZodType | Multipart | Raw;

/** Declares a form with files; fields and files by name. */
export const multipart = <const M extends Omit<Multipart, 'kind'>>(form: M) => ({
  kind: 'multipart' as const,
  ...form,
});

/** Declares a body of one of these content types, passed as bytes. */
export const raw = <const T extends readonly string[]>(...types: T) => ({ kind: 'raw' as const, types });

/** Name and type are the sender's claims; check the content. */
export interface UploadedFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

interface RawBody {
  bytes: Uint8Array;
  headers: Readonly<Record<string, string | undefined>>;
}

type FilesOf<M extends Multipart, File> = {
  [N in keyof M['files']]: M['files'][N] extends { optional: true } ? File | undefined : File;
};

type BodyRead<B> = B extends z.ZodType
  ? z.output<B>
  : B extends Multipart
    ? { fields: z.output<B['fields']>; files: FilesOf<B, UploadedFile> }
    : B extends Raw
      ? RawBody
      : undefined;

export type BodySent<B> = B extends z.ZodType
  ? z.input<B>
  : B extends Multipart
    ? { fields: z.input<B['fields']>; files: FilesOf<B, Blob> }
    : B extends Raw
      ? { bytes: Uint8Array<ArrayBuffer> | string; type: string }
      : undefined;

/** True if the body is JSON with a schema. */
export const isJson = (body: BodyKind | undefined): body is z.ZodType => body !== undefined && !('kind' in body);

interface FileResponse {
  kind: 'file';
  types: readonly string[];
}
interface RedirectResponse {
  kind: 'redirect';
}
interface EmptyResponse {
  kind: 'empty';
}

export type ResponseKind = z.ZodType | FileResponse | RedirectResponse | EmptyResponse;

/** Declares a file response with one of these content types. */
export const file = <const T extends readonly string[]>(...types: T) => ({ kind: 'file' as const, types });
export const redirect: RedirectResponse = { kind: 'redirect' };
export const empty: EmptyResponse = { kind: 'empty' };

export interface FileWritten<Type extends string = string> {
  type: Type;
  name: string;
  content: Uint8Array | string;
  /** Show in the browser instead of saving. */
  inline?: boolean;
}

type ResponseWritten<A> = A extends z.ZodType
  ? z.input<A>
  : A extends FileResponse
    ? FileWritten<A['types'][number]>
    : A extends RedirectResponse
      ? { location: string }
      : undefined;

type ResponseReceived<A> = A extends z.ZodType
  ? z.output<A>
  : A extends FileResponse
    ? { name: string; content: Blob }
    : A extends RedirectResponse
      ? { location: string }
      : undefined;

/** True if the response is JSON with a schema. */
export const isJsonResponse = (answer: ResponseKind): answer is z.ZodType => !('kind' in answer);

const statuses = { redirect: 303, empty: 204 } as const;

/** Returns the success status of an endpoint. */
export const successStatus = ({ response, status }: { response: ResponseKind; status?: 200 | 201 }): number =>
  isJsonResponse(response) || response.kind === 'file' ? (status ?? 200) : statuses[response.kind];

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * At most `max` calls per `seconds` for one address or staff member, counted before anything else. The handler counts
 * `accepted` calls and limits by location, organization or email address once the call is valid, so that others cannot
 * use up the families' limit. A `recipient` is an address together with the organization that writes to it.
 */
export interface RateLimit {
  by: 'ip' | 'user' | 'home' | 'organization' | 'address' | 'recipient';
  max: number;
  seconds: number;
  counts?: 'accepted';
  /** Endpoints with this name share the counter. */
  sharedCounter?: string;
  /** Calls with this query parameter continue an earlier call and are not counted. */
  unlessQuery?: string;
}

/** Routes, handler types, the web client, OpenAPI and the contract tests are derived from an endpoint. */
export interface Endpoint {
  method: Method;
  /** With its trailing slash and `{name}` parameters. */
  path: `/api/${string}/`;
  permission: 'public' | Permission;
  /** Message for callers whose role does not permit it, instead of the catalog's. */
  forbidden?: string;
  /** Record-level policy that the handler checks. */
  policy?: PolicyAction;
  summary: string;
  /** Ids declare their record kind (`pathParams.case`). */
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: BodyKind;
  response: ResponseKind;
  status?: 200 | 201;
  /** Audit actions that the handler may record; at least one if something changed. */
  auditActions?: readonly AuditAction[];
  auditActionOnDenied?: AuditAction;
  events?: readonly EventName[];
  idempotent?: true;
  errorResponses?: Partial<Record<401 | 404 | 409 | 410, string>>;
  /** Details of a 409, such as the currently stored record. */
  conflict?: z.ZodObject;
  /** Body fields that differ on every retry, such as a single-use token. */
  excludedFromRequestIdentity?: readonly string[];
  limits?: readonly RateLimit[];
  /** Reads the caller without the cache, so that a right revoked a second ago is gone. */
  skipActorCache?: true;
  /**
   * A separate Lambda reads records with credentials of the caller's organization only (S-02): SSNs, exports, audit
   * logs.
   */
  organizationScoped?: true;
  /** Requires a recent sign-in with an authenticator app. */
  requiresRecentMfa?: true;
  /** Responds to an administrator before the second factor is set up (S-08). */
  allowedBeforeMfa?: true;
  /** 256 KiB by default (S-26). */
  maxBodyBytes?: number;
}

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type In<T> = T extends z.ZodType ? z.input<T> : undefined;

export interface HandlerInput<E extends Endpoint> {
  params: Out<E['params']>;
  query: Out<E['query']>;
  body: BodyRead<E['body']>;
}

export type HandlerOutput<E extends Endpoint> = ResponseWritten<E['response']>;

type Optional<K extends string, T> = object extends T ? { [P in K]?: T } : { [P in K]: T };
type Provided<K extends string, T> = T extends z.ZodType ? Optional<K, In<T>> : { [P in K]?: undefined };
type ProvidedBody<T> = T extends BodyKind ? Optional<'body', BodySent<T>> : { body?: undefined };

export type CallInput<E extends Endpoint> = Provided<'params', E['params']> &
  Provided<'query', E['query']> &
  ProvidedBody<E['body']>;
export type CallOutput<E extends Endpoint> = ResponseReceived<E['response']>;

/** Declares an endpoint and keeps its literal types. */
export const endpoint = <const E extends Endpoint>(row: E): E => row;

/** Returns the path for API Gateway, which rejects route keys with a trailing slash. */
export const routePath = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);

/** Returns API Gateway's route key: `POST /api/services/cases/{id}/retrieve_ssn`. */
export const routeKey = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${routePath(path)}`;
