import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Endpoint, RateLimit } from '#domain/shared/contract/endpoint.ts';
import type { AppError } from '#domain/shared/contract/errors.ts';
import type { RequestIdentity, StoredResponse } from '#functions/platform/store/transactions/idempotency.ts';
import type { Actor } from './actor.ts';
import type { Dependencies, DependencyName } from './dependencies.ts';
import type { HandlerDependencies } from './handler-dependencies.ts';

export type ApiEvent = APIGatewayProxyEventV2WithJWTAuthorizer;
export type Answer = APIGatewayProxyStructuredResultV2;

/** What is known of a request whatever it asks for. */
export interface RequestInfo {
  readonly id: string;
  readonly ip: string | null;
  /** The path of the row, with its parameters' names. */
  readonly path: string;
  /** The caller's access token, for what only the caller's own session may do; never stored, never logged. */
  readonly bearer: string;
}

/** Where a walk goes on, as callers carry it: they can neither read nor make one. */
export interface Cursor {
  /** The cursor of a position, for this caller, this call and what it asks for. */
  seal(position: string): Promise<string>;
  /** The position of a cursor; throws 400, in these words, for one that was not sealed for exactly this. */
  open(cursor: string, refusal?: string): Promise<string>;
}

/** What the chain has for every handler. */
export interface ApiDependencies {
  provisions: Partial<Dependencies>;
  countAccepted(call: Call, by: RateLimit['by'], about?: string): Promise<AppError | undefined>;
  cursorOf(call: Call): Cursor;
  /** What is remembered of who calls. */
  actors: { forget(profileId: string): void; forgetOrganization(organizationId: string): void };
}

/** A row with the function that serves it; `provisions` are what a Lambda entry must give for it. */
export interface Handler<E extends Endpoint = Endpoint, P extends DependencyName = DependencyName> {
  readonly row: E;
  readonly needs: HandlerDependencies;
  readonly provisions: readonly P[];
  readonly run: (call: Call, dependencies: ApiDependencies) => Promise<unknown>;
}

/** One call on its way through the chain: `route` makes it, each middleware adds what it found out. */
export interface Call {
  readonly handler: Handler;
  readonly request: RequestInfo;
  readonly now: Date;
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Absent in public calls. */
  actor?: Actor;
  /** An operator's, from the command line: no session stands behind it, and the trail names the system. */
  byOperator?: true;
  /** The body as it was read, before its schema has seen it. */
  body?: unknown;
  /** Path, query and body, each parsed by its schema. */
  input: { params: unknown; query: unknown; body: unknown };
  /** What tells the request and its retries from others, where an Idempotency-Key came with it. */
  identity?: RequestIdentity;
  /** The first answer to that key, given earlier. */
  replayed?: StoredResponse;
  /** Further headers of the answer. */
  headers: Record<string, string>;
  /** What the handler returned. */
  output?: unknown;
}

/** Lambda's context, with the call beside it from the middleware `route` on. */
export interface CallContext extends Context {
  call: Call;
}

/** One concern of every call. */
export type CallMiddleware = MiddlewareObj<ApiEvent, Answer, Error, CallContext>;
