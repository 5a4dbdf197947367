import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { securityHeaders } from '#infra/security-headers.ts';
import { assertPasswordFits, isLoopback } from './accounts.ts';
import { createAuthorizer } from './authorizer.ts';
import type { DynamoEngine } from './aws/dynamodb/dynamodb.ts';
import type { Running } from './aws/http-listener.ts';
import { type Background, openBackground } from './background-workers/background-thread.ts';
import { requested } from './background-workers/triggers.ts';
import { type ChaosOptions, type StackChaos, startStackChaos } from './chaos/stack-chaos.ts';
import { assertFormat, type DataDirLock, lockDataDir } from './data-dir.ts';
import {
  applyEnvironment,
  type StackEnvironment,
  TABLE_NAME,
  USER_POOL_CLIENT_ID,
  USER_POOL_ID,
} from './environment.ts';
import { callsUnderWay, type FunctionHost, loadFunctions } from './function-host.ts';
import { type Front, type OpenSite, openSite, startApiServer } from './gateway.ts';
import { createHttpApi } from './http-api/http-api.ts';
import { assertFree, DEFAULT_PORT, portsFrom, randomPorts } from './ports.ts';
import { prepareSecrets } from './product-secrets.ts';
import { type Services, startServices } from './services.ts';
import { pause } from './sleep.ts';
import { loadStaticSite } from './static-site.ts';

interface SiteFolders {
  staff: string;
  intake: string;
  /** The page of the staff site's pieces, where it was built. */
  gallery?: string;
}

/** Gives both sites their pages, settings and headers. */
function serveSites(given: {
  staff: OpenSite;
  intake: OpenSite;
  services: Services;
  folders: SiteFolders;
  isLocal: boolean;
  shared: Pick<Front, 'api' | 'originSecret'>;
}): void {
  const { staff, intake, services, folders, isLocal, shared } = given;
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
  /** Every server takes a free port instead. */
  ports?: 'random';
  /** Where the two sites listen, 127.0.0.1 unless stated; everything else always listens on 127.0.0.1. */
  host?: string;
  rateLimits?: 'on' | 'off';
  engine?: DynamoEngine;
  /** How long a worker's claim on an effect lasts. It must outlive one sending, which SES has eight seconds for. */
  effectLeaseSeconds?: number;
  /** AWS at its worst: conflicts, throttles, resets and lost answers, drawn from the seed; contention. */
  chaos?: ChaosOptions;
  /** How many calls of all functions together may run at once: ten in a new AWS account. Without it any number. */
  concurrency?: number;
  /** The built sites; without them the product has its API alone. */
  sites?: () => Promise<SiteFolders>;
  /** Where the functions' entries are, unless in functions/lambdas. */
  entries?: URL;
  /** The demo data; true unless stated. */
  seed?: boolean;
  /** Told of each part as it gets ready. */
  report?: (what: string, milliseconds: number) => void;
}

export interface Stack {
  staffUrl: string;
  intakeUrl: string;
  mailboxUrl: string;
  /** The HTTP API without CloudFront in front: the functions refuse what comes this way. */
  apiUrl: string;
  userPoolUrl: string;
  userPoolId: string;
  userPoolClientId: string;
  botCheckUrl: string;
  /** The functions' settings; this process's environment holds them and the services' addresses. */
  env: StackEnvironment;
  services: Services;
  functions: FunctionHost;
  /** What runs behind the calls; ending it leaves what they announce where it is. */
  background: Pick<Background, 'close'>;
  chaos?: Pick<StackChaos<unknown>, 'injected'>;
  readySeconds: number;
  /** Stops accepting, lets what was accepted finish within five seconds, and stops everything. Twice is once. */
  close(): Promise<void>;
}

/** What has been opened so far, and so has to be closed. */
interface Parts {
  lock?: DataDirLock;
  fronts: Running[];
  background?: Background;
  chaos?: StackChaos<ReturnType<typeof endpointsOf>>;
  services?: Services;
}

/** Together with what it takes to end the services this stays below five seconds. */
const DRAIN_MS = 3_500;

let isTaken = false;

/**
 * The whole product in this process, with its database engine in a child. The functions read the process's environment,
 * so a process holds one stack at a time: a second one is refused until the first is closed.
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
    // What a worker has not finished by then comes again at the next start, and is still done once.
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

  // They listen first, because the functions are told the sites' addresses when they are loaded.
  const [staff, intake] = await Promise.all([
    openSite({ host, port: ports.staff }),
    openSite({ host, port: ports.intake }),
  ]);
  parts.fronts.push(staff, intake);
  // A message comes again when the lease is over, not before.
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
  const folders = (await sites) ?? { staff: join(dataDir, 'no-site'), intake: join(dataDir, 'no-site') };
  serveSites({ staff, intake, services, folders, isLocal: isLoopback(host), shared: { api, originSecret } });
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

/** What the SDK's clients need the environment for: secrets, functions, table and demo data. */
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
  // What calls and the background may run is one number.
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
