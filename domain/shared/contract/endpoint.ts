import type * as z from 'zod';
import type { PolicyAction } from '#domain/shared/access/policies.ts';
import type { Permission } from '#domain/shared/access/roles.ts';
import type { AuditAction } from '#domain/shared/audit/audit-actions.ts';
import type { EventName } from '#domain/shared/events/catalog.ts';

/** Rules of an uploaded file: allowed detected types, whatever the sender declares, and maximum size. */
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

/** Unparsed bytes, for signed bodies: a partner's webhook. */
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

/** A file as passed to a handler. Name and type are the sender's claims; check the content. */
export interface UploadedFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** A raw body with the headers that carry its signature. */
interface RawBody {
  bytes: Uint8Array;
  headers: Readonly<Record<string, string | undefined>>;
}

type FilesOf<M extends Multipart, File> = {
  [N in keyof M['files']]: M['files'][N] extends { optional: true } ? File | undefined : File;
};

/** What a handler receives for a body of this kind. */
type BodyRead<B> = B extends z.ZodType
  ? z.output<B>
  : B extends Multipart
    ? { fields: z.output<B['fields']>; files: FilesOf<B, UploadedFile> }
    : B extends Raw
      ? RawBody
      : undefined;

/** What a caller passes for a body of this kind. */
export type BodySent<B> = B extends z.ZodType
  ? z.input<B>
  : B extends Multipart
    ? { fields: z.input<B['fields']>; files: FilesOf<B, Blob> }
    : B extends Raw
      ? { bytes: Uint8Array<ArrayBuffer> | string; type: string }
      : undefined;

/** True if the body is JSON with a schema. */
export const isJson = (body: BodyKind | undefined): body is z.ZodType => body !== undefined && !('kind' in body);

/** A file to view or save. */
interface FileResponse {
  kind: 'file';
  types: readonly string[];
}
/** Redirects the browser (303). */
interface RedirectAnswer {
  kind: 'redirect';
}
/** No content (204). */
interface EmptyAnswer {
  kind: 'empty';
}

export type ResponseKind = z.ZodType | FileResponse | RedirectAnswer | EmptyAnswer;

/** Declares a file response with one of these content types. */
export const file = <const T extends readonly string[]>(...types: T) => ({ kind: 'file' as const, types });
export const redirect: RedirectAnswer = { kind: 'redirect' };
export const empty: EmptyAnswer = { kind: 'empty' };

/** A file as returned by a handler. */
export interface FileWritten<Type extends string = string> {
  type: Type;
  name: string;
  content: Uint8Array | string;
  /** Show in the browser instead of saving. */
  inline?: boolean;
}

/** What a handler returns for a response of this kind. */
type ResponseWritten<A> = A extends z.ZodType
  ? z.input<A>
  : A extends FileResponse
    ? FileWritten<A['types'][number]>
    : A extends RedirectAnswer
      ? { location: string }
      : undefined;

/** What the web client returns for a response of this kind. */
type ResponseReceived<A> = A extends z.ZodType
  ? z.output<A>
  : A extends FileResponse
    ? { name: string; content: Blob }
    : A extends RedirectAnswer
      ? { location: string }
      : undefined;

/** True if the response is JSON with a schema. */
export const isJsonAnswer = (answer: ResponseKind): answer is z.ZodType => !('kind' in answer);

const statuses = { redirect: 303, empty: 204 } as const;

/** Returns the success status of an endpoint. */
export const successStatus = ({ response, status }: { response: ResponseKind; status?: 200 | 201 }): number =>
  isJsonAnswer(response) || response.kind === 'file' ? (status ?? 200) : statuses[response.kind];

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * At most `max` calls per `seconds` for one address or staff member, counted before anything else. Limits of `accepted`
 * calls, or by location, organization or email address, are counted by the handler once the call is valid, so that
 * others cannot use up the families' limit. A `recipient` is an address together with the organization that writes to
 * it.
 */
export interface RateLimit {
  by: 'ip' | 'user' | 'home' | 'organization' | 'address' | 'recipient';
  max: number;
  seconds: number;
  counts?: 'accepted';
  /** Endpoints whose limits share this name share the counter. */
  sharedCounter?: string;
  /** Calls with this query parameter continue an earlier call and are not counted. */
  unlessQuery?: string;
}

/**
 * Declares one API endpoint. Routes, handler types, the web client, OpenAPI and the contract tests are derived from it.
 * Schemas use wire types only.
 */
export interface Endpoint {
  method: Method;
  /** With its trailing slash and `{name}` parameters. */
  path: `/api/${string}/`;
  /** `public` needs no sign-in; other endpoints need a session and the permission. */
  permission: 'public' | Permission;
  /** Message for callers whose role does not permit it; the catalog's by default. */
  forbidden?: string;
  /** Record-level policy that the handler checks (`assertAllowed`). */
  policy?: PolicyAction;
  summary: string;
  /** Ids declare their record kind (`pathParams.case`). */
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** A schema for JSON, `multipart(…)` or `raw(…)`; undefined for no body. */
  body?: BodyKind;
  /** A schema for JSON, `file(…)`, `redirect` or `empty`. */
  response: ResponseKind;
  /** Success status of JSON and files; 200 by default. */
  status?: 200 | 201;
  /** Audit actions that the handler may record; at least one if something changed. */
  auditActions?: readonly AuditAction[];
  /** Audit action recorded when a reveal is denied. */
  auditActionOnDenied?: AuditAction;
  /** Events that the handler may publish. */
  events?: readonly EventName[];
  /** Honors `Idempotency-Key` for 24 hours: for endpoints that create records or move money. */
  idempotent?: true;
  /** Additional error responses for the OpenAPI document. */
  errorResponses?: Partial<Record<401 | 404 | 409 | 410, string>>;
  /** Details of a 409, such as the currently stored record (functions/platform/api/strip-to-schema.ts). */
  conflict?: z.ZodObject;
  /** Body fields that change on every retry, such as a single-use token, and do not identify the request. */
  excludedFromRequestIdentity?: readonly string[];
  limits?: readonly RateLimit[];
  /** Reads the caller without the cache, so that a right revoked a second ago is gone. */
  skipActorCache?: true;
  /**
   * The response contains data that must never leak across organizations: full SSNs, exports, audit logs. A separate
   * Lambda serves it and reads records only with credentials scoped to the caller's organization (S-02).
   */
  organizationScoped?: true;
  /** Requires a recent sign-in with an authenticator app: for bulk exports. */
  requiresRecentMfa?: true;
  /** Responds to an administrator before the second factor: for its setup (S-08). */
  allowedBeforeMfa?: true;
  /** Maximum body size in bytes; 256 KiB by default (S-26). */
  maxBodyBytes?: number;
}

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type In<T> = T extends z.ZodType ? z.input<T> : undefined;

/** Parsed input with defaults. */
export interface HandlerInput<E extends Endpoint> {
  params: Out<E['params']>;
  query: Out<E['query']>;
  body: BodyRead<E['body']>;
}

/** A handler's return value, before undocumented fields are stripped. */
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
