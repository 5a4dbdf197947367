import type * as z from 'zod';
import type { PolicyAction } from '#domain/shared/access/policies.ts';
import type { Permission } from '#domain/shared/access/roles.ts';
import type { AuditAction } from '#domain/shared/audit/audit-actions.ts';
import type { EventName } from '#domain/shared/events/catalog.ts';

/** A file that comes with a form: what its content may be, whatever its sender says of it, and how large it may be. */
interface FileRule {
  takes: (content: Uint8Array) => boolean;
  maxBytes: number;
  optional?: true;
}

/** A form with files (`multipart/form-data`). */
export interface Multipart {
  kind: 'multipart';
  fields: z.ZodObject;
  files: Readonly<Record<string, FileRule>>;
}

/** The bytes as they came, for what is signed over them: the announcement of a partner. */
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

/** Declares a body that the handler gets as bytes, of one of these content types. */
export const raw = <const T extends readonly string[]>(...types: T) => ({ kind: 'raw' as const, types });

/** A file as a handler gets it. Name and type are what the sender says of it: content is to be looked at, not believed. */
export interface UploadedFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** A raw body as a handler gets it, with the headers that its signature is in. */
interface RawBody {
  bytes: Uint8Array;
  headers: Readonly<Record<string, string | undefined>>;
}

type FilesOf<M extends Multipart, File> = {
  [N in keyof M['files']]: M['files'][N] extends { optional: true } ? File | undefined : File;
};

/** What a handler gets of a body of this kind. */
type BodyRead<B> = B extends z.ZodType
  ? z.output<B>
  : B extends Multipart
    ? { fields: z.output<B['fields']>; files: FilesOf<B, UploadedFile> }
    : B extends Raw
      ? RawBody
      : undefined;

/** What a caller gives for a body of this kind. */
export type BodySent<B> = B extends z.ZodType
  ? z.input<B>
  : B extends Multipart
    ? { fields: z.input<B['fields']>; files: FilesOf<B, Blob> }
    : B extends Raw
      ? { bytes: Uint8Array<ArrayBuffer> | string; type: string }
      : undefined;

/** Whether a row's body is JSON by a schema. */
export const isJson = (body: BodyKind | undefined): body is z.ZodType => body !== undefined && !('kind' in body);

/** A file to look at or to save. */
interface FileResponse {
  kind: 'file';
  types: readonly string[];
}
/** The browser goes on elsewhere (303). */
interface RedirectAnswer {
  kind: 'redirect';
}
/** Nothing but that it was done (204). */
interface EmptyAnswer {
  kind: 'empty';
}

export type ResponseKind = z.ZodType | FileResponse | RedirectAnswer | EmptyAnswer;

/** Declares a file as the answer, of one of these content types. */
export const file = <const T extends readonly string[]>(...types: T) => ({ kind: 'file' as const, types });
export const redirect: RedirectAnswer = { kind: 'redirect' };
export const empty: EmptyAnswer = { kind: 'empty' };

/** A file as a handler gives it. */
export interface FileWritten<Type extends string = string> {
  type: Type;
  name: string;
  content: Uint8Array | string;
  /** Shown in the browser instead of saved. */
  inline?: boolean;
}

/** What a handler returns for an answer of this kind. */
type ResponseWritten<A> = A extends z.ZodType
  ? z.input<A>
  : A extends FileResponse
    ? FileWritten<A['types'][number]>
    : A extends RedirectAnswer
      ? { location: string }
      : undefined;

/** What a caller of the web client gets for an answer of this kind. */
type ResponseReceived<A> = A extends z.ZodType
  ? z.output<A>
  : A extends FileResponse
    ? { name: string; content: Blob }
    : A extends RedirectAnswer
      ? { location: string }
      : undefined;

/** Whether a row answers JSON by a schema. */
export const isJsonAnswer = (answer: ResponseKind): answer is z.ZodType => !('kind' in answer);

const statuses = { redirect: 303, empty: 204 } as const;

/** The status of success of a row. */
export const successStatus = ({ response, status }: { response: ResponseKind; status?: 200 | 201 }): number =>
  isJsonAnswer(response) || response.kind === 'file' ? (status ?? 200) : statuses[response.kind];

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * At most `max` calls per `seconds` for one caller address or one member of staff, counted before anything else is
 * looked at. Those that count what was `accepted`, or are about a funeral home, an organization or an e-mail address,
 * are counted by the handler when it knows that a call is meant: nobody else can then use up what is the families'.
 * A `recipient` is an address and the organization that writes to it together.
 */
export interface RateLimit {
  by: 'ip' | 'user' | 'home' | 'organization' | 'address' | 'recipient';
  max: number;
  seconds: number;
  counts?: 'accepted';
  /** Rows whose limits carry the same name are counted together. */
  sharedCounter?: string;
  /** Calls with this query parameter go on with what an earlier call began, and are not counted. */
  unlessQuery?: string;
}

/**
 * One call of the API, with everything that is to be known of it. From this row come its route, its handler's types,
 * the web client, the OpenAPI document and the tests that every call has to pass. Schemas speak wire types only, so
 * that OpenAPI can be derived from them.
 */
export interface Endpoint {
  method: Method;
  /** As documented, with its trailing slash and `{name}` parameters. */
  path: `/api/${string}/`;
  /** `public` needs no sign-in; anything else needs a session and the permission. */
  permission: 'public' | Permission;
  /** What somebody reads whose role may not make the call; the sentence of the catalogue unless stated. */
  forbidden?: string;
  /** What its handler asks besides, about the record that the call is about (`assertMay`). */
  policy?: PolicyAction;
  summary: string;
  /** Ids say what they are ids of (`ids.case`). */
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** A schema for JSON, `multipart(…)` or `raw(…)`; without one the call carries nothing. */
  body?: BodyKind;
  /** A schema for JSON, `file(…)`, `redirect` or `empty`. */
  response: ResponseKind;
  /** Success status of JSON and files; 200 unless it creates. */
  status?: 200 | 201;
  /** What its handler may put on record, and puts at least one of when something changed. */
  auditActions?: readonly AuditAction[];
  /** What the kernel puts on record when somebody is refused: for what reveals. */
  auditActionOnDenied?: AuditAction;
  /** What its handler may announce. */
  events?: readonly EventName[];
  /** It honours `Idempotency-Key` for 24 hours: what creates, and what moves money. */
  idempotent?: true;
  /** Refusals that the row's shape does not tell of, in words for the OpenAPI document. */
  errorResponses?: Partial<Record<401 | 404 | 409 | 410, string>>;
  /** What a 409 tells beside its words, such as the record as somebody else has saved it (functions/platform/api/conflict.ts). */
  conflict?: z.ZodObject;
  /** Body fields that a retry under the same key sends anew, such as a single-use token: they tell no requests apart. */
  excludedFromRequestIdentity?: readonly string[];
  limits?: readonly RateLimit[];
  /** Who is calling is read anew and not remembered: a right that ended a second ago has ended. */
  skipActorCache?: true;
  /**
   * Answers what must never reach another organization: full numbers, whole lists, audit trails. It is served by a function
   * that reaches no record by its own rights, but with those of the caller's organization alone (quality S-02).
   */
  organizationScoped?: true;
  /** Takes a sign-in of a moment ago in which an authenticator app was seen: what hands out everything at once. */
  requiresRecentMfa?: true;
  /** Answered to an administrator whose authenticator app is still to be seen: what leads to it (quality S-08). */
  allowedBeforeMfa?: true;
  /** Largest body in bytes; 256 KiB unless stated (quality S-26). */
  maxBodyBytes?: number;
}

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type In<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler receives: parsed and defaulted. */
export interface HandlerInput<E extends Endpoint> {
  params: Out<E['params']>;
  query: Out<E['query']>;
  body: BodyRead<E['body']>;
}

/** What a handler returns: the response before its schema strips what is not documented. */
export type HandlerOutput<E extends Endpoint> = ResponseWritten<E['response']>;

type Optional<K extends string, T> = object extends T ? { [P in K]?: T } : { [P in K]: T };
type Provided<K extends string, T> = T extends z.ZodType ? Optional<K, In<T>> : { [P in K]?: undefined };
type ProvidedBody<T> = T extends BodyKind ? Optional<'body', BodySent<T>> : { body?: undefined };

/** What a caller gives. */
export type CallInput<E extends Endpoint> = Provided<'params', E['params']> &
  Provided<'query', E['query']> &
  ProvidedBody<E['body']>;
/** What a caller gets. */
export type CallOutput<E extends Endpoint> = ResponseReceived<E['response']>;

/** Declares a row and keeps its literal types. */
export const endpoint = <const E extends Endpoint>(row: E): E => row;

/** The path that API Gateway sees: it refuses route keys that end in a slash. */
export const routePath = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);

/** The row's route as API Gateway writes it: `POST /api/services/cases/{id}/retrieve_ssn`. */
export const routeKey = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${routePath(path)}`;
