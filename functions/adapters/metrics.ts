import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { type MetricName, metricNamespace } from '#domain/operations/metrics.ts';

const metrics = new Metrics({
  namespace: metricNamespace,
  serviceName: process.env.POWERTOOLS_SERVICE_NAME ?? 'stillwater',
});

/** Counts something that an alarm watches; written to the log at once in CloudWatch's embedded format. */
export const count = (name: MetricName, value = 1): void => {
  const single = metrics.singleMetric();
  single.addMetric(name, MetricUnit.Count, value);
};

/** Measures how long something took that should be quick. */
export const measure = (name: Extract<MetricName, 'ProjectionLag'>, milliseconds: number): void => {
  const single = metrics.singleMetric();
  single.addMetric(name, MetricUnit.Milliseconds, milliseconds);
};
