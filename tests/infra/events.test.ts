import { describe, expect, it } from 'vitest';
import { events } from '#domain/events/catalog.ts';
import { metricNames, metricNamespace, metricService } from '#domain/operations/metrics.ts';
import { tableShape } from '#domain/operations/table-shape.ts';
import { type FunctionName, functions } from '#infra/functions.ts';
import { messagesAtOnce, queues, workersAtOnce } from '#infra/queues.ts';
import { groupsOfEvents } from '#infra/unrouted-events.ts';
import { functionOf } from './roles.ts';
import { type Placed, synthesize } from './synthesis.ts';

const synthesis = await synthesize();
const { all, flat } = synthesis;

describe('the way of an event', () => {
  const mappings = all('AWS::Lambda::EventSourceMapping');
  const mappingOf = (name: FunctionName): Placed | undefined => {
    const { id, stack } = functionOf(synthesis, name);
    return mappings.find(({ Properties }) => flat(Properties.FunctionName, stack) === `${stack}.${id}`);
  };

  it('R-07 feeds stream readers with their new items, splits bad batches and gives up after ten tries', () => {
    // A stream has at most two readers: the second place is the projector's.
    for (const [name, stream] of [['relay', 'outbox']] as const) {
      const mapping = mappingOf(name);
      expect(mapping?.Properties, name).toMatchObject({
        BisectBatchOnFunctionError: true,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        MaximumRetryAttempts: 10,
        StartingPosition: 'TRIM_HORIZON',
      });
      expect(flat(mapping?.Properties.DestinationConfig.OnFailure.Destination, mapping?.stack ?? ''), name).toMatch(
        /DeadLetters.*\.Arn$/,
      );
      expect(
        mapping?.Properties.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern)),
        name,
      ).toEqual([{ eventName: ['INSERT'], dynamodb: { NewImage: { stream: { S: [stream] } } } }]);
    }
  });

  it('R-07 R-09 gives every worker a queue of its own with a dead-letter queue and partial answers', () => {
    for (const name of Object.keys(queues) as (keyof typeof queues)[]) {
      const mapping = mappingOf(name);
      expect(mapping?.Properties.FunctionResponseTypes, name).toEqual(['ReportBatchItemFailures']);
      const source = flat(mapping?.Properties.EventSourceArn, mapping?.stack ?? '');
      const queue = all('AWS::SQS::Queue').find(({ stack, id }) => source === `${stack}.${id}.Arn`);
      expect(queue?.Properties.RedrivePolicy.maxReceiveCount, name).toBe(queues[name].maxReceiveCount);
      expect(queue?.Properties.VisibilityTimeout, name).toBeGreaterThanOrEqual(6 * functions[name].timeoutSeconds);
      expect(mapping?.Properties.BatchSize, name).toBe(messagesAtOnce(name));
      // A slow partner holds no more than these, and none of another queue.
      expect(mapping?.Properties.ScalingConfig.MaximumConcurrency, name).toBe(workersAtOnce(name));
    }
  });

  it('fits what a worker holds of large files at once into its memory', () => {
    // Measured: four times 40 MB from a partner and on to S3 take 600 MB, and the function with its PDFs 300.
    const { MemorySize } = functionOf(synthesis, 'signing-work').Properties;
    expect(300 + 150 * messagesAtOnce('signing-work')).toBeLessThanOrEqual(MemorySize);
  });

  it('routes the events of the queue table, and the word of SES on the mails it took', () => {
    const rules = all('AWS::Events::Rule').filter(({ Properties }) => Properties.EventPattern);
    const own = rules.filter(({ Properties }) => Properties.EventBusName !== undefined);
    const wanted = Object.values(queues).map((queue) => ({ source: ['stillwater'], 'detail-type': [...queue.events] }));
    expect(own.map(({ Properties }) => Properties.EventPattern)).toEqual(expect.arrayContaining(wanted));
    // And those of what nobody routes.
    expect(own).toHaveLength(wanted.length + 1 + groupsOfEvents(Object.keys(events)).length);
    const theirs = rules.filter(({ Properties }) => Properties.EventBusName === undefined);
    expect(theirs.map(({ Properties }) => Properties.EventPattern)).toEqual([
      {
        source: ['aws.ses'],
        'detail-type': ['Email Sent'],
        detail: { mail: { tags: { 'ses:configuration-set': ['stillwater-prod-mail'] } } },
      },
      {
        source: ['aws.guardduty'],
        'detail-type': ['GuardDuty Malware Protection Object Scan Result'],
        detail: { s3ObjectDetails: { bucketName: [expect.anything()] } },
      },
    ]);
    const [destination] = all('AWS::SES::ConfigurationSetEventDestination');
    expect(destination?.Properties.EventDestination.MatchingEventTypes).toEqual(['send']);
    expect(
      flat(destination?.Properties.EventDestination.EventBridgeDestination.EventBusArn, destination?.stack ?? ''),
    ).toMatch(/event-bus\/default$/);
    expect(all('AWS::Events::Archive')).toHaveLength(1);
  });

  it('runs the jobs of the clock', () => {
    const schedules = all('AWS::Events::Rule').flatMap(({ Properties }) => Properties.ScheduleExpression ?? []);
    expect(schedules.sort()).toEqual([
      ...[
        'rate(1 hour)',
        'rate(1 hour)',
        'rate(1 hour)',
        'rate(1 hour)',
        'rate(1 minute)',
        'rate(5 minutes)',
        'rate(5 minutes)',
        'rate(5 minutes)',
      ],
    ]);
  });
});

describe('alarms', () => {
  const alarms = all('AWS::CloudWatch::Alarm');
  const metricsOf = ({ Properties }: Placed): string[] => [
    ...(Properties.MetricName ? [Properties.MetricName] : []),
    ...(Properties.Metrics ?? []).flatMap(
      (part: { MetricStat?: { Metric: { MetricName: string } } }) => part.MetricStat?.Metric.MetricName ?? [],
    ),
  ];
  const on = (metric: string): Placed[] => alarms.filter((alarm) => metricsOf(alarm).includes(metric));

  it.each([
    ['IteratorAge', 60_000],
    ['OutboxUnsentOverdue', 0],
    ['PoisonEvents', 0],
    ['5xx', 0.5],
    ['Latency', 1000],
    ['Throttles', 0],
    ['WriteThrottleEvents', 0],
    ['FailedInvocations', 0],
    ['InvocationsFailedToBeSentToDlq', 0],
    ['Reputation.BounceRate', 0.04],
    ['SignInThrottles', 0],
    ['SsnReveals', 30],
    ['AuditChainBroken', 0],
    ['KmsDenied', 0],
    ['BotCheckSecretRefused', 0],
    ['RevealsRefused', 3],
    ['Unauthenticated', 300],
    ['Forbidden', 100],
    ['TooManyRequests', 300],
    ['SignInSuccesses', 60],
    ['Errors', 0],
  ])('stand over %s above %d', (metric, threshold) => {
    expect(on(metric).length).toBeGreaterThan(0);
    for (const { Properties } of on(metric))
      expect([Properties.Threshold, Properties.ComparisonOperator]).toEqual([threshold, 'GreaterThanThreshold']);
  });

  it('F23 stand over what each firewall blocks, the sign-in’s from the first', () => {
    const watched = on('BlockedRequests').map(({ Properties }) => [
      Properties.Dimensions.find(({ Name }: { Name: string }) => Name === 'WebACL').Value,
      Properties.Threshold,
    ]);
    expect(watched.sort()).toEqual([
      ['stillwater-prod-edge', 500],
      ['stillwater-prod-sign-in', 0],
    ]);
  });

  it('stand over every rule, under the name that its metrics go by', () => {
    const watched = on('FailedInvocations').flatMap(({ Properties, stack }) =>
      Properties.Metrics.flatMap(
        (part: { MetricStat?: { Metric: { MetricName: string; Dimensions: { Name: string; Value: unknown }[] } } }) =>
          part.MetricStat?.Metric.MetricName === 'FailedInvocations'
            ? [part.MetricStat.Metric.Dimensions.map(({ Value }) => flat(Value, stack)).join(' ')]
            : [],
      ),
    );
    const rules = all('AWS::Events::Rule').map(({ Properties, stack }) =>
      [Properties.EventBusName, Properties.Name].flatMap((part) => (part ? [flat(part, stack)] : [])).join(' '),
    );
    expect(watched.sort()).toEqual(rules.sort());
  });

  it('stand over every function’s throttles and every index’s', () => {
    const watchedOf = (metric: string, dimension: string) =>
      new Set(
        on(metric).flatMap(({ Properties, stack }) =>
          Properties.Metrics.flatMap(
            (part: { MetricStat?: { Metric: { Dimensions: { Name: string; Value: unknown }[] } } }) =>
              part.MetricStat?.Metric.Dimensions.filter(({ Name }) => Name === dimension).map(({ Value }) =>
                flat(Value, stack),
              ) ?? [],
          ),
        ),
      );
    const names = (Object.keys(functions) as FunctionName[]).map((name) => functionOf(synthesis, name));
    expect(watchedOf('Throttles', 'FunctionName')).toEqual(new Set(names.map(({ stack, id }) => `${stack}.${id}`)));
    expect(watchedOf('WriteThrottleEvents', 'GlobalSecondaryIndexName')).toEqual(new Set(tableShape.indexes));
  });

  it('stand over every dead-letter queue', () => {
    const watched = on('ApproximateNumberOfMessagesVisible').map(({ Properties, stack }) =>
      flat(Properties.Dimensions[0].Value, stack),
    );
    const deadLetters = all('AWS::SQS::Queue').filter(({ id }) => /DeadLetters|Unrouted/.test(id));
    expect(watched.sort()).toEqual(deadLetters.map(({ stack, id }) => `${stack}.${id}.QueueName`).sort());
    expect(deadLetters.length).toBeGreaterThanOrEqual(3);
  });

  it('take silence of the sweeper for an alarm, and tell somebody', () => {
    expect(on('OutboxUnsentOverdue').map(({ Properties }) => Properties.TreatMissingData)).toEqual(['breaching']);
    for (const { id, Properties } of alarms)
      expect([Properties.AlarmActions?.length, typeof Properties.AlarmDescription], id).toEqual([1, 'string']);
  });

  it('read every metric of the functions’ own under the dimension that the functions write', () => {
    const own = alarms.filter(({ Properties }) => Properties.Namespace === metricNamespace);
    expect([...new Set(own.flatMap(metricsOf))].sort()).toEqual([...metricNames].sort());
    for (const { id, Properties } of own)
      expect(Properties.Dimensions, id).toEqual([{ Name: 'service', Value: metricService('prod') }]);
  });
});
