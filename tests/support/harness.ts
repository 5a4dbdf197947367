import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import type { Context } from 'aws-lambda';
import { type Endpoint, routePath } from '#domain/contract/endpoint.ts';
import { invalid } from '#domain/contract/errors.ts';
import type { BotCheck, BotVerdict } from '#functions/adapters/bot-check.ts';
import { perOrganization } from '#functions/adapters/organization-sessions.ts';
import { kmsSsnOpener, kmsSsnSealer, type SsnOpener, type SsnSealer } from '#functions/adapters/ssn-cipher.ts';
import { readMultipart } from '#functions/kernel/multipart.ts';
import type { Provisions } from '#functions/kernel/provisions.ts';
import type { Profile } from '#functions/records/organizations.ts';
import { Table } from '#functions/store/table.ts';
import { type DynamoEngine, startDynamoDb } from '#local/aws/dynamodb.ts';
import { startKms } from '#local/aws/kms.ts';
import { type ChaosRates, type RunningChaos, startChaos } from '#local/chaos.ts';
import { matchRoute } from '#local/http-api-routes.ts';
import { databaseOf } from '#local/seed/database.ts';
import { type AwsTiming, startLateReads } from '#local/stack-chaos.ts';
import { ensureTable } from '#local/table-definition.ts';
import { apiEvent, pathOf } from './api-event.ts';
import { apisOf } from './apis.ts';
import { auditSignerInMemory } from './audit-signer.ts';
import { assertDocumented } from './documented-answers.ts';
import { documentsInMemory } from './documents-in-memory.ts';
import { fakeUserPool, type PoolUser } from './fake-user-pool.ts';
import { keptLogger } from './kept-logger.ts';
import { testKeyWrapper } from './key-wrapper.ts';
import { walled } from './organization-wall.ts';
import { projectorOf } from './projector.ts';
import { recount, scanTable } from './recount.ts';
import { streamOf } from './table-stream.ts';
import { addTenant, trace } from './tenants.ts';

// Written to the terminal otherwise.
process.env.POWERTOOLS_METRICS_DISABLED ??= 'true';

const clientId = 'test-client';
/** Begun after anything that a test changes, so that nothing ends it: stories about sessions name their own. */
const firstSession = '4102444800';
const originSecret = 'origin-secret-of-the-tests';
const keyAlias = 'alias/stillwater-ssn';
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/** Who calls: a member of staff, nobody, or claims as they are; each member in one session unless `session` names another. */
export type Caller = Profile | 'nobody' | { claims: Record<string, string> };

export interface CallOptions {
  as?: Caller;
  /** The sign-in that a member calls in: the `auth_time` of its tokens. */
  session?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  rawBody?: string;
  /** Over the usual ones; undefined leaves one out. */
  headers?: Record<string, string | undefined>;
}

/** A request as API Gateway would hand it over, for what no contract row describes. */
export interface RawRequest extends Pick<CallOptions, 'as' | 'session' | 'query' | 'headers'> {
  method: string;
  rawPath: string;
  body?: string;
  base64?: boolean;
}

export interface Result {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
  text: string;
  /** The id that API Gateway gave the request. */
  requestId: string;
}

export interface HarnessOptions {
  /** `timing`: items are in use for a while and indexes are late, as in AWS. */
  chaos?: { seed: string; rates?: Partial<ChaosRates>; timing?: AwsTiming };
  rateLimits?: boolean;
  /** Keeps the table's whole stream, for who reads it afterwards: writes are slower the longer it is. */
  keepsStream?: boolean;
  /** The database engine, unless the one of this machine. */
  engine?: DynamoEngine;
}

/** API Gateway decodes a path before it chooses the route; what is no encoding reaches no function. */
const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
};

/**
 * The API's handlers in this process, over a real engine in a folder of its own: what a call meets in AWS, without
 * the servers between. `close` ends the engine and removes the folder.
 */
export const startHarness = async ({
  chaos,
  rateLimits = false,
  keepsStream = false,
  engine: chosen,
}: HarnessOptions = {}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-test-'));
  const engine = await startDynamoDb({ port: 0, dataDir, ...(chosen ? { engine: chosen } : {}) });
  const kms = await startKms({
    port: 0,
    dataDir,
    aliases: [keyAlias, 'alias/stillwater-audit', 'alias/stillwater-subjects'],
  });
  const direct = new DynamoDBClient({ endpoint: engine.url, region: 'us-east-1', credentials });
  const tableName = 'stillwater';
  await ensureTable(direct, tableName);
  const fault: RunningChaos | undefined = chaos ? await startChaos({ target: engine.url, ...chaos }) : undefined;
  if (keepsStream) engine.keepStream();
  const timing = chaos?.timing;
  if (fault && timing) {
    fault.holdMs = timing.holdMs;
    engine.keepStream();
  }
  const replica =
    fault && timing && engine.databasePath
      ? await startLateReads(fault, { seed: chaos.seed, timing, databasePath: engine.databasePath })
      : undefined;
  const client = fault
    ? new DynamoDBClient({ endpoint: fault.url, region: 'us-east-1', credentials, maxAttempts: 1 })
    : direct;
  const table = new Table(client, tableName);
  const url = fault?.url ?? engine.url;
  const ofOrganization = (organizationId: string) =>
    walled(new DynamoDBClient({ endpoint: url, region: 'us-east-1', credentials, maxAttempts: 1 }), organizationId);
  const organizationTable = perOrganization((organizationId) => new Table(ofOrganization(organizationId), tableName));
  const kmsClient = new KMSClient({ endpoint: kms.url, region: 'us-east-1', credentials });

  const { logger, lines: logs } = keptLogger();
  const state = {
    now: () => new Date(),
    cipher: { ...kmsSsnSealer(kmsClient, keyAlias), ...kmsSsnOpener(() => kmsClient, keyAlias) } as SsnSealer &
      SsnOpener,
    verdict: { verdict: 'verified', score: 0.9, hostname: '127.0.0.1', error_codes: [] } as BotVerdict,
    /** Asked instead of answering `verdict`. */
    botCheck: undefined as BotCheck | undefined,
    originSecrets: [originSecret],
    /** The user pool's users by e-mail. */
    users: new Map<string, PoolUser>(),
    currentPassword: 'Current-1',
    /** What the user pool says of the caller's authenticator app. */
    hasAuthenticator: false,
    /** Tokens by which all sessions of their owner were ended at the user pool. */
    endedWith: [] as string[],
    logs,
  };
  const botCheck: BotCheck = { verify: async (token, ip) => state.botCheck?.verify(token, ip) ?? state.verdict };
  const auditSigner = auditSignerInMemory();
  const documents = documentsInMemory();
  const newUsers = fakeUserPool(state.users);
  const provisions: Provisions = {
    multipart: readMultipart,
    table,
    organizationTable,
    botCheck,
    newUsers,
    changePassword: async (_bearer, current) => {
      if (current !== state.currentPassword)
        throw invalid({ current_password: ['The current password is not correct'] });
    },
    hasAuthenticator: async () => state.hasAuthenticator,
    endSessions: async (bearer) => void state.endedWith.push(bearer),
    ssnSealer: { seal: (...given) => state.cipher.seal(...given) },
    auditProof: auditSigner,
    keyWrapper: testKeyWrapper,
    documentIntake: documents.bucket,
    documentLinks: documents.links,
    staffSite: { url: 'http://127.0.0.1:4000' },
    ssnOpener: { open: (...given) => state.cipher.open(...given) },
  };
  const makeApis = () =>
    apisOf(provisions, {
      logger,
      now: () => state.now(),
      clientId,
      originSecrets: async () => state.originSecrets,
      siteOrigins: { staff: 'http://127.0.0.1:4000', intake: 'http://127.0.0.1:4001' },
      rateLimits,
    });
  let apis = makeApis();
  const stream = streamOf(engine, tableName);
  const { projected, keepProjecting } = projectorOf(stream, { table: new Table(direct, tableName), logger, state });

  const claimsOf = (caller: Caller, auth_time: string): Record<string, string> | undefined => {
    if (caller === 'nobody') return undefined;
    if ('claims' in caller) return caller.claims;
    return { sub: caller.sub, token_use: 'access', client_id: clientId, auth_time, 'cognito:groups': '[]' };
  };

  const send = async ({
    as = 'nobody',
    session = firstSession,
    method,
    rawPath,
    query,
    body,
    base64,
    headers,
  }: RawRequest): Promise<Result> => {
    const match = matchRoute(method, routePath(decoded(rawPath)));
    const event =
      match &&
      apiEvent({
        routeKey: match.route.key,
        rawPath,
        pathParameters: match.parameters,
        query,
        body,
        base64,
        headers: { 'content-type': 'application/json', 'x-origin-verify': originSecret, ...headers },
        claims: claimsOf(as, session),
      });
    const context = { getRemainingTimeInMillis: () => 30_000 } as Context;
    const answer = event
      ? await apis[match.route.functionName](event, context)
      : { statusCode: 404, body: JSON.stringify({ message: 'Not Found' }) };
    const text = String(answer.body ?? '');
    return {
      status: Number(answer.statusCode),
      headers: (answer.headers ?? {}) as Record<string, string>,
      // A file is no JSON.
      body: text && !answer.headers?.['content-disposition'] ? JSON.parse(text) : {},
      text,
      requestId: event?.requestContext.requestId ?? '',
    };
  };

  const call = async (row: Endpoint, { params = {}, body, rawBody, ...rest }: CallOptions = {}): Promise<Result> => {
    const result = await send({
      ...rest,
      method: row.method,
      rawPath: pathOf(row, params),
      body: rawBody ?? (row.method === 'GET' || body === undefined ? undefined : JSON.stringify(body)),
    });
    // With an empty parameter it was another path.
    if (Object.values(params).every(Boolean)) assertDocumented(row, result.status);
    return result;
  };

  return {
    table,
    /** The table as calls that disclose reach it. */
    organizationTable,
    /** Past the chaos, for checks. */
    calmTable: new Table(direct, tableName),
    client: direct,
    tableName,
    dataDir,
    engine,
    kms,
    fault,
    /** The late copy of the database, where the chaos has one. */
    replica,
    state,
    newUsers,
    auditSigner,
    documents,
    originSecret,
    clientId,
    call,
    send,
    addTenant: (slug: string, timeZone?: string) => addTenant(table, slug, timeZone),
    /** Every item of the table, as it lies there. */
    async scan(): Promise<Record<string, unknown>[]> {
      const items: Record<string, unknown>[] = [];
      for await (const page of paginateScan({ client: direct }, { TableName: tableName }))
        items.push(...(page.Items ?? []));
      return items;
    },
    /** The same as plain items. */
    items: () => scanTable(direct, tableName),
    projected,
    keepProjecting,
    /** What does not agree with itself once everything is projected (see recount.ts). */
    async recount(): Promise<string[]> {
      await projected();
      return recount(direct, tableName);
    },
    databaseOf: (organizationId: string) => databaseOf(table, organizationId, trace, testKeyWrapper),
    /** A new execution environment: its caches are empty. */
    restart: () => {
      apis = makeApis();
    },
    async close() {
      stream.close();
      await fault?.close();
      await replica?.close();
      await engine.close();
      await kms.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
export type Harness = Awaited<ReturnType<typeof startHarness>>;
