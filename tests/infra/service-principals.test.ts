import { describe, expect, it } from 'vitest';
import { like } from './roles.ts';
import { type Placed, synthesize } from './synthesis.ts';

const { all, flat } = await synthesize();

interface PolicyStatement {
  Effect: 'Allow' | 'Deny';
  Principal?: string | { Service?: unknown; AWS?: unknown };
  Action: string | string[];
  Resource?: unknown;
  Condition?: Record<string, Record<string, unknown>>;
}
/** A call of an AWS service on its own behalf, with its context. */
interface ServiceCall {
  service: string;
  action: string;
  context?: Readonly<Record<string, string>>;
  object?: string;
}

const account = 'AWS::AccountId';
const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

const holds = (operator: string, key: string, wanted: string[], context: Readonly<Record<string, string>>): boolean => {
  // Names of condition keys are case-insensitive.
  const value = Object.entries(context).find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1];
  if (operator === 'Bool') return wanted.includes(value ?? 'absent');
  if (value === undefined) return false;
  if (operator === 'StringEquals' || operator === 'ArnEquals') return wanted.includes(value);
  if (operator === 'ArnLike' || operator === 'StringLike') return wanted.some((pattern) => like(pattern, value));
  throw new Error(`${operator} is not modelled`);
};

/** Returns the decision of a resource's own policy, the only one that applies to services. */
const lets = (
  statements: readonly PolicyStatement[],
  stack: string,
  { service, action, context = {}, object }: ServiceCall,
) => {
  // Services call over TLS.
  const conditions = { 'aws:SecureTransport': 'true', ...context };
  const applying = statements.filter(({ Principal, Action, Resource, Condition = {} }) => {
    const services = typeof Principal === 'object' ? list(Principal.Service ?? []).map((one) => flat(one, stack)) : [];
    const everybody = Principal === '*' || (typeof Principal === 'object' && Principal.AWS === '*');
    return (
      (everybody || services.includes(service)) &&
      list(Action).some((pattern) => like(pattern.toLowerCase(), action.toLowerCase())) &&
      (object === undefined ||
        list(Resource).some((one) => like(flat(one, stack).replace(/^.*?\.Arn\//, ''), object))) &&
      Object.entries(Condition).every(([operator, keys]) =>
        Object.entries(keys).every(([key, wanted]) =>
          holds(
            operator,
            key,
            list(wanted).map((one) => flat(one, stack).replace('AWS::Partition', 'aws')),
            conditions,
          ),
        ),
      )
    );
  });
  return applying.some(({ Effect }) => Effect === 'Allow') && !applying.some(({ Effect }) => Effect === 'Deny');
};

const policiesOf = (type: string, property: string, resource: string) =>
  all(type)
    .filter(({ Properties, stack }) => flat(Properties[property], stack).split(',').includes(resource))
    .flatMap(({ Properties, stack }) =>
      Properties.PolicyDocument.Statement.map((one: PolicyStatement) => ({ one, stack })),
    );

const policyLets = (type: string, property: string, resource: string, call: ServiceCall): boolean => {
  const found = policiesOf(type, property, resource);
  return lets(
    found.map(({ one }) => one),
    found[0]?.stack ?? '',
    call,
  );
};

/** True if the key's policy lets a service use it, or the resource has no key or AWS's own. */
const keyLets = (reference: unknown, stack: string, call: ServiceCall): boolean => {
  if (reference === undefined) return true;
  const arn = flat(reference, stack);
  const key = all('AWS::KMS::Key').find(({ stack: of, id }) => arn === `${of}.${id}.Arn`);
  if (!key) throw new Error(`${arn} is no key of the app`);
  return lets(key.Properties.KeyPolicy.Statement, key.stack, call);
};

const arnOf = ({ stack, id }: Placed): string => `${stack}.${id}.Arn`;

describe('AWS services, by the policies of resource and key', () => {
  const [topic] = all('AWS::SNS::Topic') as [Placed];
  const alarm = `arn:aws:cloudwatch:us-east-1:${account}:alarm:any`;

  it('lets CloudWatch publish to the alarm topic, and no other account', () => {
    const ours = {
      service: 'cloudwatch.amazonaws.com',
      action: 'sns:Publish',
      context: { 'aws:SourceAccount': account, 'aws:SourceArn': alarm },
    };
    const topicName = `${topic.stack}.${topic.id}`;
    expect(policyLets('AWS::SNS::TopicPolicy', 'Topics', topicName, ours)).toBe(true);
    const theirs = { ...ours, context: { ...ours.context, 'aws:SourceAccount': '999999999999' } };
    expect(policyLets('AWS::SNS::TopicPolicy', 'Topics', topicName, theirs)).toBe(false);
    for (const action of ['kms:Decrypt', 'kms:GenerateDataKey'])
      expect(keyLets(topic.Properties.KmsMasterKeyId, topic.stack, { ...ours, action, context: {} })).toBe(true);
  });

  const queueOf = (arn: string): Placed | undefined => all('AWS::SQS::Queue').find((queue) => arnOf(queue) === arn);
  const edges = all('AWS::Events::Rule').flatMap((rule) =>
    (rule.Properties.Targets as { Arn: unknown; DeadLetterConfig?: { Arn: unknown } }[]).flatMap(
      ({ Arn, DeadLetterConfig }) =>
        [Arn, DeadLetterConfig?.Arn].flatMap((target) =>
          target ? [[rule.id, rule, flat(target, rule.stack)] as const] : [],
        ),
    ),
  );

  it.each(edges)('lets EventBridge deliver %s to its target without context for the key', (_, rule, target) => {
    const service = 'events.amazonaws.com';
    const context = { 'aws:SourceArn': arnOf(rule), 'aws:SourceAccount': account };
    const queue = queueOf(target);
    if (!queue) {
      const invoking = all('AWS::Lambda::Permission').filter(
        ({ Properties, stack }) => flat(Properties.FunctionName, stack) === target && Properties.Principal === service,
      );
      expect(invoking.map(({ Properties, stack }) => flat(Properties.SourceArn, stack))).toEqual([arnOf(rule)]);
      return;
    }
    const name = `${queue.stack}.${queue.id}`;
    expect(policyLets('AWS::SQS::QueuePolicy', 'Queues', name, { service, action: 'sqs:SendMessage', context })).toBe(
      true,
    );
    for (const action of ['kms:Decrypt', 'kms:GenerateDataKey'])
      expect(keyLets(queue.Properties.KmsMasterKeyId, queue.stack, { service, action })).toBe(true);
  });

  it.each(all('AWS::CloudFront::Distribution').map((one) => [one.id, one] as const))(
    'lets CloudFront read and list the files of %s, so that it sees missing files',
    (_, { stack, id, Properties }) => {
      const context = { 'aws:SourceArn': `arn:aws:cloudfront::${account}:distribution/${stack}.${id}` };
      const [origin] = Properties.DistributionConfig.Origins;
      const bucket = all('AWS::S3::Bucket').find((one) =>
        flat(origin.DomainName, stack).startsWith(`${one.stack}.${one.id}.`),
      );
      const name = `${bucket?.stack}.${bucket?.id}`;
      for (const action of ['s3:GetObject', 's3:ListBucket'])
        expect(
          policyLets('AWS::S3::BucketPolicy', 'Bucket', name, { service: 'cloudfront.amazonaws.com', action, context }),
          action,
        ).toBe(true);
      const encryption =
        bucket?.Properties.BucketEncryption.ServerSideEncryptionConfiguration[0].ServerSideEncryptionByDefault;
      const call = { service: 'cloudfront.amazonaws.com', action: 'kms:Decrypt', context };
      expect(keyLets(encryption.KMSMasterKeyID, bucket?.stack ?? '', call)).toBe(true);
    },
  );

  it('lets CloudWatch Logs write every log group under the key', () => {
    for (const { id, stack, Properties } of all('AWS::Logs::LogGroup')) {
      const context = {
        'kms:EncryptionContext:aws:logs:arn': `arn:aws:logs:us-east-1:${account}:log-group:any`,
      };
      const call = { service: 'logs.us-east-1.amazonaws.com', action: 'kms:GenerateDataKey', context };
      expect(keyLets(Properties.KmsKeyId, stack, call), id).toBe(true);
    }
  });

  it('lets API Gateway call the function of every integration', () => {
    const integrations = all('AWS::ApiGatewayV2::Integration');
    expect(integrations.length).toBeGreaterThan(3);
    for (const { id, stack, Properties } of integrations) {
      const target = flat(Properties.IntegrationUri, stack);
      const permission = all('AWS::Lambda::Permission').find(
        (one) =>
          flat(one.Properties.FunctionName, one.stack) === target &&
          one.Properties.Principal === 'apigateway.amazonaws.com',
      );
      expect(permission, id).toBeDefined();
    }
  });

  it.each(
    all('AWS::S3::Bucket')
      .filter(({ Properties }) => Properties.LoggingConfiguration)
      .map((one) => [one.id, one] as const),
  )('lets S3 write access logs of %s under its prefix', (_, { stack, id, Properties }) => {
    const { DestinationBucketName, LogFilePrefix } = Properties.LoggingConfiguration;
    const target = flat(DestinationBucketName, stack);
    // A policy names its bucket by reference or by pattern.
    const writes = (object: string) =>
      [`${stack}.${id}.Arn`, `arn:aws:s3:::${stack}.${id}`].some((source) => {
        const context = { 'aws:SourceArn': source, 'aws:SourceAccount': account };
        const call = { service: 'logging.s3.amazonaws.com', action: 's3:PutObject', context, object };
        return policyLets('AWS::S3::BucketPolicy', 'Bucket', target, call);
      });
    expect([writes(`${LogFilePrefix}2026`), writes('elsewhere/2026')]).toEqual([true, false]);
  });

  it.each(all('AWS::Logs::DeliverySource').map((one) => [one.Properties.Name, one] as const))(
    "lets the delivery of CloudFront's access log %s write into its bucket",
    (name, source) => {
      const delivery = all('AWS::Logs::Delivery').find(
        (one) =>
          flat(one.Properties.DeliverySourceName, one.stack) === name ||
          flat(one.Properties.DeliverySourceName, one.stack) === `${source.stack}.${source.id}`,
      );
      const destination = all('AWS::Logs::DeliveryDestination').find(
        (one) => flat(delivery?.Properties.DeliveryDestinationArn, delivery?.stack ?? '') === arnOf(one),
      );
      const bucket = all('AWS::S3::Bucket').find((one) =>
        flat(destination?.Properties.DestinationResourceArn, destination?.stack ?? '').includes(
          `${one.stack}.${one.id}`,
        ),
      );
      const context = {
        'aws:SourceArn': `arn:aws:logs:us-east-1:${account}:delivery-source:${name}`,
        'aws:SourceAccount': account,
      };
      const object = `AWSLogs/${account}/CloudFront/log`;
      const call = { service: 'delivery.logs.amazonaws.com', action: 's3:PutObject', context, object };
      expect(policyLets('AWS::S3::BucketPolicy', 'Bucket', `${bucket?.stack}.${bucket?.id}`, call)).toBe(true);
    },
  );

  it('lets services assume the roles that trust them, without context', () => {
    const trusting = all('AWS::IAM::Role').flatMap(({ id, stack, Properties }) => {
      const { Statement } = Properties.AssumeRolePolicyDocument;
      const services = (Statement as PolicyStatement[]).flatMap(({ Principal }) =>
        typeof Principal === 'object' ? list(Principal.Service ?? []).map((one) => flat(one, stack)) : [],
      );
      return services.map((service) => [
        id,
        service,
        lets(Statement, stack, { service, action: 'sts:AssumeRole', context: {} }),
      ]);
    });
    expect(new Set(trusting.map(([, service]) => service))).toEqual(
      new Set(['backup.amazonaws.com', 'lambda.amazonaws.com', 'malware-protection-plan.guardduty.amazonaws.com']),
    );
    expect(trusting.filter(([, , may]) => !may)).toEqual([]);
  });

  it('lets Cognito call the function of every trigger, from this pool only', () => {
    const triggers = all('AWS::Cognito::UserPool').flatMap((pool) =>
      Object.values(pool.Properties.LambdaConfig ?? {}).map((target) => [pool, flat(target, pool.stack)] as const),
    );
    expect(triggers.length).toBeGreaterThan(1);
    for (const [pool, target] of triggers) {
      const permissions = all('AWS::Lambda::Permission').filter(
        ({ Properties, stack }) =>
          flat(Properties.FunctionName, stack) === target && Properties.Principal === 'cognito-idp.amazonaws.com',
      );
      expect(permissions.length).toBeGreaterThan(0);
      for (const { Properties, stack } of permissions) expect(flat(Properties.SourceArn, stack)).toBe(arnOf(pool));
    }
  });
});
