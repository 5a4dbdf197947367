import { Stack } from 'aws-cdk-lib';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as kms from 'aws-cdk-lib/aws-kms';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';

/** Actions on the items whose partition keys match, on the table or on indexes of it. */
export interface Access {
  actions: readonly string[];
  /** Patterns of partition keys; with `indexes`, of those indexes' partition keys. */
  keys: readonly string[];
  indexes?: readonly string[];
  /** The only attributes that may be named. */
  attributes?: readonly string[];
}

export const allow = (
  actions: string[],
  resources: string[],
  conditions?: Record<string, unknown>,
): iam.PolicyStatement => new iam.PolicyStatement({ actions, resources, conditions });

/** The key is used by this service on the caller's behalf, and not by the caller directly. */
export const viaService = (key: kms.IKey, service: string) => ({
  StringEquals: { 'kms:ViaService': `${service}.${Stack.of(key).region}.amazonaws.com` },
});

/**
 * `ForAllValues` also holds for a request that names no partition key, such as a Scan: the second condition asks for
 * the key's presence.
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

/** DynamoDB decrypts and encrypts items for the caller with the table's key. */
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

/** Stands in every role, whatever else it may (quality S-12): an audit entry is written once and then only read. */
export const auditIsAppendOnly = (table: dynamodb.ITable): iam.PolicyStatement =>
  never(table, 'AuditIsAppendOnly', changes, 'T#*#AUDIT#*');

/** Stands in every role but the sealers': who could put over an entry must not be able to mend its hash chain. */
export const denyAuditChainWrites = (table: dynamodb.ITable): iam.PolicyStatement =>
  never(table, 'ChainIsNotWritten', [...changes, 'PartiQLInsert', 'PutItem'], 'T#*#CHAIN#*');

/** Reads a secret, and uses the key that it rests under through the service alone. */
export const readSecret = (secret: secretsmanager.ISecret, key: kms.IKey): iam.PolicyStatement[] => [
  allow(['secretsmanager:GetSecretValue'], [secret.secretArn]),
  allow(['kms:Decrypt'], [key.keyArn], viaService(key, 'secretsmanager')),
];

/** Everything that can be done with items one by one. */
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
