import { describe, expect, it } from 'vitest';
import { tableShape } from '#domain/shared/operations/deployment.ts';
import { metricNames, metricNamespace, metricService } from '#domain/shared/operations/metrics.ts';
import { type Placed, synthesize } from '#tests/infra/synthesis.ts';
import { everything } from '#tests/infra/variants.ts';

const synthesis = await synthesize();
const { all, flat } = synthesis;

describe('alarms', () => {
  const alarms = all('AWS::CloudWatch::Alarm');
  const metricsOf = ({ Properties }: Placed): string[] => [
    ...(Properties.MetricName ? [Properties.MetricName] : []),
    ...(Properties.Metrics ?? []).flatMap(
      (part: { MetricStat?: { Metric: { MetricName: string } } }) => part.MetricStat?.Metric.MetricName ?? [],
    ),
  ];
  const on = (metric: string): Placed[] => alarms.filter((alarm) => metricsOf(alarm).includes(metric));

  it("F23 watches the blocks of each firewall, the sign-in's from the first", () => {
    const watched = on('BlockedRequests').map(({ Properties }) => [
      Properties.Dimensions.find(({ Name }: { Name: string }) => Name === 'WebACL').Value,
      Properties.Threshold,
    ]);
    expect(watched.sort()).toEqual([
      ['stillwater-prod-edge', 500],
      ['stillwater-prod-sign-in', 0],
    ]);
  });

  it('watches CloudFront of both sites, and health from outside', async () => {
    const sites = on('5xxErrorRate').map(({ Properties, stack }) =>
      flat(Properties.Dimensions.find(({ Name }: { Name: string }) => Name === 'DistributionId').Value, stack),
    );
    expect(new Set(sites)).toEqual(
      new Set(all('AWS::CloudFront::Distribution').map(({ stack, id }) => `${stack}.${id}`)),
    );
    const { all: resources } = await synthesize(everything);
    const [check] = resources('AWS::Route53::HealthCheck');
    expect(check?.Properties.HealthCheckConfig).toMatchObject({
      ...{ Type: 'HTTPS', EnableSNI: true, ResourcePath: '/api/health/' },
      FullyQualifiedDomainName: everything.staffDomain,
    });
    // Missing data means that the health check is gone.
    expect(on('HealthCheckStatus').map(({ Properties }) => Properties.TreatMissingData)).toEqual(['breaching']);
  });

  it('watches every rule, under the name of its metrics', () => {
    const watched = on('FailedInvocations').flatMap(({ Properties, stack }) =>
      Properties.Metrics.flatMap(
        (part: { MetricStat?: { Metric: { MetricName: string; Dimensions: { Name: string; Value: unknown }[] } } }) =>
          part.MetricStat?.Metric.MetricName === 'FailedInvocations'
            ? [part.MetricStat.Metric.Dimensions.map(({ Value }) => flat(Value, stack)).join(' ')]
            : [],
      ),
    );
    const buses = new Map(all('AWS::Events::EventBus').map((bus) => [`${bus.stack}.${bus.id}`, bus.Properties.Name]));
    const rules = all('AWS::Events::Rule').map(({ Properties: { EventBusName: bus, Name }, stack }) =>
      (bus ? [buses.get(flat(bus, stack)), Name] : [Name]).join(' '),
    );
    expect(rules.filter((rule) => rule.startsWith('stillwater-prod-events ')).length).toBeGreaterThan(5);
    expect(watched.sort()).toEqual(rules.sort());
  });

  it('refers to log groups and queues only, so that a release can be rolled back', () => {
    const imported = [...JSON.stringify(synthesis.template('alarms')).matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(
      ([, name]) => flat({ 'Fn::ImportValue': name }, ''),
    );
    const kinds = imported.flatMap((value) => {
      const [stack, id] = value.split('.');
      const found = all().find((one) => one.stack === stack && one.id === id);
      return /-(Events|Api)$/.test(found?.stack ?? '') ? [found?.Type] : [];
    });
    expect(imported.length).toBeGreaterThan(20);
    expect(new Set(kinds)).toEqual(new Set(['AWS::Logs::LogGroup', 'AWS::SQS::Queue']));
  });

  it('names existing functions', () => {
    const there = new Set(all('AWS::Lambda::Function').map(({ Properties }) => Properties.FunctionName));
    const named = [
      ...JSON.stringify(alarms).matchAll(/"Name":"FunctionName","Value":("[^"]+"|\{)/g),
      ...JSON.stringify(all('AWS::CloudWatch::Dashboard')).matchAll(/\\"FunctionName\\",(\\"[^"]+\\")/g),
    ].map(([, value = '']) => value.replace(/[\\"]/g, ''));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !there.has(name))).toEqual([]);
  });

  it('watches the throttles of every index', () => {
    const watched = on('WriteThrottleEvents').flatMap(({ Properties }) =>
      Properties.Metrics.flatMap(
        (part: { MetricStat?: { Metric: { Dimensions: { Name: string; Value: unknown }[] } } }) =>
          part.MetricStat?.Metric.Dimensions.flatMap(({ Name, Value }) =>
            Name === 'GlobalSecondaryIndexName' ? [Value] : [],
          ) ?? [],
      ),
    );
    expect(new Set(watched)).toEqual(new Set(tableShape.indexes));
  });

  it("watches the age of every worker's queue", () => {
    const text = JSON.stringify(on('NumberOfMessagesReceived'));
    const queues = all('AWS::SQS::Queue').filter(({ id }) => /WorkQueue/.test(id));
    expect(queues.length).toBeGreaterThan(5);
    for (const { id } of queues) expect(text).toContain(id);
  });

  it('watches every dead-letter queue', () => {
    const watched = on('ApproximateNumberOfMessagesVisible').flatMap(({ Properties, stack }) =>
      Properties.Dimensions ? [flat(Properties.Dimensions[0].Value, stack)] : [],
    );
    const deadLetters = all('AWS::SQS::Queue').filter(({ id }) => /DeadLetters|Unrouted/.test(id));
    expect(watched.sort()).toEqual(deadLetters.map(({ stack, id }) => `${stack}.${id}.QueueName`).sort());
    expect(deadLetters.length).toBeGreaterThanOrEqual(3);
  });

  it('treats silence of the sweeper as an alarm, and notifies', () => {
    expect(on('OutboxUnsentOverdue').map(({ Properties }) => Properties.TreatMissingData)).toEqual(['breaching']);
    for (const { id, Properties } of alarms)
      expect([Properties.AlarmActions?.length, typeof Properties.AlarmDescription], id).toEqual([1, 'string']);
  });

  it('reads every own metric under the dimension that functions write', () => {
    const own = alarms.filter(({ Properties }) => Properties.Namespace === metricNamespace);
    expect([...new Set(own.flatMap(metricsOf))].sort()).toEqual([...metricNames].sort());
    for (const { id, Properties } of own)
      expect(Properties.Dimensions, id).toEqual([{ Name: 'service', Value: metricService('prod') }]);
  });
});
