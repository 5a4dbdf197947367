import { describe, expect, it } from 'vitest';
import { configOf } from '#infra/config.ts';
import { long } from '#tests/support/test-length.ts';
import { ownNamesOf } from './own-names.ts';
import { type Placed, requiredSettings, synthesize } from './synthesis.ts';
import { everything } from './variants.ts';

interface Statement {
  ManagedRuleGroupStatement?: { Name: string };
  RateBasedStatement?: { ScopeDownStatement?: object };
}

const { all, flat, template } = await synthesize(everything);

/** Longest value of a reference, such as arn:aws:dynamodb:us-east-1:<12>:table/Stillwater-<16>-Data-Table<8>-<13>. */
const reference = 'x'.repeat(100);
const written = (document: unknown): string =>
  JSON.stringify(document, (_, value) => {
    const isReference =
      value && typeof value === 'object' && !Array.isArray(value) && /^(Ref|Fn::)/.test(Object.keys(value)[0] ?? '');
    return isReference ? reference : value;
  });

describe('limits that AWS checks during a deployment', () => {
  it("keeps each role's inline policies below 10,240 characters", () => {
    const roles = new Map<string, number>();
    const add = (role: string, document: unknown) => roles.set(role, (roles.get(role) ?? 0) + written(document).length);
    for (const { stack, Properties } of all('AWS::IAM::Policy'))
      for (const role of Properties.Roles) add(flat(role, stack), Properties.PolicyDocument);
    for (const { stack, id, Properties } of all('AWS::IAM::Role'))
      for (const { PolicyDocument } of Properties.Policies ?? []) add(`${stack}.${id}`, PolicyDocument);
    expect(roles.size).toBeGreaterThan(10);
    expect([...roles].filter(([, characters]) => characters > 10_240)).toEqual([]);
  });

  it('keeps key policies below 32,768 characters, bucket policies below 20,480', () => {
    for (const { id, Properties } of all('AWS::KMS::Key'))
      expect(written(Properties.KeyPolicy).length, id).toBeLessThan(32_768);
    for (const { id, Properties } of all('AWS::S3::BucketPolicy'))
      expect(written(Properties.PolicyDocument).length, id).toBeLessThan(20_480);
  });

  it('keeps settings of a function below 4 KB, and edge functions below 10 KB', () => {
    for (const { id, Properties } of all('AWS::Lambda::Function'))
      expect(written(Properties.Environment?.Variables ?? {}).length, id).toBeLessThan(4096);
    for (const { id, Properties } of all('AWS::CloudFront::Function'))
      expect(Buffer.byteLength(Properties.FunctionCode), id).toBeLessThan(10_240);
  });

  it('keeps 300 routes per API, and 500 resources and 1 MB per template', () => {
    expect(all('AWS::ApiGatewayV2::Route').length).toBeLessThan(300);
    expect(all('AWS::ApiGatewayV2::Integration').length).toBeLessThan(300);
    for (const stack of [
      'data',
      'identity',
      'edge',
      'events',
      'api',
      'routes',
      'alarms',
      'pages',
      'backups',
    ] as const) {
      // Leaves room for a release's additions.
      expect(Object.keys(template(stack).Resources).length, stack).toBeLessThan(440);
      expect(Buffer.byteLength(JSON.stringify(template(stack))), stack).toBeLessThan(1_000_000);
    }
  });

  it('keeps each template below 200 outputs', () => {
    for (const stack of ['data', 'identity', 'edge', 'events', 'api', 'routes', 'alarms', 'pages', 'backups'] as const)
      expect(Object.keys(template(stack).Outputs ?? {}).length, stack).toBeLessThanOrEqual(200);
  });

  it('queries at most 50 log groups, and shows at most 100 alarms per widget', () => {
    for (const { id, Properties } of all('AWS::Logs::QueryDefinition'))
      expect(Properties.LogGroupNames.length, id).toBeLessThanOrEqual(50);
    expect(all('AWS::CloudWatch::Alarm').length).toBeLessThanOrEqual(100);
  });

  it('keeps each firewall below 1,500 capacity units', () => {
    const managed: Record<string, number> = {
      AWSManagedRulesAmazonIpReputationList: 25,
      AWSManagedRulesKnownBadInputsRuleSet: 200,
      AWSManagedRulesCommonRuleSet: 700,
    };
    // A rate takes two units, an aggregation key at most ten, each text transformation ten.
    const unitsOf = ({ ManagedRuleGroupStatement, RateBasedStatement }: Statement): number =>
      ManagedRuleGroupStatement
        ? (managed[ManagedRuleGroupStatement.Name] ?? Number.NaN)
        : 2 + (RateBasedStatement?.ScopeDownStatement ? 30 : 0);
    for (const { id, Properties } of all('AWS::WAFv2::WebACL')) {
      const units = (Properties.Rules as { Statement: Statement }[]).map((rule) => unitsOf(rule.Statement));
      expect(
        units.reduce((sum, one) => sum + one, 0),
        id,
      ).toBeLessThanOrEqual(1500);
    }
  });

  it.runIf(long)("keeps names within AWS's limits for a stage with the longest name", async () => {
    const stage = 'of-eleven-1';
    expect(() => configOf(`${stage}2`, requiredSettings)).toThrow('must be a short');
    const longest = await synthesize({ ...everything, generation: 99 }, stage, false);
    const maxNameLength: Record<string, number> = {
      ...{ 'AWS::S3::Bucket': 63, 'AWS::Budgets::Budget': 100 },
      // Names its function, with account and region.
      'AWS::Lambda::Permission': 140,
    };
    const names = longest.all().flatMap(ownNamesOf);
    expect(names.length).toBeGreaterThan(100);
    for (const one of names) {
      const [type = '', ...name] = one.split(' ');
      expect(name.join(' ').length, one).toBeLessThanOrEqual(maxNameLength[type] ?? 64);
    }
    // CloudFormation names queues by stack, id and twelve letters, and an operator finds them by it.
    for (const { stack, id } of longest.all('AWS::SQS::Queue'))
      expect(`${stack}-${id}-123456789012`.length, id).toBeLessThanOrEqual(80);
  });

  it('evaluates at most a day per alarm', () => {
    const looksBack = ({ Properties }: Placed): number =>
      (Properties.Period ?? Math.max(...Properties.Metrics.map(periodOf))) * Properties.EvaluationPeriods;
    const periodOf = ({ Period, MetricStat }: { Period?: number; MetricStat?: { Period: number } }): number =>
      Period ?? MetricStat?.Period ?? 0;
    for (const alarm of all('AWS::CloudWatch::Alarm')) {
      expect(looksBack(alarm), alarm.id).toBeGreaterThan(0);
      expect(looksBack(alarm), alarm.id).toBeLessThanOrEqual(86_400);
      expect(JSON.stringify(alarm.Properties.Metrics ?? []).length, alarm.id).toBeLessThan(10_000);
    }
  });
});
