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
  /** Messages that failed again after half an hour: a partner is down, or a worker broken. */
  'WorkLate',
  /** Audit entries that were changed, removed, inserted or never sealed; every verification reports them, also a zero. */
  'AuditChainBroken',
  /** Organizations whose entries wait longer than ten minutes to be sealed; every run reports them, also a zero. */
  'AuditSealBehind',
  /** Organizations whose trail was not verified for a day; every verification that ends reports them, also a zero. */
  'AuditVerifyUnfinished',
] as const;

export type MetricName = (typeof metricNames)[number];
