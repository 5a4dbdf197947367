import { eventSource } from '#domain/shared/events/catalog.ts';
import { documentPlaces } from '#domain/shared/operations/document-places.ts';
import { type FunctionName, functions } from '#infra/functions.ts';
import { queues as queueTable } from '#infra/queues.ts';
import { type DynamoEngine, startDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { type LocalRule, startEventBus } from '#local/aws/events/events.ts';
import { startKms } from '#local/aws/kms/kms.ts';
import { type RunningQueues, startQueues } from '#local/aws/queues/queues.ts';
import { startS3 } from '#local/aws/s3/s3.ts';
import { undeliveredQueue } from '#local/background-workers/triggers.ts';
import { startCognito } from './aws/cognito/cognito.ts';
import type { Running } from './aws/http-listener.ts';
import { startMalwareScan } from './aws/malware-scan.ts';
import { startSecrets } from './aws/secrets.ts';
import { startSts } from './aws/sts.ts';
import {
  AUDIT_KEY_ID,
  AUDIT_WITNESS_BUCKET,
  DOCUMENTS_BUCKET,
  EVENT_BUS_NAME,
  LOCAL_CREDENTIALS,
  PARTNER_KEY_ID,
  SSN_KEY_ID,
  SUBJECT_KEY_ID,
  USER_POOL_CLIENT_ID,
  USER_POOL_ID,
} from './environment.ts';
import { startBotCheck } from './partners/bot-check.ts';
import { demoSigningAccounts } from './partners/docuseal/demo-accounts.ts';
import { startDocuSeal } from './partners/docuseal/docuseal.ts';
import { startGoogle } from './partners/google-calendar/demo.ts';
import { startMailbox } from './partners/mailbox.ts';
import { demoBooks } from './partners/quickbooks/demo-books.ts';
import { startQuickBooks } from './partners/quickbooks/quickbooks.ts';
import type { Ports } from './ports.ts';

export interface ServiceOptions {
  ports: Ports;
  dataDir: string;
  engine?: DynamoEngine;
  staffUrl: string;
  /** How long a message that a worker did not finish stays hidden before it comes again. */
  visibilitySeconds: number;
  /** Also of the firewall before the user pool. */
  rateLimits: 'on' | 'off';
  /** Told as each service is ready, with the milliseconds that it took. */
  started: (what: string, milliseconds: number) => void;
}

export type Services = Awaited<ReturnType<typeof startServices>>;

/** Every AWS service and partner that the product uses, each on its port. When one fails the others are closed again. */
export async function startServices(options: ServiceOptions) {
  const { ports, dataDir, engine } = options;
  const running: Running[] = [];
  const step = async <T extends Running>(name: string | ((service: T) => string), start: Promise<T>): Promise<T> => {
    const began = performance.now();
    const service = await start;
    running.push(service);
    options.started(typeof name === 'string' ? name : name(service), performance.now() - began);
    return service;
  };
  const close = async () => {
    // The last first: the mailbox still announces into the queues.
    for (const service of running.toReversed()) await service.close();
  };
  const startAll = async () => {
    const queues = await step(
      'Queues (SQS)',
      startQueues({ port: ports.queues, dataDir, queues: localQueues(options) }),
    );
    const announce = announcer(queues, 'mailSent');
    const mailbox = await step('Mailbox (SES)', startMailbox({ port: ports.mailbox, dataDir, announce }));
    const sessions = await step('Sessions (STS)', startSts({ port: ports.sessions }));
    const all = {
      database: step(
        (database) => `Database (DynamoDB: ${database.engine})`,
        startDynamoDb({ port: ports.database, dataDir: `${dataDir}/database`, engine }),
      ),
      keys: step(
        'Keys (KMS)',
        startKms({
          port: ports.keys,
          dataDir,
          aliases: [SSN_KEY_ID, AUDIT_KEY_ID, SUBJECT_KEY_ID, PARTNER_KEY_ID],
          sessions: { organizationOf: sessions.organizationOf, alone: [SSN_KEY_ID] },
        }),
      ),
      secrets: step('Secrets (Secrets Manager)', startSecrets({ port: ports.secrets, dataDir })),
      events: step('Event bus (EventBridge)', startEventBus({ port: ports.events, dataDir, rules: rulesTo(queues) })),
      storage: step(
        'Documents (S3)',
        startS3({
          port: ports.storage,
          dataDir,
          buckets: [DOCUMENTS_BUCKET, AUDIT_WITNESS_BUCKET],
          sessionOf: sessions.sessionOf,
          guarded: { bucket: DOCUMENTS_BUCKET, prefix: `${documentPlaces.quarantine}/` },
          corsOrigins: [options.staffUrl],
          ...LOCAL_CREDENTIALS,
        }),
      ),
      userPool: step(
        'Sign-in (Cognito)',
        startCognito({
          port: ports.userPool,
          dataDir,
          userPoolId: USER_POOL_ID,
          clientId: USER_POOL_CLIENT_ID,
          sendMail: (mail) => mailbox.deliver(mail),
          firewall: options.rateLimits,
        }),
      ),
      botCheck: step('Bot check', startBotCheck({ port: ports.botCheck })),
      google: step('Google Calendar', startGoogle({ port: ports.google, dataDir, staffUrl: options.staffUrl })),
      docuseal: step(
        'E-signatures (DocuSeal)',
        startDocuSeal({
          port: ports.docuseal,
          dataDir,
          accounts: demoSigningAccounts(options.staffUrl),
          mail: (mail) => mailbox.deliver(mail),
        }),
      ),
      quickbooks: step(
        'Accounting (QuickBooks)',
        startQuickBooks({ port: ports.quickbooks, dataDir, ...demoBooks(options.staffUrl) }),
      ),
    };
    // All of them settle before a failure is passed on, so that none is left open.
    await Promise.allSettled(Object.values(all));
    const [database, keys, secrets, events, storage, userPool, botCheck, docuseal, google, quickbooks] =
      await Promise.all([
        all.database,
        all.keys,
        all.secrets,
        all.events,
        all.storage,
        all.userPool,
        all.botCheck,
        all.docuseal,
        all.google,
        all.quickbooks,
      ]);
    const scans = await step(
      'Malware scan (GuardDuty)',
      startMalwareScan({
        port: ports.scans,
        bucket: DOCUMENTS_BUCKET,
        storage,
        announce: announcer(queues, 'scanned'),
      }),
    );
    return {
      queues,
      mailbox,
      database,
      keys,
      secrets,
      events,
      storage,
      sessions,
      scans,
      userPool,
      botCheck,
      docuseal,
      google,
      quickbooks,
      close,
    };
  };
  try {
    return await startAll();
  } catch (error) {
    await close();
    throw error;
  }
}

function localQueues({ visibilitySeconds }: ServiceOptions) {
  const workers = Object.entries(queueTable).map(([name, { maxReceiveCount }]) => ({
    name,
    visibilitySeconds,
    maxReceiveCount,
  }));
  const readers = (Object.keys(functions) as FunctionName[]).filter((name) => {
    const row = functions[name];
    return 'trigger' in row && 'stream' in row.trigger;
  });
  const undelivered = readers.map((name) => ({
    name: undeliveredQueue(name),
    visibilitySeconds: 30,
    maxReceiveCount: 100,
  }));
  return [...workers, ...undelivered];
}

function rulesTo(queues: RunningQueues): LocalRule[] {
  return Object.entries(queueTable).map(([name, { events }]) => ({
    name,
    bus: EVENT_BUS_NAME,
    source: eventSource,
    detailTypes: events,
    target: (envelope) => queues.send(name, JSON.stringify(envelope)),
    deadLetters: (envelope) => queues.send(`${name}-dlq`, JSON.stringify(envelope)),
  }));
}

// The default bus's rules for SES and GuardDuty: their events come from AWS itself, and nobody else may put them on a bus.
function announcer(queues: RunningQueues, of: 'mailSent' | 'scanned') {
  const takers = Object.entries(queueTable).filter(([, row]) => row[of]);
  return async (envelope: object): Promise<void> => {
    for (const [name] of takers) await queues.send(name, JSON.stringify(envelope));
  };
}
