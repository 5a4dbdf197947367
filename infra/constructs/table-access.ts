import { Stack } from 'aws-cdk-lib';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as kms from 'aws-cdk-lib/aws-kms';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';

export interface Access {
  actions: readonly string[];
  /** Patterns of partition keys; with `indexes`, of the partition keys of those indexes. */
  keys: readonly string[];
  indexes?: readonly string[];
  /** The only attributes that the request may name. */
  attributes?: readonly string[];
}

export const allow = (
  actions: string[],
  resources: string[],
  conditions?: Record<string, unknown>,
): iam.PolicyStatement => new iam.PolicyStatement({ actions, resources, conditions });

/** Requires that this service uses the key for the caller. */
export const viaService = (key: kms.IKey, service: string) => ({
  StringEquals: { 'kms:ViaService': `${service}.${Stack.of(key).region}.amazonaws.com` },
});

/**
 * `ForAllValues` is also true for a request without a partition key, such as a Scan, so the second condition requires
 * one.
 */
export const leadingKeysCondition = (
  table: dynamodb.ITable,
  { actions, keys, indexes, attributes }: Access,
): iam.PolicyStatement =>
  allow(
    actions.map((action) => `dynamodb:${action}`),
    indexes ? indexes.map((index) => `${table.tableArn}/index/${index}`) : [table.tableArn],
    {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...keys] },
      Null: { 'dynamodb:LeadingKeys': 'false' },
      ...(attributes ? { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...attributes] } } : {}),
    },
  );

export const tableKeyUse = (key: kms.IKey): iam.PolicyStatement =>
  allow(
    ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'],
    [key.keyArn],
    viaService(key, 'dynamodb'),
  );

const changes = ['BatchWriteItem', 'DeleteItem', 'PartiQLDelete', 'PartiQLUpdate', 'UpdateItem'];

const never = (table: dynamodb.ITable, sid: string, actions: readonly string[], keys: string): iam.PolicyStatement =>
  new iam.PolicyStatement({
    sid,
    effect: iam.Effect.DENY,
    actions: actions.map((action) => `dynamodb:${action}`),
    resources: [table.tableArn],
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [keys] } },
  });

/** Denies updates and deletes of audit entries in every role (quality S-12). */
export const auditIsAppendOnly = (table: dynamodb.ITable): iam.PolicyStatement =>
  never(table, 'AuditIsAppendOnly', changes, 'T#*#AUDIT#*');

/**
 * Denies hash chain writes to all but the sealers: a role that could overwrite an entry must not be able to repair its
 * chain.
 */
export const denyAuditChainWrites = (table: dynamodb.ITable): iam.PolicyStatement =>
  never(table, 'ChainIsNotWritten', [...changes, 'PartiQLInsert', 'PutItem'], 'T#*#CHAIN#*');

/** Allows reading a secret, and its key only through Secrets Manager. */
export const readSecret = (secret: secretsmanager.ISecret, key: kms.IKey): iam.PolicyStatement[] => [
  allow(['secretsmanager:GetSecretValue'], [secret.secretArn]),
  allow(['kms:Decrypt'], [key.keyArn], viaService(key, 'secretsmanager')),
];

export const allItemActions = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'ConditionCheckItem',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
];

export const poolActions = (...actions: string[]): string[] => actions.map((action) => `cognito-idp:${action}`);
