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

/** As long as what AWS puts in a reference's place, such as arn:aws:dynamodb:us-east-1:<12>:table/Stillwater-<16>-Data-Table<8>-<13>. */
const reference = 'x'.repeat(100);
const written = (document: unknown): string =>
  JSON.stringify(document, (_, value) => {
    const isReference =
      value && typeof value === 'object' && !Array.isArray(value) && /^(Ref|Fn::)/.test(Object.keys(value)[0] ?? '');
    return isReference ? reference : value;
  });

describe('limits of AWS, which are met at a deployment and not before', () => {
  it('a role holds 10,240 characters of policies of its own', () => {
    const roles = new Map<string, number>();
    const add = (role: string, document: unknown) => roles.set(role, (roles.get(role) ?? 0) + written(document).length);
    for (const { stack, Properties } of all('AWS::IAM::Policy'))
      for (const role of Properties.Roles) add(flat(role, stack), Properties.PolicyDocument);
    for (const { stack, id, Properties } of all('AWS::IAM::Role'))
      for (const { PolicyDocument } of Properties.Policies ?? []) add(`${stack}.${id}`, PolicyDocument);
    expect(roles.size).toBeGreaterThan(10);
    expect([...roles].filter(([, characters]) => characters > 10_240)).toEqual([]);
  });

  it('a key’s policy holds 32,768 characters, a bucket’s 20,480', () => {
    for (const { id, Properties } of all('AWS::KMS::Key'))
      expect(written(Properties.KeyPolicy).length, id).toBeLessThan(32_768);
    for (const { id, Properties } of all('AWS::S3::BucketPolicy'))
      expect(written(Properties.PolicyDocument).length, id).toBeLessThan(20_480);
  });

  it('a function’s settings take 4 KB, and what runs at the edge 10 KB', () => {
    for (const { id, Properties } of all('AWS::Lambda::Function'))
      expect(written(Properties.Environment?.Variables ?? {}).length, id).toBeLessThan(4096);
    for (const { id, Properties } of all('AWS::CloudFront::Function'))
      expect(Buffer.byteLength(Properties.FunctionCode), id).toBeLessThan(10_240);
  });

  it('an API has 300 routes, and a stack 500 resources in a template of a megabyte', () => {
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
      // With room for what a release adds: a stack that is too large is split before a deployment is refused.
      expect(Object.keys(template(stack).Resources).length, stack).toBeLessThan(440);
      expect(Buffer.byteLength(JSON.stringify(template(stack))), stack).toBeLessThan(1_000_000);
    }
  });

  it('a template tells 200 outputs', () => {
    for (const stack of ['data', 'identity', 'edge', 'events', 'api', 'routes', 'alarms', 'pages', 'backups'] as const)
      expect(Object.keys(template(stack).Outputs ?? {}).length, stack).toBeLessThanOrEqual(200);
  });

  it('a question to the logs names 50 log groups, and a page shows 100 alarms in one piece', () => {
    for (const { id, Properties } of all('AWS::Logs::QueryDefinition'))
      expect(Properties.LogGroupNames.length, id).toBeLessThanOrEqual(50);
    expect(all('AWS::CloudWatch::Alarm').length).toBeLessThanOrEqual(100);
  });

  it('a firewall takes 1,500 units of capacity', () => {
    const managed: Record<string, number> = {
      AWSManagedRulesAmazonIpReputationList: 25,
      AWSManagedRulesKnownBadInputsRuleSet: 200,
      AWSManagedRulesCommonRuleSet: 700,
    };
    // A rate takes two, what it is counted of ten at most, and each form in which a text is compared another ten.
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

  it.runIf(long)(
    'names are as long as AWS takes them, of a stage with the longest name that is a stage’s too',
    async () => {
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
      // CloudFormation names these, and an operator finds them by it: stack, id and twelve letters of its own.
      for (const { stack, id } of longest.all('AWS::SQS::Queue'))
        expect(`${stack}-${id}-123456789012`.length, id).toBeLessThanOrEqual(80);
    },
  );

  it('an alarm looks back a day at most', () => {
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
