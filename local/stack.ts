import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { secretRows, secrets } from '#infra/environment-names.ts';
import { securityHeaders } from '#infra/security-headers.ts';
import { assertPasswordFits, demoSignIn, isLoopback } from './accounts.ts';
import { createAuthorizer } from './authorizer.ts';
import type { DynamoEngine } from './aws/dynamodb/dynamodb.ts';
import type { Running } from './aws/http-listener.ts';
import { type Background, openBackground } from './background-workers/background-thread.ts';
import { type ChaosOptions, type StackChaos, startStackChaos } from './chaos/chaos.ts';
import { assertFormat, type DataDirLock, lockDataDir } from './data-dir.ts';
import {
  applyEnvironment,
  type StackEnvironment,
  secretId,
  TABLE_NAME,
  USER_POOL_CLIENT_ID,
  USER_POOL_ID,
} from './environment.ts';
import { callsUnderWay, type FunctionHost, loadFunctions, requested } from './function-host.ts';
import { type Front, type OpenSite, openSite, startApiServer } from './gateway.ts';
import { createHttpApi } from './http-api/http-api.ts';
import { assertFree, DEFAULT_PORT, portsFrom, randomPorts } from './ports.ts';
import { type Services, startServices } from './services.ts';
import { pause } from './sleep.ts';
import { loadStaticSite } from './static-site.ts';

/**
 * Creates the secrets that infra/ and an operator create in AWS: generated ones once, the others from their examples.
 * Returns CloudFront's origin header value.
 */
async function prepareSecrets(): Promise<{ originSecret: string }> {
  const client = new SecretsManagerClient({});
  try {
    for (const [name, { generated, example = {} }] of secretRows) {
      const current = await read(client, secretId(name));
      if (generated && current !== undefined) continue;
      const wanted = JSON.stringify(generated ? { [generated]: randomBytes(32).toString('base64url') } : example);
      if (current !== wanted) await write(client, secretId(name), wanted, current !== undefined);
    }
    const origin = JSON.parse((await read(client, secretId('origin'))) ?? '{}') as Record<string, string>;
    return { originSecret: origin[secrets.origin.generated] ?? '' };
  } finally {
    client.destroy();
  }
}

async function read(client: SecretsManagerClient, id: string): Promise<string | undefined> {
  try {
    return (await client.send(new GetSecretValueCommand({ SecretId: id }))).SecretString;
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
    throw error;
  }
}

async function write(client: SecretsManagerClient, id: string, value: string, exists: boolean): Promise<void> {
  if (exists) await client.send(new PutSecretValueCommand({ SecretId: id, SecretString: value }));
  else await client.send(new CreateSecretCommand({ Name: id, SecretString: value }));
}

interface SiteFolders {
  staff: string;
  intake: string;
  /** The staff site's component gallery, if it was built. */
  gallery?: string;
}

function serveSites(given: {
  staff: OpenSite;
  intake: OpenSite;
  services: Services;
  folders: SiteFolders;
  isLocal: boolean;
  isDemo: boolean;
  shared: Pick<Front, 'api' | 'originSecret'>;
}): void {
  const { staff, intake, services, folders, isLocal, isDemo, shared } = given;
  const userPool = isLocal ? services.userPool.url : `${staff.url}/sandbox/user-pool`;
  const botCheck = isLocal ? services.botCheck.url : `${intake.url}/sandbox/bot-check`;
  staff.serve({
    ...shared,
    name: 'staff',
    site: loadStaticSite(folders.staff),
    ...(folders.gallery ? { gallery: loadStaticSite(folders.gallery) } : {}),
    headers: securityHeaders('staff', {
      connect: isLocal ? [userPool, services.storage.url] : [],
      frame: isLocal ? [services.storage.url] : [],
      image: isLocal ? [services.storage.url] : [],
    }),
    config: {
      userPoolId: USER_POOL_ID,
      userPoolClientId: USER_POOL_CLIENT_ID,
      userPoolEndpoint: userPool,
      intakeUrl: intake.url,
      ...(isDemo && { demo: demoSignIn() }),
    },
    sandboxes: isLocal ? {} : { '/sandbox/user-pool': services.userPool.url },
  });
  intake.serve({
    ...shared,
    name: 'intake',
    site: loadStaticSite(folders.intake),
    headers: securityHeaders('intake', { connect: isLocal ? [botCheck] : [] }),
    config: { botCheck: { kind: 'sandbox', mintUrl: `${botCheck}/mint` }, staffUrl: staff.url },
    sandboxes: isLocal ? {} : { '/sandbox/bot-check': services.botCheck.url },
  });
}

export interface StackOptions {
  dataDir: string;
  /** The staff site's; all others follow it. */
  port?: number;
  ports?: 'random';
  /** Host of the two sites, 127.0.0.1 by default; everything else always listens on 127.0.0.1. */
  host?: string;
  rateLimits?: 'on' | 'off';
  engine?: DynamoEngine;
  /** Lease of a worker on an effect; must exceed one SES send, which may take eight seconds. */
  effectLeaseSeconds?: number;
  /** Seeded faults of AWS: conflicts, throttling, resets, lost responses, and contention. */
  chaos?: ChaosOptions;
  /** Maximum concurrent calls of all functions: ten in a new AWS account. Unlimited if undefined. */
  concurrency?: number;
  sites?: () => Promise<SiteFolders>;
  entries?: URL;
  seed?: boolean;
  report?: (what: string, milliseconds: number) => void;
}

export interface Stack {
  staffUrl: string;
  intakeUrl: string;
  mailboxUrl: string;
  /** The HTTP API without CloudFront: the functions reject calls this way. */
  apiUrl: string;
  userPoolUrl: string;
  userPoolId: string;
  userPoolClientId: string;
  botCheckUrl: string;
  env: StackEnvironment;
  services: Services;
  functions: FunctionHost;
  /** Background processing; closing it leaves published events where they are. */
  background: Pick<Background, 'close'>;
  chaos?: Pick<StackChaos<unknown>, 'injected'>;
  readySeconds: number;
  /** Stops accepting, lets accepted requests finish within five seconds, and stops everything. Idempotent. */
  close(): Promise<void>;
}

interface Parts {
  lock?: DataDirLock;
  fronts: Running[];
  background?: Background;
  chaos?: StackChaos<ReturnType<typeof endpointsOf>>;
  services?: Services;
}

/** Together with stopping the services this stays below five seconds. */
const DRAIN_MS = 3_500;

let isTaken = false;

/**
 * Starts the whole product in this process, with the database engine in a child. The functions read the process's
 * environment, so a process holds one stack at a time: a second one is rejected until the first is closed.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  if (isTaken) throw new Error('This process runs a stack already, and the functions read its environment.');
  isTaken = true;
  const parts: Parts = { fronts: [] };
  try {
    const stack = await open(options, parts);
    let closed: Promise<void> | undefined;
    return { ...stack, close: () => (closed ??= close(parts)) };
  } catch (error) {
    await close(parts);
    throw error;
  }
}

async function close(parts: Parts): Promise<void> {
  try {
    const accepted = [...parts.fronts.map((front) => front.close()), parts.background?.close()];
    // Work that is unfinished then is retried at the next start, with effects once.
    const drained = new AbortController();
    await Promise.race([Promise.all(accepted), pause(DRAIN_MS, drained.signal)]);
    drained.abort();
    await parts.chaos?.close();
    await parts.services?.close();
  } finally {
    parts.lock?.release();
    isTaken = false;
  }
}

async function open(options: StackOptions, parts: Parts): Promise<Omit<Stack, 'close'>> {
  const began = performance.now();
  const { host = '127.0.0.1', rateLimits = 'on', effectLeaseSeconds = 15, report = () => {} } = options;
  const dataDir = resolve(options.dataDir);
  assertPasswordFits(host);
  parts.lock = takeLock(dataDir);
  const ports = options.ports === 'random' ? randomPorts() : portsFrom(options.port ?? DEFAULT_PORT);
  await assertFree(ports, host);
  const sites = options.sites?.();
  // Its failure is thrown where it is awaited, not before.
  sites?.catch(() => {});

  // They listen first, because the functions need the sites' addresses when loaded.
  const [staff, intake] = await Promise.all([
    openSite({ host, port: ports.staff }),
    openSite({ host, port: ports.intake }),
  ]);
  parts.fronts.push(staff, intake);
  // A message is redelivered after the lease ends, not before.
  const visibilitySeconds = effectLeaseSeconds + Math.min(5, effectLeaseSeconds);
  const engine = options.engine;
  const services = await startServices({
    ports,
    dataDir,
    engine,
    staffUrl: staff.url,
    visibilitySeconds,
    rateLimits,
    started: report,
  });
  parts.services = services;
  const endpoints = endpointsOf(services);
  if (options.chaos) parts.chaos = await startStackChaos(endpoints, options.chaos);
  const env = applyEnvironment({
    endpoints: parts.chaos?.endpoints ?? endpoints,
    staffUrl: staff.url,
    intakeUrl: intake.url,
    botCheckUrl: services.botCheck.url,
    docusealUrl: services.docuseal.url,
    quickbooksUrl: services.quickbooks.url,
    google: services.google.endpoints,
    rateLimits,
    effectLeaseSeconds,
  });

  const { functions, background, originSecret } = await prepare(options, services, report);
  parts.background = background;
  services.userPool.onTrigger((event) => functions.invoke('sign-ins', event));
  const authorize = createAuthorizer({
    issuer: services.userPool.issuer,
    clientId: USER_POOL_CLIENT_ID,
    jwks: services.userPool.jwks,
  });
  const api = createHttpApi({ host: functions, authorize });
  const apiServer = await startApiServer({ host: '127.0.0.1', port: ports.api, api });
  parts.fronts.push(apiServer);
  await background.begin();
  await parts.chaos?.begin();
  const { seed = true } = options;
  const folders = (await sites) ?? { staff: join(dataDir, 'no-site'), intake: join(dataDir, 'no-site') };
  serveSites({
    staff,
    intake,
    services,
    folders,
    isLocal: isLoopback(host),
    isDemo: seed,
    shared: { api, originSecret },
  });
  parts.lock.announce({
    staffUrl: staff.url,
    apiUrl: apiServer.url,
    databaseUrl: services.database.url,
    queuesUrl: services.queues.url,
    userPoolUrl: services.userPool.url,
    userPoolClientId: USER_POOL_CLIENT_ID,
  });
  return {
    staffUrl: staff.url,
    intakeUrl: intake.url,
    mailboxUrl: services.mailbox.url,
    apiUrl: apiServer.url,
    userPoolUrl: services.userPool.url,
    userPoolId: USER_POOL_ID,
    userPoolClientId: USER_POOL_CLIENT_ID,
    botCheckUrl: services.botCheck.url,
    env,
    services,
    functions,
    background,
    chaos: parts.chaos,
    readySeconds: (performance.now() - began) / 1000,
  };
}

function takeLock(dataDir: string): DataDirLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDataDir(dataDir);
  if (!lock)
    throw new Error(
      `Stillwater already runs on the data in ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    );
  try {
    assertFormat(dataDir);
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}

function endpointsOf(services: Services) {
  return {
    DYNAMODB: services.database.url,
    DYNAMODB_STREAMS: services.database.url,
    KMS: services.keys.url,
    SQS: services.queues.url,
    EVENTBRIDGE: services.events.url,
    COGNITO_IDENTITY_PROVIDER: services.userPool.url,
    S3: services.storage.url,
    SESV2: services.mailbox.url,
    SECRETS_MANAGER: services.secrets.url,
    STS: services.sessions.url,
    GUARDDUTY: services.scans.url,
  };
}

async function prepare(
  options: StackOptions,
  services: Services,
  report: NonNullable<StackOptions['report']>,
): Promise<{ functions: FunctionHost; background: Background; originSecret: string }> {
  const timed = async <T>(what: string, work: Promise<T>): Promise<T> => {
    const from = performance.now();
    const result = await work;
    report(what, performance.now() - from);
    return result;
  };
  const entries = options.entries ?? new URL('../functions/lambdas/', import.meta.url);
  // Calls and background share one concurrency limit.
  const shared = { concurrency: options.concurrency, running: callsUnderWay() };
  const opening = openBackground({ entries, services, dataDir: resolve(options.dataDir), ...shared });
  try {
    const [{ originSecret }, functions, background] = await Promise.all([
      prepareSecrets(),
      timed('Functions', loadFunctions(entries, { ahead: requested, ...shared })),
      timed('Functions in the background', opening),
      timed('Table and demo data', prepareData(options.seed ?? true)),
    ]);
    return { functions, background, originSecret };
  } catch (error) {
    await opening.then(({ close }) => close()).catch(() => {});
    throw error;
  }
}

async function prepareData(withDemoData: boolean): Promise<void> {
  const { ensureTable } = await import('./table-definition.ts');
  const client = new DynamoDBClient({});
  await ensureTable(client, TABLE_NAME);
  client.destroy();
  if (!withDemoData) return;
  const { seed } = await import('./seed/seed.ts');
  await seed();
}
