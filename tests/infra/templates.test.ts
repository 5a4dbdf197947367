import { describe, expect, it } from 'vitest';
import { signInLimits } from '#domain/operations/sign-in-limits.ts';
import { settingsOf } from '#infra/function-environment.ts';
import { type FunctionName, functions } from '#infra/functions.ts';
import { secretRows, secretTitle } from '#infra/secrets.ts';
import { functionOf } from './roles.ts';
import { type Placed, synthesize } from './synthesis.ts';

const synthesis = await synthesize();
const { all, flat, template } = synthesis;
const names = Object.keys(functions) as FunctionName[];

const keyNames = new Map(
  all('AWS::KMS::Key').map(({ stack, id, Properties }) => [`${stack}.${id}.Arn`, Properties.Description as string]),
);
const keyOf = (reference: unknown, stack: string): string | undefined => keyNames.get(flat(reference, stack));
const operations = 'Buckets, queues, logs, topics, secrets';
const tlsOnly = (policies: Placed[], target: string, of: (policy: Placed) => string): boolean =>
  policies.some(
    (policy) =>
      of(policy) === target &&
      policy.Properties.PolicyDocument.Statement.some(
        (statement: { Effect: string; Condition?: { Bool?: Record<string, string> } }) =>
          statement.Effect === 'Deny' && statement.Condition?.Bool?.['aws:SecureTransport'] === 'false',
      ),
  );

interface Index {
  IndexName: string;
  KeySchema: { AttributeName: string }[];
  Projection: { NonKeyAttributes: string[] };
}

describe('S-35 data at rest', () => {
  const [table] = all('AWS::DynamoDB::GlobalTable');

  it('S-35 keeps the table: own key, any second of 35 days, protected, retained', () => {
    const [replica] = table?.Properties.Replicas ?? [];
    expect(keyOf(replica.SSESpecification.KMSMasterKeyId, table?.stack ?? '')).toBe(
      'The table, its stream, and documents',
    );
    expect(replica.PointInTimeRecoverySpecification).toEqual({
      PointInTimeRecoveryEnabled: true,
      RecoveryPeriodInDays: 35,
    });
    expect(replica.DeletionProtectionEnabled).toBe(true);
    expect(table?.DeletionPolicy).toBe('RetainExceptOnCreate');
    expect(table?.Properties.StreamSpecification.StreamViewType).toBe('NEW_IMAGE');
    expect(table?.Properties.TimeToLiveSpecification).toEqual({ AttributeName: 'expires_at', Enabled: true });
  });

  it('has the indexes that functions/store reads, with the row of the list in them', () => {
    const indexes = ((table?.Properties.GlobalSecondaryIndexes ?? []) as Index[]).map(
      ({ IndexName, KeySchema, Projection }) => [
        IndexName,
        ...KeySchema.map(({ AttributeName }) => AttributeName),
        Projection.NonKeyAttributes,
      ],
    );
    expect(indexes).toEqual([1, 2, 3, 4].map((n) => [`gsi${n}`, `gsi${n}pk`, `gsi${n}sk`, ['row']]));
  });

  it('S-35 has keys that rotate and are retained; KMS rotates none that signs', () => {
    const keys = all('AWS::KMS::Key');
    const signatures = 'Signatures of the audit trail';
    expect(keys.map(({ Properties }) => Properties.Description).sort()).toEqual(
      [
        operations,
        'Keys of what the audit trail says of people',
        signatures,
        'Social Security numbers',
        'The table, its stream, and documents',
        'Connections to partners',
      ].sort(),
    );
    for (const key of keys)
      expect([key.Properties.EnableKeyRotation ?? false, key.DeletionPolicy], key.id).toEqual([
        key.Properties.Description !== signatures,
        'RetainExceptOnCreate',
      ]);
  });

  it('S-35 keeps buckets private, versioned, encrypted, and for TLS alone', () => {
    const buckets = all('AWS::S3::Bucket');
    expect(buckets).toHaveLength(5);
    for (const { id, stack, Properties, DeletionPolicy } of buckets) {
      const [{ ServerSideEncryptionByDefault: encryption }] =
        Properties.BucketEncryption.ServerSideEncryptionConfiguration;
      // Access logs can be delivered under S3's own key alone.
      if (id.startsWith('AccessLogs')) expect(encryption.SSEAlgorithm).toBe('AES256');
      else if (id.startsWith('Documents'))
        expect(keyOf(encryption.KMSMasterKeyID, stack)).toBe('The table, its stream, and documents');
      else expect(keyOf(encryption.KMSMasterKeyID, stack), id).toBe(operations);
      expect(Object.values(Properties.PublicAccessBlockConfiguration), id).toEqual([true, true, true, true]);
      expect(Properties.VersioningConfiguration, id).toEqual({ Status: 'Enabled' });
      expect(DeletionPolicy, id).toBe('RetainExceptOnCreate');
      expect(
        tlsOnly(all('AWS::S3::BucketPolicy'), `${stack}.${id}`, (policy) =>
          flat(policy.Properties.Bucket, policy.stack),
        ),
        id,
      ).toBe(true);
    }
  });

  it('S-35 encrypts queues, the topic of alarms, logs and secrets, and takes messages over TLS alone', () => {
    for (const { id, stack, Properties } of all('AWS::SQS::Queue')) {
      // What waits for somebody hangs on no key of ours: it may be there because the key refused.
      if (/DeadLetters|Unrouted/.test(id)) expect(Properties.SqsManagedSseEnabled, id).toBe(true);
      else expect(keyOf(Properties.KmsMasterKeyId, stack), id).toBe(operations);
      expect(
        tlsOnly(all('AWS::SQS::QueuePolicy'), `${stack}.${id}`, (policy) =>
          flat(policy.Properties.Queues, policy.stack),
        ),
        id,
      ).toBe(true);
    }
    for (const { id, stack, Properties } of all('AWS::SNS::Topic')) {
      expect(keyOf(Properties.KmsMasterKeyId, stack), id).toBe(operations);
      expect(
        tlsOnly(all('AWS::SNS::TopicPolicy'), `${stack}.${id}`, (policy) =>
          flat(policy.Properties.Topics, policy.stack),
        ),
        id,
      ).toBe(true);
    }
    for (const { id, stack, Properties } of all('AWS::Logs::LogGroup')) {
      expect(keyOf(Properties.KmsKeyId, stack), id).toBe(operations);
      expect(Properties.RetentionInDays, id).toBeGreaterThanOrEqual(90);
    }
    for (const { id, stack, Properties } of all('AWS::SecretsManager::Secret'))
      expect(keyOf(Properties.KmsKeyId, stack), id).toBe(operations);
  });
});

describe('S-33 secrets', () => {
  it('S-33 has no secret in any template: values are generated or resolved at deployment', () => {
    for (const { id, Properties } of all('AWS::SecretsManager::Secret')) {
      expect(Properties.SecretString, id).toBeUndefined();
      expect(Properties.GenerateSecretString.GenerateStringKey, id).toMatch(/^(current|unset)$/);
      // It is generated anew whenever this changes: over what an operator put in.
      expect(Properties.GenerateSecretString.SecretStringTemplate, id).toBe('{}');
    }
    const text = JSON.stringify(all());
    expect(text).not.toMatch(
      /AKIA[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY-----|"(ClientSecret|SecretAccessKey|Password)"/,
    );
    expect(JSON.stringify(all('AWS::Cognito::UserPoolClient'))).toContain('"GenerateSecret":false');
  });

  it('S-33 tells functions the names of secrets, and each the settings it needs', () => {
    for (const name of names) {
      const { Properties, stack } = functionOf(synthesis, name);
      const variables: Record<string, unknown> = Properties.Environment?.Variables ?? {};
      expect(Object.keys(variables).sort(), name).toEqual([...settingsOf(name), 'POWERTOOLS_SERVICE_NAME'].sort());
      for (const [secret, { setting }] of secretRows.filter((row) => row[1].setting in variables))
        expect(flat(variables[setting], stack), name).toContain(`Stillwater-prod-Data.${secretTitle(secret)}Secret`);
    }
  });

  it('lets nobody begin an effect anew while another may be at it: the lease lasts as long as the function may run', () => {
    const leasing = names.flatMap((name) => {
      const { Environment, Timeout } = functionOf(synthesis, name).Properties;
      const lease = Environment?.Variables.EFFECT_LEASE_SECONDS;
      return lease === undefined ? [] : [[name, Number(lease) >= Timeout] as const];
    });
    expect(leasing).toEqual([
      ['signing-work', true],
      ['identity', true],
      ['notify', true],
    ]);
  });
});

describe('functions', () => {
  it('run on Node 24 and arm64, each with the limits of its row and a log group of its own', () => {
    const logGroups = names.map((name) => {
      const { Properties, stack } = functionOf(synthesis, name);
      expect([Properties.Runtime, Properties.Architectures], name).toEqual(['nodejs24.x', ['arm64']]);
      expect([Properties.Timeout, Properties.MemorySize], name).toEqual([
        functions[name].timeoutSeconds,
        functions[name].memoryMb,
      ]);
      return flat(Properties.LoggingConfig.LogGroup, stack);
    });
    expect(new Set(logGroups).size).toBe(names.length);
  });
});

describe('S-08 identity', () => {
  it('S-08 lets nobody register, hides who has an account, and guards the pool', () => {
    const [pool] = all('AWS::Cognito::UserPool');
    expect(pool?.Properties).toMatchObject({
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
      DeletionProtection: 'ACTIVE',
      UserPoolTier: 'ESSENTIALS',
      Policies: {
        PasswordPolicy: {
          MinimumLength: 8,
          RequireUppercase: true,
          RequireLowercase: true,
          RequireNumbers: true,
          RequireSymbols: false,
          TemporaryPasswordValidityDays: 7,
        },
      },
    });
    expect(pool?.DeletionPolicy).toBe('RetainExceptOnCreate');
  });

  it('S-05 S-08 gives the site a client with SRP alone, short access tokens and rotating refresh tokens', () => {
    const [client] = all('AWS::Cognito::UserPoolClient');
    expect(client?.Properties).toMatchObject({
      ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'],
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
      GenerateSecret: false,
      AccessTokenValidity: 15,
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 30 },
      WriteAttributes: ['family_name', 'given_name'],
    });
  });
});

describe('S-23 the firewall before the user pool', () => {
  it('S-23 counts sign-ins and reset codes of an address, and stands before the pool that browsers call', () => {
    const { Resources } = template('identity');
    const [aclId, acl] = Object.entries(Resources).find(([, { Type }]) => Type === 'AWS::WAFv2::WebACL') ?? [];
    const [poolId] = Object.entries(Resources).find(([, { Type }]) => Type === 'AWS::Cognito::UserPool') ?? [];
    const [association] = all('AWS::WAFv2::WebACLAssociation');
    const { WebACLArn, ResourceArn } = association?.Properties ?? {};
    expect(flat(WebACLArn, association?.stack ?? '')).toBe(`Stillwater-prod-Identity.${aclId}.Arn`);
    expect(flat(ResourceArn, association?.stack ?? '')).toBe(`Stillwater-prod-Identity.${poolId}.Arn`);
    // A firewall is refused until it is known everywhere: not in the stack that makes it, and not at once.
    expect(association?.stack).toBe('Stillwater-prod-Edge');
    expect(association?.DependsOn?.some((id) => id.includes('Distribution'))).toBe(true);
    expect(acl?.Properties).toMatchObject({ Scope: 'REGIONAL', DefaultAction: { Allow: {} } });
    const counts = (operation: string, limit: number) => ({
      Action: { Block: {} },
      Statement: {
        RateBasedStatement: {
          Limit: limit,
          EvaluationWindowSec: 300,
          AggregateKeyType: 'IP',
          ScopeDownStatement: {
            ByteMatchStatement: {
              FieldToMatch: { SingleHeader: { Name: 'x-amz-target' } },
              PositionalConstraint: 'EXACTLY',
              SearchString: `AWSCognitoIdentityProviderService.${operation}`,
            },
          },
        },
      },
    });
    expect(acl?.Properties.Rules).toMatchObject(
      Object.entries(signInLimits).map(([operation, limit]) => counts(operation, limit)),
    );
    // Ten people with three tabs each behind one address open in the same five minutes, and one of them again.
    expect(signInLimits.InitiateAuth).toBeGreaterThanOrEqual(10 * 3 * 2);
  });
});
