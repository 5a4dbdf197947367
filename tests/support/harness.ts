import { rmSync } from 'node:fs';
import { paginateScan } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import type { Context } from 'aws-lambda';
import { type Endpoint, isJsonResponse, routePath } from '#domain/shared/contract/endpoint.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { documentedStatuses } from '#domain/shared/contract/openapi.ts';
import type { GoogleConnector } from '#functions/google-calendar/client/google-connector.ts';
import { findMember, type Profile } from '#functions/organizations/repository/organizations.ts';
import type { BotCheck, BotVerdict } from '#functions/platform/adapters/bot-check.ts';
import {
  kmsKeyWrapper,
  kmsSsnDecryptor,
  kmsSsnEncryptor,
  type SsnDecryptor,
  type SsnEncryptor,
} from '#functions/platform/adapters/kms.ts';
import type { Dependencies } from '#functions/platform/api/dependencies.ts';
import { readMultipart } from '#functions/platform/api/multipart.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';
import { Table } from '#functions/platform/store/table.ts';
import { matchRoute } from '#local/http-api/http-api.ts';
import { databaseOf } from '#local/seed/seeding.ts';
import { apiEvent, pathOf } from './calls/api-event.ts';
import { apisOf } from './calls/apis.ts';
import { recount, scanTable } from './checker/recount.ts';
import { type DatabaseOptions, databaseInTests, isApart } from './engines/database-in-tests.ts';
import { documentsInMemory } from './engines/documents-in-memory.ts';
import { fakeUserPool, type PoolUser } from './engines/fake-user-pool.ts';
import { auditSignerInMemory, testKeyWrapper } from './engines/key-wrapper.ts';
import { projectorOf } from './engines/projector.ts';
import { recordingLogger } from './engines/recording-logger.ts';
import { scratchFolder } from './engines/scratch-folder.ts';
import { ssnKeyAlias as keyAlias, sharedServices, startServices } from './engines/services.ts';
import { streamOf } from './engines/table-stream.ts';
import { googleInMemory } from './partners/google-in-memory.ts';
import { quickBooksInTests } from './partners/quickbooks-in-tests.ts';
import { partnerKeyAlias, signingInTests } from './partners/signing-service.ts';
import { addTenant, trace } from './tenants.ts';

/**
 * Throws for a status missing in the OpenAPI document (except 5xx), or JSON that does not equal the schema's output.
 */
const assertDocumented = (endpoint: Endpoint, { status, body }: { status: number; body: unknown }): void => {
  const { method, path, response } = endpoint;
  if (status < 500 && !documentedStatuses(endpoint).includes(String(status)))
    throw new Error(`${method} ${path} answered ${status}, which its documentation does not mention`);
  if (status >= 300 || !isJsonResponse(response)) return;
  const { data, error } = response.safeParse(body);
  if (error) throw new Error(`${method} ${path} answered what is not documented: ${error.message}`);
  if (!isSame(body, data)) throw new Error(`${method} ${path} answered more than is documented`);
};

// Otherwise they are printed.
process.env.POWERTOOLS_METRICS_DISABLED ??= 'true';

const clientId = 'test-client';
/** Later than any change in a test, so that nothing ends it. */
export const firstSession = '4102444800';
const originSecret = 'origin-secret-of-the-tests';
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/** A member uses one session unless `session` is set. */
type Caller = Profile | 'nobody' | { claims: Record<string, string> };

export interface CallOptions {
  as?: Caller;
  /** `auth_time` of the member's tokens. */
  session?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** Sent as is, instead of `body`. */
  rawBody?: string;
  /** Merged into the default headers; undefined removes one. */
  headers?: Record<string, string | undefined>;
}

/** A raw API Gateway request, for anything outside the contract. */
interface RawRequest extends Pick<CallOptions, 'as' | 'session' | 'query' | 'headers'> {
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
  requestId: string;
}

export interface HarnessOptions extends DatabaseOptions {
  rateLimits?: boolean;
  /** Number of execution environments that serve calls in turn; each has its own caches and table. */
  environments?: number;
  google?: GoogleConnector;
  /** KMS key that encrypts the keys of records, instead of one in memory. */
  subjectKey?: string;
}

/** API Gateway decodes a path before routing; an invalid encoding reaches no function. */
const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
};

/**
 * Starts the API's handlers in this process over a separate table. Tests of a worker share the engine unless they
 * request a separate one.
 */
export const startHarness = async ({
  rateLimits = false,
  environments = 1,
  google: chosenGoogle,
  subjectKey,
  ...ofDatabase
}: HarnessOptions = {}) => {
  const own = process.env.VITEST && !isApart(ofDatabase) ? undefined : await startServices(ofDatabase.engine);
  const { engine, kms } = own ?? (await sharedServices());
  const dataDir = own?.dataDir ?? scratchFolder();
  const database = await databaseInTests(engine, ofDatabase);
  const { direct, client, table, tableName, organizationTable, fault } = database;
  const kmsClient = new KMSClient({ endpoint: kms.url, region: 'us-east-1', credentials });
  const keyWrapper = subjectKey === undefined ? testKeyWrapper : kmsKeyWrapper(() => kmsClient, subjectKey);

  const { logger, lines: logs } = recordingLogger();
  const state = {
    now: () => new Date(),
    cipher: { ...kmsSsnEncryptor(kmsClient, keyAlias), ...kmsSsnDecryptor(() => kmsClient, keyAlias) } as SsnEncryptor &
      SsnDecryptor,
    verdict: { verdict: 'verified', score: 0.9, hostname: '127.0.0.1', error_codes: [] } as BotVerdict,
    /** Used instead of `verdict` if set. */
    botCheck: undefined as BotCheck | undefined,
    originSecrets: [originSecret],
    users: new Map<string, PoolUser>(),
    currentPassword: 'Current-1',
    hasAuthenticator: false,
    endedWith: [] as string[],
    logs,
  };
  const botCheck: BotCheck = { verify: async (token, ip) => state.botCheck?.verify(token, ip) ?? state.verdict };
  const auditSigner = auditSignerInMemory();
  const documents = documentsInMemory();
  const signing = signingInTests(dataDir, kmsClient, table);
  const books = quickBooksInTests({
    ...{ dataDir, kms: kmsClient, keyId: partnerKeyAlias, organizationTable },
    now: () => state.now(),
  });
  const newUsers = fakeUserPool(state.users);
  const provisions: Dependencies = {
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
    ssnEncryptor: { seal: (...given) => state.cipher.seal(...given) },
    auditProof: auditSigner,
    keyWrapper,
    documentIntake: documents.bucket,
    documentLinks: documents.links,
    staffSite: { url: 'http://127.0.0.1:4000' },
    googleConnector: { ...googleInMemory, ...(chosenGoogle ?? {}) },
    ssnDecryptor: { open: (...given) => state.cipher.open(...given) },
    ...signing.provisions,
    ...books.provisions,
  };
  const makeApi = (dependencies: Dependencies) =>
    apisOf(dependencies, {
      logger,
      now: () => state.now(),
      clientId,
      findMember,
      originSecrets: async () => state.originSecrets,
      siteOrigins: { staff: ['http://127.0.0.1:4000'], intake: ['http://127.0.0.1:4001'] },
      rateLimits,
    });
  const makeApis = () => [
    makeApi(provisions),
    ...Array.from({ length: environments - 1 }, () => makeApi({ ...provisions, table: new Table(client, tableName) })),
  ];
  let apis = makeApis();
  let calls = 0;
  const stream = streamOf(engine, tableName, ofDatabase.keepsStream);
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
        method,
        rawPath,
        pathParameters: match.parameters,
        query,
        body,
        base64,
        headers: { 'content-type': 'application/json', 'x-origin-verify': originSecret, ...headers },
        claims: claimsOf(as, session),
      });
    const context = { getRemainingTimeInMillis: () => 30_000 } as Context;
    const api = apis[calls++ % environments] ?? makeApi(provisions);
    const answer = event
      ? await api[match.route.functionName](event, context)
      : { statusCode: 404, body: JSON.stringify({ message: 'Not Found' }) };
    const text = String(answer.body ?? '');
    return {
      status: Number(answer.statusCode),
      headers: (answer.headers ?? {}) as Record<string, string>,
      // A file is not JSON.
      body: text && !answer.headers?.['content-disposition'] ? JSON.parse(text) : {},
      text,
      requestId: event?.requestContext.requestId ?? '',
    };
  };

  const call = async (
    endpoint: Endpoint,
    { params = {}, body, rawBody, ...rest }: CallOptions = {},
  ): Promise<Result> => {
    const result = await send({
      ...rest,
      method: endpoint.method,
      rawPath: pathOf(endpoint, params),
      body: rawBody ?? (endpoint.method === 'GET' || body === undefined ? undefined : JSON.stringify(body)),
    });
    // An empty parameter is another path.
    if (Object.values(params).every(Boolean)) assertDocumented(endpoint, result);
    return result;
  };

  return {
    table,
    organizationTable,
    /** Without chaos, for checks. */
    calmTable: new Table(direct, tableName),
    ...{ client: direct, tableName, dataDir, engine, kms, fault },
    state,
    newUsers,
    auditSigner,
    documents,
    docuseal: signing.docuseal,
    quickbooks: books.quickbooks,
    quickBooksCompanies: books.provisions.quickBooks,
    quickBooksPaced: books.paced,
    partnerDecryptor: signing.opener,
    originSecret,
    clientId,
    call,
    send,
    addTenant: (slug: string, timeZone?: string) => addTenant(table, slug, timeZone),
    async scan(): Promise<Record<string, unknown>[]> {
      const items: Record<string, unknown>[] = [];
      for await (const page of paginateScan({ client: direct }, { TableName: tableName }))
        items.push(...(page.Items ?? []));
      return items;
    },
    items: () => scanTable(direct, tableName),
    projected,
    keepProjecting,
    /** Returns inconsistencies after projecting everything (see recount.ts). */
    async recount(): Promise<string[]> {
      await projected();
      return recount(direct, tableName);
    },
    databaseOf: (organizationId: string) => databaseOf(table, organizationId, trace, keyWrapper),
    restart: () => {
      apis = makeApis();
    },
    async close() {
      stream.close();
      await signing.close();
      await books.close();
      kmsClient.destroy();
      if (!own) await database.drop();
      await database.close();
      await own?.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
export type Harness = Awaited<ReturnType<typeof startHarness>>;
