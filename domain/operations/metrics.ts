/** Where the functions' own metrics stand in CloudWatch: the namespace, and the value of the dimension `service`. */
export const metricNamespace = 'Stillwater';
export const metricService = 'stillwater';

/** What the functions count because an alarm watches it: one list for both, so that no alarm listens to nobody. */
export const metricNames = [
  /** Events that wait longer than five minutes to be announced; the sweeper reports them, also a zero. */
  'OutboxUnsentOverdue',
  /** Outbox items that cannot be read. */
  'PoisonEvents',
  'SsnReveals',
  /** The SSN key refused a function. */
  'KmsDenied',
  /** Audit entries that were changed, removed or never sealed. */
  'AuditChainBroken',
  /** Records whose lists, search and totals could not be brought up to date. */
  'ProjectionsFailed',
  /** Milliseconds from a record's change until what is derived from it says so. */
  'ProjectionLag',
] as const;

export type MetricName = (typeof metricNames)[number];
