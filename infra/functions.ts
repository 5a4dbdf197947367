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
  /** Read records; write what is derived from them, and nothing else. */
  | 'table:project'
  /** Read audit trails; write their hash chains. */
  | 'table:audit-chain'
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

/**
 * Readers of the table's stream. `outbox` and `audit` get the new items whose attribute `stream` carries that name;
 * `projections` gets every change of the items that something is derived from, told by their sort keys.
 */
export type StreamName = 'outbox' | 'audit' | 'projections';

/** Sort keys, or what they start with, of the items that something is derived from (functions/projections). */
export const projectedItems = {
  equal: ['SUBMISSION', 'CASE', 'CUSTOMER'],
  beginning: ['SECTION#', 'LINK#'],
} as const;

interface FunctionRow {
  /** Entry file functions/lambdas/<name>.ts. */
  entry: string;
  /** Rows of the contract it serves: a whole area, or `area.name`. */
  endpoints?: readonly string[];
  trigger?: { stream: StreamName } | { schedule: 'rate(5 minutes)' | 'rate(1 day)' } | { queue: string };
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
  projector: {
    entry: 'projector',
    trigger: { stream: 'projections' },
    grants: ['table:project'],
    timeoutSeconds: 60,
    memoryMb: 1024,
  },
  'audit-seal': {
    entry: 'audit-seal',
    trigger: { stream: 'audit' },
    grants: ['table:audit-chain'],
    timeoutSeconds: 30,
    memoryMb: 256,
  },
  'audit-verify': {
    entry: 'audit-verify',
    trigger: { schedule: 'rate(1 day)' },
    grants: ['table:audit-chain'],
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
    maxReceiveCount: 5,
  },
  identity: {
    events: [
      'member.deactivated',
      'member.reactivated',
      'member.authenticator-reset',
    ] as const satisfies readonly EventName[],
    mailSent: false,
    maxReceiveCount: 5,
  },
} as const;

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
