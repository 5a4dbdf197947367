import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBBatchResponse, SQSBatchResponse } from 'aws-lambda';
import { securityHeaders } from '#infra/security-headers.ts';
import { assertPasswordFits, isLoopback } from './accounts.ts';
import { createAuthorizer } from './authorizer.ts';
import type { DynamoEngine } from './aws/dynamodb.ts';
import type { Running } from './aws/http-listener.ts';
import { type DataDirLock, lockDataDir } from './data-dir.ts';
import { applyEnvironment, type StackEnvironment, TABLE_NAME, USER_POOL_CLIENT_ID, USER_POOL_ID } from './environment.ts';
import { type FunctionHost, loadFunctions } from './function-host.ts';
import { type OpenSite, openSite, startApiServer } from './gateway.ts';
import { createHttpApi } from './http-api.ts';
import { assertFree, portsFrom, randomPorts } from './ports.ts';
import { startQueuePoller } from './queue-poller.ts';
import { startSchedule } from './schedule.ts';
import { prepareSecrets } from './secrets.ts';
import { queueWorkers, RELAY_FAILURES, type Services, startServices } from './services.ts';
import { loadStaticSite } from './static-site.ts';
import { type Poller, startStreamPoller } from './stream-poller.ts';

export interface StackOptions {
  /** The staff site's; the others follow it. */
  port?: number;
  /** Every server takes a free port instead. */
  ports?: 'random';
  dataDir: string;
  /** Where the two sites listen; everything else listens on 127.0.0.1. */
  host?: string;
  rateLimits?: 'on' | 'off';
  engine?: DynamoEngine;
  /** How long a worker's claim on an effect lasts. It must outlive the slowest worker, which is stopped after 30 s. */
  effectLeaseSeconds?: number;
  /** Folders of the built sites; without them the product has its API alone. */
  sites?: () => Promise<{ staff: string; intake: string }>;
  /** The entries of the functions, in a test of this runtime itself. */
  entries?: URL;
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
  /** The functions' environment, which this process has too. */
  env: StackEnvironment;
  services: Services;
  functions: FunctionHost;
  readySeconds: number;
  /** Stops accepting, lets what was accepted finish within five seconds, and stops everything. Twice is once. */
  close(): Promise<void>;
}

let isTaken = false;

/**
 * The whole product in this process, and its database engine in a child. The functions read the process's environment,
 * so one process holds one stack at a time: a second one is refused until the first is closed.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  if (isTaken) throw new Error('This process already runs a stack: the functions read its environment. Close it first.');
  isTaken = true;
  const opened: Closable[] = [{ close: async () => void (isTaken = false) }];
  try {
    return await open(options, opened);
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

interface Closable {
  close(): Promise<void>;
}

async function closeAll(opened: Closable[]): Promise<void> {
  const problems: unknown[] = [];
  while (opened.length > 0) {
    await opened
      .pop()
      ?.close()
      .catch((error: unknown) => problems.push(error));
  }
  if (problems.length > 0) throw new AggregateError(problems, 'Not everything could be closed');
}

async function open(options: StackOptions, opened: Closable[]): Promise<Stack> {
  const began = performance.now();
  const { host = '127.0.0.1', rateLimits = 'on', effectLeaseSeconds = 35, report = () => {} } = options;
  const dataDir = resolve(options.dataDir);
  const keep = <T extends Closable>(service: T): T => {
    opened.push(service);
    return service;
  };
  const timed = async <T>(what: string, work: Promise<T>): Promise<T> => {
    const from = performance.now();
    const result = await work;
    report(what, performance.now() - from);
    return result;
  };

  assertPasswordFits(host);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = keep(closableLock(dataDir));
  const ports = options.ports === 'random' ? randomPorts() : portsFrom(options.port ?? 4000);
  await assertFree(ports, host);
  const sites = options.sites?.();
  // A failure of the build is reported where it is awaited.
  sites?.catch(() => {});
  const staff = keep(await openSite({ host, port: ports.staff }));
  const intake = keep(await openSite({ host, port: ports.intake }));
  const services = keep(
    await startServices({
      ports,
      dataDir,
      engine: options.engine,
      staffUrl: staff.url,
      visibilitySeconds: effectLeaseSeconds + 5,
      started: report,
    }),
  );
  const env = applyEnvironment({
    endpoints: {
      DYNAMODB: services.database.url,
      DYNAMODB_STREAMS: services.database.url,
      KMS: services.keys.url,
      SQS: services.queues.url,
      EVENTBRIDGE: services.events.url,
      COGNITO_IDENTITY_PROVIDER: services.userPool.url,
      S3: services.storage.url,
      SESV2: services.mailbox.url,
      SECRETS_MANAGER: services.secrets.url,
    },
    staffUrl: staff.url,
    intakeUrl: intake.url,
    rateLimits,
    effectLeaseSeconds,
  });
  const entries = options.entries ?? new URL('../functions/lambdas/', import.meta.url);
  const [originSecret, host_] = await Promise.all([
    prepareSecrets({ botCheckUrl: services.botCheck.url, hostnames: hostnamesOf(intake.url) }),
    timed('Functions', loadFunctions(entries)),
    timed('Table and demo data', prepareData(env, options.seed ?? true)),
  ]);
  return { originSecret, host_ } as never;
}
