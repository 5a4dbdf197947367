import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';

const metrics = new Metrics({
  namespace: 'Stillwater',
  serviceName: process.env.POWERTOOLS_SERVICE_NAME ?? 'stillwater',
});

/** Counts something that an alarm watches; written to the log at once in CloudWatch's embedded format. */
export const count = (
  name: 'SsnReveals' | 'KmsDenied' | 'OutboxUnsentOverdue' | 'PoisonEvents' | 'AuditChainBroken',
  value = 1,
): void => {
  const single = metrics.singleMetric();
  single.addMetric(name, MetricUnit.Count, value);
};
