import type { EventName } from '#domain/events/catalog.ts';
import { type SecretName, secretRows } from './secrets.ts';

/**
 * The privilege table, as data: one row per Lambda function. A function exists because its grant differs from the
 * others' (design: privilege decides the Lambda). The CDK app, the local runtime and the privilege tests read it.
 *
 * Grants are words; infra/constructs turns each into IAM statements with exact resources and leading keys.
 */
export type Grant =
  /** Read and write the items of any organization, except to change or delete audit entries. */
  | 'table:read-write'
  /** GetItem on public home cards (`SLUG#…`) and report statuses (`STATUS#…`) alone. */
  | 'table:public-read'
  /** Put what a submission writes: no read of staff data. */
  | 'table:intake-write'
  /** Read profiles, cases and SSN ciphertexts; write audit entries and outbox items. */
  | 'table:ssn-reveal'
  /** Mark outbox items as sent and find unsent ones. */
  | 'table:outbox'
  /** Read audit entries of every organization; write the batches that seal them. */
  | 'table:audit-seal'
  /** Read audit trails and their batches; write how far they were verified. */
  | 'table:audit-verify'
  /** Read submissions, homes and staff profiles; write effect markers and the links of invitations. */
  | 'table:notify'
  /** Read the caller's profile; write audit entries and in which sign-ins a second factor was seen. */
  | 'table:account'
  /** Read one invitation's public card; write the membership that accepting it gives. */
  | 'table:invitation-accept'
  /** Read staff profiles; write effect markers. */
  | 'table:identity'
  | 'user-pool:create'
  | 'user-pool:admin'
  | 'ssn-key:encrypt'
  | 'ssn-key:decrypt'
  /** Read one secret of infra/secrets.ts. */
  | `secret:${SecretName}`
  | 'events:put'
  | 'mail:send';

/** Readers of the table's stream; each gets the INSERTs of items whose attribute `stream` carries its name. */
export type StreamName = 'outbox';

interface FunctionRow {
  /** Entry file functions/lambdas/<name>.ts. */
  entry: string;
  /** Rows of the contract it serves: a whole area, or `area.name`. */
  endpoints?: readonly string[];
  trigger?:
    | { stream: StreamName }
    | { schedule: 'rate(1 minute)' | 'rate(5 minutes)' | 'rate(1 hour)' }
    | { queue: string };
  grants: readonly Grant[];
  timeoutSeconds: number;
  memoryMb: number;
}

export const functions = {
  intake: {
    entry: 'intake',
    endpoints: ['intake'],
    grants: ['table:public-read', 'table:intake-write', 'ssn-key:encrypt', 'secret:origin', 'secret:bot-check'],
    timeoutSeconds: 15,
    memoryMb: 1024,
  },
  reference: {
    entry: 'reference',
    endpoints: ['reference-data'],
    grants: ['secret:origin'],
    timeoutSeconds: 10,
    memoryMb: 512,
  },
  staff: {
    entry: 'staff',
    endpoints: [
      'submissions',
      'cases.list',
      'cases.previewNextNumber',
      'cases.checkNumber',
      'cases.get',
      'cases.auditLog',
      'customers',
      'funeral-homes',
      'user-profiles.list',
      'user-profiles.currentUser',
      'user-profiles.getPreferences',
      'user-profiles.changePreferences',
      'user-profiles.replacePreferences',
      'user-profiles.completeOnboarding',
      'user-profiles.get',
      'user-profiles.update',
      'organization',
      'team',
      'onboarding',
    ],
    grants: ['table:read-write', 'ssn-key:encrypt', 'secret:origin'],
    timeoutSeconds: 25,
    memoryMb: 1024,
  },
  ssn: {
    entry: 'ssn',
    endpoints: ['cases.retrieveSsn'],
    grants: ['table:ssn-reveal', 'ssn-key:decrypt', 'secret:origin'],
    timeoutSeconds: 10,
    memoryMb: 512,
  },
  account: {
    entry: 'account',
    endpoints: ['user-profiles.updatePassword', 'user-profiles.confirmSecondFactor'],
    grants: ['table:account', 'secret:origin'],
    timeoutSeconds: 10,
    memoryMb: 512,
  },
  invitations: {
    entry: 'invitations',
    endpoints: ['invitations'],
    grants: ['table:invitation-accept', 'user-pool:create', 'secret:origin'],
    timeoutSeconds: 15,
    memoryMb: 512,
  },
  relay: {
    entry: 'relay',
    trigger: { stream: 'outbox' },
    grants: ['table:outbox', 'events:put'],
    timeoutSeconds: 30,
    memoryMb: 256,
  },
  sweeper: {
    entry: 'sweeper',
    trigger: { schedule: 'rate(5 minutes)' },
    grants: ['table:outbox', 'events:put'],
    timeoutSeconds: 60,
    memoryMb: 256,
  },
  'audit-seal': {
    entry: 'audit-seal',
    trigger: { schedule: 'rate(1 minute)' },
    grants: ['table:audit-seal'],
    timeoutSeconds: 60,
    memoryMb: 256,
  },
  'audit-verify': {
    entry: 'audit-verify',
    trigger: { schedule: 'rate(1 hour)' },
    grants: ['table:audit-verify'],
    timeoutSeconds: 300,
    memoryMb: 512,
  },
  identity: {
    entry: 'identity',
    trigger: { queue: 'identity' },
    grants: ['table:identity', 'user-pool:admin'],
    // Not longer than the lease of an effect, as with notify.
    timeoutSeconds: 20,
    memoryMb: 256,
  },
  notify: {
    entry: 'notify',
    trigger: { queue: 'notify' },
    grants: ['table:notify', 'mail:send'],
    // Short, so that a mail whose worker died goes out within five minutes: twice the queue's visibility timeout.
    timeoutSeconds: 20,
    memoryMb: 256,
  },
} as const satisfies Record<string, FunctionRow>;

export type FunctionName = keyof typeof functions;

/**
 * How often a message comes before its queue gives it up, and so what no worker gives up by itself: the workers' backoff
 * (functions/kernel/backoff.ts) stretches that over more than a day, so that a partner's outage leaves no dead letters.
 */
const maxReceiveCount = 50;

/** Which events reach which queue. `mail-sent` is SES telling us that it took a mail (default bus, source aws.ses). */
export const queues = {
  notify: {
    events: [
      'intake.submitted',
      'invitation.created',
      'invitation.resent',
      'member.authenticator-reset',
    ] as const satisfies readonly EventName[],
    mailSent: true,
    maxReceiveCount,
  },
  identity: {
    events: [
      'member.deactivated',
      'member.reactivated',
      'member.authenticator-reset',
    ] as const satisfies readonly EventName[],
    mailSent: false,
    maxReceiveCount,
  },
} as const;

/**
 * Events that nobody acts on yet: they are published and archived, and every event of the catalog is either here or on
 * a queue. A new consumer takes its events from here.
 */
export const unrouted = [
  'submission.updated',
  'submission.contacted',
  'submission.converted',
  'submission.deleted',
  'case.created',
  'member.changed',
  'invitation.cancelled',
  'invitation.accepted',
  'profile.updated',
  'organization.updated',
  'onboarding.changed',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'customer.merged',
  'customer.merge-undone',
  'customer.exported',
  'home.updated',
  'ssn.revealed',
] as const satisfies readonly EventName[];

/** Environment variables of every function; infra fills them from its resources, local/ from its engines. */
export const environmentNames = [
  'TABLE_NAME',
  'EVENT_BUS_NAME',
  'SSN_KEY_ID',
  ...secretRows.map(([, { setting }]) => setting),
  'BOT_CHECK',
  'USER_POOL_CLIENT_ID',
  'USER_POOL_ID',
  'STAFF_SITE_URL',
  'INTAKE_SITE_URL',
  'MAIL_FROM',
  'MAIL_CONFIGURATION_SET',
  'RATE_LIMITS',
  'EFFECT_LEASE_SECONDS',
] as const;
export type EnvironmentName = (typeof environmentNames)[number];
