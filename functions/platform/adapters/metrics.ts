import { type MetricName, metricNamespace } from '#domain/shared/operations/metrics.ts';

type Unit = 'Count' | 'Milliseconds';

const write = (name: MetricName, value: number, unit: Unit): void => {
  if (process.env.POWERTOOLS_METRICS_DISABLED === 'true') return;
  const metric = {
    Namespace: metricNamespace,
    Dimensions: [['service']],
    Metrics: [{ Name: name, Unit: unit }],
  };
  const service = process.env.POWERTOOLS_SERVICE_NAME ?? 'stillwater';
  const line = { _aws: { Timestamp: Date.now(), CloudWatchMetrics: [metric] }, service, [name]: value };
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

/** Counts an event that an alarm watches. */
export const count = (name: MetricName, value = 1): void => write(name, value, 'Count');

/** Records a duration. */
export const measure = (name: Extract<MetricName, 'ProjectionLag'>, milliseconds: number): void =>
  write(name, milliseconds, 'Milliseconds');
