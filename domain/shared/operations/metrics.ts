export const metricNamespace = 'Stillwater';

/** Separates stages of one account, so that they do not share alarms. */
export const metricService = (stage: string): string => `stillwater-${stage}`;

/** Metrics with alarms; one list for both, so that every alarm has a source. */
export const metricNames = [
  'OutboxUnsentOverdue',
  /** Unreadable outbox items. */
  'PoisonEvents',
  'SsnReveals',
  'CheckNumberReveals',
  /** First calls accepted without a bot check verdict. */
  'BotCheckUnverified',
  'BotCheckSecretRefused',
  'ReportsOverLimit',
  /** Sessions ended in the table that the user pool may still refresh. */
  'PoolSessionsLeft',
  /** Ten more consecutive sign-in attempts of one person without success. */
  'SignInTriesOfOne',
  'SignInsUnrecorded',
  'Unauthenticated',
  'Forbidden',
  'TooManyRequests',
  'RevealsRefused',
  /** KMS denied a function the SSN, subject or partner key. */
  'KmsDenied',
  /** STS denied a function the role of an organization. */
  'OrganizationRoleRefused',
  /** DynamoDB denied a function an item: of another organization, or without a grant. */
  'TableDenied',
  /** Documents waiting over an hour for their scan, counted at each new request. */
  'ScansOverdue',
  /** Messages that failed again after 30 minutes: a partner is down or a worker is broken. */
  'WorkLate',
  /** Audit entries changed, removed, inserted or never sealed; every verification also reports zero. */
  'AuditChainBroken',
  /** Records whose lists, search and totals could not be updated; organizations that need a reindex. */
  'ProjectionsFailed',
  'ProjectionLag',
  /** Organizations with entries unsealed for over ten minutes; every run also reports zero. */
  'AuditSealBehind',
  /** Organizations whose log was not verified for a day; every completed verification also reports zero. */
  'AuditVerifyUnfinished',
] as const;

export type MetricName = (typeof metricNames)[number];
