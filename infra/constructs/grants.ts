import type * as cognito from 'aws-cdk-lib/aws-cognito';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type * as events from 'aws-cdk-lib/aws-events';
import type * as iam from 'aws-cdk-lib/aws-iam';
import type * as kms from 'aws-cdk-lib/aws-kms';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import type { TableGrant } from '#domain/shared/access/grants.ts';
import { type DocumentPlace, documentKey } from '#domain/shared/operations/deployment.ts';
import type { SecretName } from '../environment-names.ts';
import type { Grant } from '../functions.ts';
import {
  forOwnOrganization,
  forSomeOrganization,
  ofPartner,
  organizationTag,
  partOfConnection,
} from './organization-role.ts';
import {
  type Access,
  allow,
  auditIsAppendOnly,
  denyAuditChainWrites,
  leadingKeysCondition,
  poolActions,
  readSecret,
  tableKeyUse,
  viaService,
} from './table-access.ts';
import { anyOrganization, ownOrganization, tableAccess, uuid } from './table-grants.ts';

export interface Grantable {
  table: dynamodb.ITable;
  dataKey: kms.IKey;
  ssnKey: kms.IKey;
  subjectKey: kms.IKey;
  partnerKey: kms.IKey;
  auditKey: kms.IKey;
  auditWitness: s3.IBucket;
  operationsKey: kms.IKey;
  secrets: Record<SecretName, secretsmanager.ISecret>;
  bus?: events.IEventBus;
  userPool?: cognito.IUserPool;
  organizationRole?: iam.IRole;
  documents?: s3.IBucket;
  mail?: { from: string; identityArn: string; configurationSetArn: string };
}

const present = <T>(value: T | undefined, what: string): T => {
  if (value === undefined)
    throw new Error(`a function of this stack is granted ${what}, which the stack does not have`);
  return value;
};

const auditors = new Set<Grant>(['table:audit-seal', 'table:audit-verify']);

interface Reach {
  items: Record<TableGrant, readonly Access[]>;
  ciphertexts: Record<string, Record<string, string>>;
  objects: string;
}
const anyOrganizations: Reach = {
  items: tableAccess(anyOrganization),
  ciphertexts: forSomeOrganization,
  objects: uuid,
};
const ownOrganizations: Reach = {
  items: tableAccess(ownOrganization),
  ciphertexts: forOwnOrganization,
  objects: `\${aws:PrincipalTag/${organizationTag}}`,
};

const isTableGrant = (grant: Grant): grant is TableGrant => grant in anyOrganizations.items;

/**
 * Separates BatchGetItem: IAM checks it once with the keys of all its items, so that one statement must contain them
 * all.
 */
const batchesApart = ({ actions, indexes, ...access }: Access): Access[] => {
  const others = actions.filter((action) => action !== 'BatchGetItem');
  return [
    ...(others.length ? [{ ...access, actions: others, ...(indexes ? { indexes } : {}) }] : []),
    ...(others.length < actions.length ? [{ ...access, actions: ['BatchGetItem'] }] : []),
  ];
};

/** Merges equal actions into one statement, because the size of a role's policy is limited. */
const merged = (accesses: readonly Access[]): Access[] => {
  const alike = new Map<string, Access>();
  for (const access of accesses.flatMap(batchesApart)) {
    const { actions, indexes, attributes } = access;
    const same = `${actions} ${indexes} ${attributes}`;
    const keys = [...new Set([...(alike.get(same)?.keys ?? []), ...access.keys])];
    alike.set(same, { ...access, keys });
  }
  return [...alike.values()];
};

type SecretGrant = `secret:${SecretName}`;
const isSecretGrant = (grant: Grant): grant is SecretGrant => grant.startsWith('secret:');
const secretOf = (grant: SecretGrant): SecretName => grant.slice('secret:'.length) as SecretName;

const onFiles = (
  on: Grantable,
  organizations: string,
  ...rights: readonly [actions: readonly string[], ...places: DocumentPlace[]][]
): iam.PolicyStatement[] => {
  const bucket = present(on.documents, 'documents');
  const actions = rights.flatMap(([some]) => some);
  const reads = actions.includes('s3:GetObject');
  const writes = actions.includes('s3:PutObject');
  return [
    ...rights.map(([some, ...places]) =>
      allow(
        [...some],
        places.map((place) => bucket.arnForObjects(documentKey(place, organizations, uuid))),
      ),
    ),
    ...(reads || writes
      ? [
          allow(
            ['kms:Decrypt', ...(writes ? ['kms:GenerateDataKey'] : [])],
            [on.dataKey.keyArn],
            viaService(on.dataKey, 's3'),
          ),
        ]
      : []),
  ];
};

/**
 * Without the right to list, S3 answers "access denied" for a missing file. Only functions that serve every
 * organization get it; a session of one organization would learn the file ids of others.
 */
const missingFiles = (on: Grantable, of: Reach): iam.PolicyStatement[] =>
  of === anyOrganizations ? [allow(['s3:ListBucket'], [present(on.documents, 'documents').bucketArn])] : [];

const statementsOf = (grant: Exclude<Grant, TableGrant>, on: Grantable, of: Reach): iam.PolicyStatement[] => {
  if (isSecretGrant(grant)) return readSecret(on.secrets[secretOf(grant)], on.operationsKey);
  const onConnection = (action: string, ...[part, partner]: Parameters<typeof partOfConnection>) =>
    allow([action], [on.partnerKey.keyArn], partOfConnection(part, partner, of.ciphertexts));
  switch (grant) {
    case 'ssn-key:encrypt':
      return [allow(['kms:Encrypt'], [on.ssnKey.keyArn])];
    case 'ssn-key:decrypt':
      return [allow(['kms:Decrypt'], [on.ssnKey.keyArn], forOwnOrganization)];
    case 'subject-key:use':
      return [allow(['kms:GenerateDataKey', 'kms:Decrypt'], [on.subjectKey.keyArn], of.ciphertexts)];
    case 'partner-key:seal':
      return [allow(['kms:Encrypt'], [on.partnerKey.keyArn], ofPartner('docuseal', of.ciphertexts))];
    case 'partner-key:seal-quickbooks':
      return [onConnection('kms:Encrypt', 'access', 'quickbooks')];
    case 'partner-key:seal-google':
      return [onConnection('kms:Encrypt', 'access', 'google-calendar')];
    case 'partner-key:open':
      return [onConnection('kms:Decrypt', 'access', 'docuseal')];
    case 'partner-key:open-quickbooks':
      return [onConnection('kms:Decrypt', 'access', 'quickbooks')];
    case 'partner-key:open-google':
      return [onConnection('kms:Decrypt', 'access', 'google-calendar')];
    case 'partner-key:open-webhook':
      return [onConnection('kms:Decrypt', 'webhook', 'docuseal')];
    case 'organization-role:assume':
      return [allow(['sts:AssumeRole', 'sts:TagSession'], [present(on.organizationRole, grant).roleArn])];
    case 'audit-key:sign':
      return [allow(['kms:GenerateMac'], [on.auditKey.keyArn])];
    case 'audit-key:verify':
      return [allow(['kms:VerifyMac'], [on.auditKey.keyArn])];
    case 'audit-witness:put':
      return [
        allow(['s3:PutObject'], [on.auditWitness.arnForObjects(`${uuid}.json`)]),
        allow(['kms:GenerateDataKey'], [on.operationsKey.keyArn], viaService(on.operationsKey, 's3')),
      ];
    case 'audit-witness:get':
      return [
        allow(['s3:GetObject'], [on.auditWitness.arnForObjects(`${uuid}.json`)]),
        // Without it, S3 answers "access denied" when an organization has no witness yet.
        allow(['s3:ListBucket'], [on.auditWitness.bucketArn]),
        allow(['kms:Decrypt'], [on.operationsKey.keyArn], viaService(on.operationsKey, 's3')),
      ];
    case 'documents:receive':
      return [
        ...onFiles(on, of.objects, [['s3:PutObject'], 'quarantine']),
        // The list shows whether a file has arrived: HEAD is denied before the scan.
        allow(['s3:ListBucket'], [present(on.documents, grant).bucketArn], {
          StringLike: { 's3:prefix': [documentKey('quarantine', of.objects, uuid)] },
        }),
      ];
    case 'documents:clear':
      return [
        ...onFiles(
          on,
          of.objects,
          [['s3:GetObject'], 'quarantine'],
          [['s3:PutObject'], 'clean'],
          [['s3:DeleteObject'], 'quarantine', 'clean'],
        ),
        ...missingFiles(on, of),
      ];
    case 'documents:bring':
      return onFiles(on, of.objects, [['s3:PutObject'], 'quarantine']);
    case 'documents:make':
      return onFiles(on, of.objects, [['s3:PutObject'], 'clean']);
    case 'documents:read':
      return [...onFiles(on, of.objects, [['s3:GetObject'], 'clean', 'zips']), ...missingFiles(on, of)];
    case 'documents:zip':
      return [
        ...onFiles(on, of.objects, [['s3:GetObject'], 'clean'], [['s3:PutObject', 's3:AbortMultipartUpload'], 'zips']),
        ...missingFiles(on, of),
      ];
    case 'documents:remove':
      return onFiles(on, of.objects, [['s3:DeleteObject'], 'quarantine', 'clean']);
    case 'malware-scan:ask':
      return [allow(['guardduty:SendObjectMalwareScan'], ['*'])];
    case 'events:put':
      return [allow(['events:PutEvents'], [present(on.bus, grant).eventBusArn])];
    case 'user-pool:create':
      return [
        allow(poolActions('AdminCreateUser', 'AdminGetUser', 'AdminSetUserPassword'), [
          present(on.userPool, grant).userPoolArn,
        ]),
      ];
    case 'user-pool:admin':
      return [
        allow(
          poolActions('AdminDisableUser', 'AdminEnableUser', 'AdminSetUserMFAPreference', 'AdminUserGlobalSignOut'),
          [present(on.userPool, grant).userPoolArn],
        ),
      ];
    case 'user-pool:sign-out':
      return [allow(poolActions('AdminUserGlobalSignOut'), [present(on.userPool, grant).userPoolArn])];
    case 'mail:send': {
      const { from, identityArn, configurationSetArn } = present(on.mail, grant);
      return [
        allow(['ses:SendEmail'], [identityArn, configurationSetArn], { StringEquals: { 'ses:FromAddress': from } }),
      ];
    }
  }
};

export const isAtOwnPool = (grant: Grant): boolean => grant === 'user-pool:sign-out';
export const atOwnPool = (
  grants: readonly Grant[],
  userPool: cognito.IUserPool,
  on: Grantable,
): iam.PolicyStatement[] =>
  grants.flatMap((grant) =>
    isAtOwnPool(grant) && !isTableGrant(grant) ? statementsOf(grant, { ...on, userPool }, anyOrganizations) : [],
  );

const policyOf = (grants: readonly Grant[], on: Grantable, of: Reach): iam.PolicyStatement[] => [
  ...merged(grants.flatMap((grant) => (isTableGrant(grant) ? of.items[grant] : []))).map((one) =>
    leadingKeysCondition(on.table, one),
  ),
  ...grants.flatMap((grant) => (isTableGrant(grant) ? [] : statementsOf(grant, on, of))),
  ...(grants.some(isTableGrant) ? [tableKeyUse(on.dataKey)] : []),
  auditIsAppendOnly(on.table),
  ...(grants.some((grant) => auditors.has(grant)) ? [] : [denyAuditChainWrites(on.table)]),
];

export const statementsFor = (grants: readonly Grant[], on: Grantable): iam.PolicyStatement[] =>
  policyOf(grants, on, anyOrganizations);

export const organizationStatementsFor = (grants: readonly Grant[], on: Grantable): iam.PolicyStatement[] =>
  policyOf(grants, on, ownOrganizations);
