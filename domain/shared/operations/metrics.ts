/** Where the functions' own metrics stand in CloudWatch. */
export const metricNamespace = 'Stillwater';

/** The dimension `service` of a stage's metrics: two stages in one account must not mask each other's alarms. */
export const metricService = (stage: string): string => `stillwater-${stage}`;

/** What the functions count because an alarm watches it: one list for both, so that no alarm listens to nobody. */
export const metricNames = [
  /** Events that wait longer than five minutes to be announced; the sweeper reports them, also a zero. */
  'OutboxUnsentOverdue',
  /** Outbox items that cannot be read. */
  'PoisonEvents',
  'SsnReveals',
  'CheckNumberReveals',
  /** Reports taken although the bot check gave no verdict. */
  'BotCheckUnverified',
  /** The verifier refused the product's own secret: reports are refused until it is mended. */
  'BotCheckSecretRefused',
  /** Reports kept beyond what a home takes in an hour: marked, and for somebody to look at. */
  'ReportsOverLimit',
  /** Sessions ended in the table that the user pool may still refresh. */
  'PoolSessionsLeft',
  /** Ten more sign-ins of one person in a row that were begun and came to no end. */
  'SignInTriesOfOne',
  /** Sign-ins that could not be put on record. */
  'SignInsUnrecorded',
  /** Answers of 401, 403 and 429. */
  'Unauthenticated',
  'Forbidden',
  'TooManyRequests',
  /** Social Security numbers that somebody asked for and was refused. */
  'RevealsRefused',
  /** A key refused a function: that of numbers, of people, or of connections to partners. */
  'KmsDenied',
  /** A function was refused its role for one organization. */
  'OrganizationRoleRefused',
  /** The table refused a function an item: with one organization's rights, another one's, or anything without a grant. */
  'TableDenied',
  /** Documents that have waited for their scan for more than an hour; each time that it is asked for again. */
  'ScansOverdue',
  /** Messages that failed again after half an hour: a partner is down, or a worker broken. */
  'WorkLate',
  /** Audit entries that were changed, removed, inserted or never sealed; every verification reports them, also a zero. */
  'AuditChainBroken',
  /** Records whose lists, search and totals could not be brought up to date; organizations whose sums await a reindex. */
  'ProjectionsFailed',
  /** Milliseconds from a record's change until what is derived from it says so, to the second: up to one too many. */
  'ProjectionLag',
  /** Organizations whose entries wait longer than ten minutes to be sealed; every run reports them, also a zero. */
  'AuditSealBehind',
  /** Organizations whose trail was not verified for a day; every verification that ends reports them, also a zero. */
  'AuditVerifyUnfinished',
] as const;

export type MetricName = (typeof metricNames)[number];
