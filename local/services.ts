import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import * as z from 'zod';
import { eventSource } from '#domain/registry/event-catalog.ts';
import { documentPlaces } from '#domain/shared/operations/deployment.ts';
import { redirectUriOf } from '#functions/google-calendar/client/google-connector.ts';
import { secrets } from '#infra/environment-names.ts';
import { type FunctionName, functions } from '#infra/functions.ts';
import { maxReceiveCount, queues as queueTable } from '#infra/queues.ts';
import { startCognito } from './aws/cognito/cognito.ts';
import { type DynamoEngine, startDynamoDb } from './aws/dynamodb/dynamodb.ts';
import { type LocalRule, startEventBus } from './aws/events/events.ts';
import { listen, type Running, readBody } from './aws/http-listener.ts';
import { startKms } from './aws/kms/kms.ts';
import { startMalwareScan } from './aws/malware-scan.ts';
import { type RunningQueues, startQueues } from './aws/queues/queues.ts';
import { startS3 } from './aws/s3/s3.ts';
import { startSecrets } from './aws/secrets.ts';
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
import { undeliveredQueue } from './function-host.ts';
import { startBotCheck } from './partners/bot-check.ts';
import { demoSigningAccount } from './partners/docuseal/demo-accounts.ts';
import { startDocuSeal } from './partners/docuseal/docuseal.ts';
import { type GoogleCalendar, startGoogleCalendar } from './partners/google-calendar/google-calendar.ts';
import { startMailbox } from './partners/mailbox.ts';
import { startQuickBooks } from './partners/quickbooks/quickbooks.ts';
import type { Ports } from './ports.ts';

const Request = z.object({
  Action: z.literal('AssumeRole'),
  RoleArn: z.string().regex(/^arn:aws:iam::\d{12}:role\/[\w+=,.@-]+$/),
  RoleSessionName: z.string().regex(/^[\w+=,.@-]{2,64}$/),
  // AWS limits chained roles to one hour.
  DurationSeconds: z.coerce.number().int().min(900).max(3600).default(3600),
  // The role's trust policy requires the organization tag and no other.
  'Tags.member.1.Key': z.literal('organization'),
  'Tags.member.1.Value': z.uuid(),
  'Tags.member.2.Key': z.never().optional(),
});

export interface RunningSts extends Running {
  /** Returns the organization of the session that signed a request; undefined for other credentials. */
  organizationOf(headers: IncomingHttpHeaders): string | undefined;
  sessionOf(accessKeyId: string): { organization: string; secretAccessKey: string } | undefined;
}

const xml = (action: string, inner: string): string =>
  `<${action} xmlns="https://sts.amazonaws.com/doc/2011-06-15/">${inner}` +
  `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></${action}>`;

const fault = (code: string, message: string): string =>
  xml('ErrorResponse', `<Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>`);

/**
 * AWS STS as the functions use it: role sessions of one organization. Other engines ask it whose session signed a
 * request; sessions last as long as the process.
 */
export async function startSts(options: { port: number; now?: () => number }): Promise<RunningSts> {
  const { now = Date.now } = options;
  const sessions = new Map<string, { organization: string; secretAccessKey: string; until: number }>();

  const begin = ({ DurationSeconds, 'Tags.member.1.Value': organization, ...role }: z.output<typeof Request>) => {
    for (const [id, { until }] of sessions) if (until <= now()) sessions.delete(id);
    const id = `ASIA${randomBytes(8).toString('hex').toUpperCase()}`;
    const until = now() + DurationSeconds * 1000;
    const secretAccessKey = randomBytes(30).toString('base64url');
    sessions.set(id, { organization, secretAccessKey, until });
    return xml(
      'AssumeRoleResponse',
      '<AssumeRoleResult><AssumedRoleUser>' +
        `<AssumedRoleId>AROALOCAL:${role.RoleSessionName}</AssumedRoleId>` +
        `<Arn>${role.RoleArn.replace(':iam:', ':sts:').replace(':role/', ':assumed-role/')}/${role.RoleSessionName}</Arn>` +
        `</AssumedRoleUser><Credentials><AccessKeyId>${id}</AccessKeyId>` +
        `<SecretAccessKey>${secretAccessKey}</SecretAccessKey>` +
        `<SessionToken>${randomBytes(60).toString('base64url')}</SessionToken>` +
        `<Expiration>${new Date(until).toISOString()}</Expiration></Credentials></AssumeRoleResult>`,
    );
  };

  const listener: RequestListener = async (request, response) => {
    const answer = (status: number, body: string) =>
      response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
    try {
      const form = new URLSearchParams((await readBody(request, 16_384)).toString());
      const parsed = Request.safeParse(Object.fromEntries(form));
      if (parsed.success) return answer(200, begin(parsed.data));
      return answer(403, fault('AccessDenied', 'The role is not to be assumed like this'));
    } catch {
      return answer(400, fault('ValidationError', 'The request cannot be read'));
    }
  };
  const running = await listen(listener, options.port);
  const sessionOf = (accessKeyId: string) => {
    const session = sessions.get(accessKeyId);
    return session && session.until > now() ? session : undefined;
  };
  return {
    ...running,
    sessionOf,
    organizationOf: ({ authorization = '' }) =>
      sessionOf(/Credential=([^/\s,]+)\//.exec(authorization)?.[1] ?? '')?.organization,
  };
}

interface DemoOptions {
  port: number;
  dataDir: string;
  staffUrl: string;
}

export const startGoogle = ({ staffUrl, ...options }: DemoOptions): Promise<GoogleCalendar> => {
  const { client_id: clientId, client_secret: clientSecret } = secrets.google.example;
  return startGoogleCalendar({
    ...options,
    app: { clientId, clientSecret, redirectUris: [redirectUriOf(staffUrl)] },
    accounts: {
      'calendar@whitcomb-ames.example': 'Whitcomb & Ames',
      'calendar@harbor-light.example': 'Harbor Light',
    },
    takesLocalHttp: true,
  });
};

const demoBooks = (staffUrl: string) => ({
  app: {
    clientId: secrets.quickbooks.example.client_id,
    clientSecret: secrets.quickbooks.example.client_secret,
    redirectUris: [`${staffUrl}/settings/quickbooks/callback`],
  },
  webhooks: {
    url: `${staffUrl}/api/webhooks/quickbooks/`,
    verifierToken: secrets.quickbooks.example.webhook_verifier,
  },
  limits: { perSecond: 1000, perMinute: 100_000 },
  companies: { '9341450001': 'Whitcomb & Ames Funeral Homes', '9341450002': 'Harbor Light Chapel' },
});

export interface ServiceOptions {
  ports: Ports;
  dataDir: string;
  engine?: DynamoEngine;
  staffUrl: string;
  /** Visibility timeout of a message in seconds. */
  visibilitySeconds: number;
  /** Also for the firewall in front of the user pool. */
  rateLimits: 'on' | 'off';
  started: (what: string, milliseconds: number) => void;
}

export type Services = Awaited<ReturnType<typeof startServices>>;

/**
 * Starts every AWS service and partner that the product uses, each on its port. If one fails, the others are closed.
 */
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
    // In reverse order: the mailbox still publishes into the queues.
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
          sendMail: (mail) => mailbox.deliver('Stillwater sign-in <sign-in@stillwater.example>', mail),
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
          accounts: ['Whitcomb & Ames', 'Harbor Light'].map((name) => demoSigningAccount(options.staffUrl, name)),
          mail: (mail) => mailbox.deliver('DocuSeal <signing@docuseal.example>', mail),
        }),
      ),
      quickbooks: step(
        'Accounting (QuickBooks)',
        startQuickBooks({ port: ports.quickbooks, dataDir, ...demoBooks(options.staffUrl) }),
      ),
    };
    const started = await allOf(all);
    const { storage } = started;
    const scans = await step(
      'Malware scan (GuardDuty)',
      startMalwareScan({
        port: ports.scans,
        bucket: DOCUMENTS_BUCKET,
        storage,
        announce: announcer(queues, 'scanned'),
      }),
    );
    return { queues, mailbox, sessions, scans, ...started, close };
  };
  try {
    return await startAll();
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits for all before it throws a failure, so that none stays open. */
async function allOf<Started extends Record<string, unknown>>(started: Started) {
  await Promise.allSettled(Object.values(started));
  const entries = Object.entries(started).map(async ([name, service]) => [name, await service]);
  return Object.fromEntries(await Promise.all(entries)) as { [Name in keyof Started]: Awaited<Started[Name]> };
}

function localQueues({ visibilitySeconds }: ServiceOptions) {
  const workers = Object.keys(queueTable).map((name) => ({ name, visibilitySeconds, maxReceiveCount }));
  const readers = (Object.keys(functions) as FunctionName[]).filter((name) => {
    const row = functions[name];
    return 'trigger' in row && 'stream' in row.trigger;
  });
  const undelivered = readers.map((name) => ({
    name: undeliveredQueue(name),
    visibilitySeconds: 30,
    maxReceiveCount,
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

// Rules of the default bus for SES and GuardDuty: only AWS itself may publish their events.
function announcer(queues: RunningQueues, of: 'mailSent' | 'scanned') {
  const takers = Object.entries(queueTable).filter(([, row]) => row[of]);
  return async (envelope: object): Promise<void> => {
    for (const [name] of takers) await queues.send(name, JSON.stringify(envelope));
  };
}
