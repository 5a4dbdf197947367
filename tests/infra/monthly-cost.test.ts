import { describe, expect, it } from 'vitest';
import { metricNamespace } from '#domain/shared/operations/metrics.ts';
import { type Placed, synthesize } from './synthesis.ts';

/** Dollars a month of an idle stage. */
const ceiling = 58;

/** Detailed metrics that an HTTP API stores per route, and the price of a custom metric. */
const metricsOfRoute = 6;
const metric = 0.3;

const run = { gigabyteSeconds: 0.5, keyCalls: 4, objectCalls: 4, readUnits: 20 };
const aMonth = 30 * 24 * 60;
const gigabyteSecond = 0.0000133334;
const perCall = { function: 0.2e-6, key: 3e-6, object: 0.4e-6, read: 0.125e-6, queue: 0.4e-6 };
/** Lambda polls each queue with five pollers, each for twenty seconds. */
const pollsOfQueue = 5 * 3 * aMonth;

// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's properties are as free as JSON
type Properties = any;

const minutesOf = (rate: string): number => {
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(rate) ?? [];
  return Number(count) * ({ minute: 1, hour: 60, day: 24 * 60 }[unit] ?? Number.NaN);
};

/** Monthly list prices of us-east-1 that do not depend on use. */
const monthly: Record<string, (properties: Properties, all: (type: string) => Placed[]) => number> = {
  'AWS::WAFv2::WebACL': ({ Rules }) => 5 + Rules.length,
  'AWS::CloudWatch::Dashboard': () => 3,
  'AWS::KMS::Key': () => 1,
  'AWS::SecretsManager::Secret': () => 0.4,
  // Each metric of an alarm costs; a custom metric that reports zeros costs in addition.
  'AWS::CloudWatch::Alarm': ({ Metrics = [{ MetricStat: {} }], Namespace, TreatMissingData }) =>
    0.1 * Metrics.filter(({ MetricStat }: { MetricStat?: object }) => MetricStat).length +
    (Namespace === metricNamespace && TreatMissingData === 'breaching' ? metric : 0),
  'AWS::Events::Rule': ({ ScheduleExpression }) =>
    ScheduleExpression === undefined
      ? 0
      : (aMonth / minutesOf(ScheduleExpression)) *
        (run.gigabyteSeconds * gigabyteSecond +
          perCall.function +
          run.keyCalls * perCall.key +
          run.objectCalls * perCall.object +
          run.readUnits * perCall.read),
  'AWS::Lambda::EventSourceMapping': ({ ScalingConfig }) => (ScalingConfig ? pollsOfQueue * perCall.queue : 0),
  'AWS::ApiGatewayV2::Stage': ({ DefaultRouteSettings = {} }, all) =>
    DefaultRouteSettings.DetailedMetricsEnabled ? all('AWS::ApiGatewayV2::Route').length * metricsOfRoute * metric : 0,
  // With TLS, and half a million API calls of the checkers.
  'AWS::Route53::HealthCheck': ({ HealthCheckConfig: { Regions } }) => 2.75 + 0.7 * Regions.length,
  'AWS::DynamoDB::GlobalTable': ({ BillingMode }) => (BillingMode === 'PAY_PER_REQUEST' ? 0 : Number.NaN),
  'AWS::Cognito::UserPool': ({ UserPoolTier }) => (UserPoolTier === 'ESSENTIALS' ? 0 : Number.NaN),
  'AWS::Lambda::Function': ({ ProvisionedConcurrencyConfig }) => (ProvisionedConcurrencyConfig ? Number.NaN : 0),
};

/** Resource types that cost only by use. Look up the idle cost of a new type. */
const byUse = new Set([
  ...['AWS::ApiGatewayV2::Api', 'AWS::ApiGatewayV2::ApiMapping', 'AWS::ApiGatewayV2::Authorizer'],
  ...['AWS::ApiGatewayV2::DomainName', 'AWS::ApiGatewayV2::Integration', 'AWS::ApiGatewayV2::Route'],
  // By stored data.
  ...['AWS::Backup::BackupPlan', 'AWS::Backup::BackupSelection', 'AWS::Backup::BackupVault'],
  ...['AWS::Budgets::Budget', 'AWS::CDK::Metadata', 'AWS::CertificateManager::Certificate'],
  ...['AWS::CloudFront::Distribution', 'AWS::CloudFront::Function', 'AWS::CloudFront::OriginAccessControl'],
  ...['AWS::CloudFront::ResponseHeadersPolicy', 'AWS::Cognito::UserPoolClient', 'AWS::Events::Archive'],
  ...['AWS::Events::EventBus', 'AWS::IAM::ManagedPolicy', 'AWS::IAM::Policy', 'AWS::IAM::Role', 'AWS::KMS::Alias'],
  ...['AWS::Lambda::LayerVersion', 'AWS::Lambda::Permission'],
  ...[
    'AWS::Logs::Delivery',
    'AWS::Logs::DeliveryDestination',
    'AWS::Logs::DeliverySource',
    'AWS::Logs::LogGroup',
    'AWS::Logs::QueryDefinition',
  ],
  // By scanned data.
  'AWS::GuardDuty::MalwareProtectionPlan',
  ...['AWS::Route53::RecordSet', 'AWS::S3::Bucket', 'AWS::S3::BucketPolicy', 'AWS::SES::ConfigurationSet'],
  ...['AWS::SES::ConfigurationSetEventDestination', 'AWS::SES::EmailIdentity', 'AWS::SNS::Subscription'],
  ...['AWS::SNS::Topic', 'AWS::SNS::TopicPolicy', 'AWS::SQS::Queue', 'AWS::SQS::QueuePolicy'],
  ...['AWS::WAFv2::LoggingConfiguration', 'AWS::WAFv2::WebACLAssociation', 'Custom::CDKBucketDeployment'],
]);

const costOf = ({ all }: { all: (type?: string) => Placed[] }): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const { Type, Properties = {} } of all()) {
    const dollars = monthly[Type]?.(Properties, all) ?? 0;
    if (dollars !== 0) sums[Type] = (sums[Type] ?? 0) + dollars;
  }
  return sums;
};
const sumOf = (costs: Record<string, number>): number => Object.values(costs).reduce((sum, one) => sum + one, 0);

describe('idle stage', () => {
  it(`costs less than ${ceiling} dollars a month`, async () => {
    const costs = costOf(await synthesize());
    expect(Object.keys(costs).length).toBeGreaterThan(3);
    expect(sumOf(costs), JSON.stringify(costs)).toBeLessThan(ceiling);
  });

  it('uses only resource types with a known price', async () => {
    const unknown = (await synthesize()).all().filter(({ Type }) => !(Type in monthly) && !byUse.has(Type));
    expect([...new Set(unknown.map(({ Type }) => Type))]).toEqual([]);
  });
});
