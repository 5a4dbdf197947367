import type * as cognito from 'aws-cdk-lib/aws-cognito';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type * as events from 'aws-cdk-lib/aws-events';
import type * as iam from 'aws-cdk-lib/aws-iam';
import type * as kms from 'aws-cdk-lib/aws-kms';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import type { TableGrant } from '#domain/access/grants.ts';
import { tableShape } from '#domain/operations/table-shape.ts';
import type { Grant } from '../functions.ts';
import type { SecretName } from '../secrets.ts';
import { forOwnOrganization, forSomeOrganization, organizationTag } from './organization-role.ts';
import {
  type Access,
  allow,
  auditIsAppendOnly,
  denyAuditChainWrites,
  every,
  itemsWhere,
  poolActions,
  readSecret,
  tableKeyUse,
  viaService,
} from './table-access.ts';

/** What grants can be about. A stack gives what it has; a grant about anything else fails the synthesis. */
export interface Grantable {
  table: dynamodb.ITable;
  dataKey: kms.IKey;
  ssnKey: kms.IKey;
  /** Wraps the keys under which entries about people rest. */
  subjectKey: kms.IKey;
  /** Signs the audit trail. */
  auditKey: kms.IKey;
  /** How far the audit trail was sealed, where nobody can change it. */
  auditWitness: s3.IBucket;
  /** Encrypts the secrets. */
  operationsKey: kms.IKey;
  secrets: Record<SecretName, secretsmanager.ISecret>;
  bus?: events.IEventBus;
  userPool?: cognito.IUserPool;
  /** What the function assumes to act for one organization. */
  organizationRole?: iam.IRole;
  mail?: { from: string; identityArn: string; configurationSetArn: string };
}

const present = <T>(value: T | undefined, what: string): T => {
  if (value === undefined)
    throw new Error(`a function of this stack is granted ${what}, which the stack does not have`);
  return value;
};

/** An organization's id in a key, by the shape of a UUID: `*` would also match across `#` into other kinds of items. */
const uuid = '????????-????-????-????-????????????';
const anyOrganization = `T#${uuid}`;
/** The one that the session is for. A session without the tag matches nothing. */
const ownOrganization = `T#\${aws:PrincipalTag/${organizationTag}}`;

/**
 * Which items a table grant reaches: actions and partition keys, as functions/store/keys.ts makes them, of the
 * organizations that `org` matches. A function's own role serves every organization, and which one a request is about
 * comes from its verified session; what discloses has a role for one of them at a time.
 */
const tableAccess = (org: string): Record<TableGrant, readonly Access[]> => {
  const kinds = (...names: string[]): string[] => names.map((name) => `${org}#${name}`);
  /** Batches that the sealer has signed, and what leads to them. */
  const chain = `${org}#CHAIN#SIGNED`;
  /** What is sealed, and the batches that seal it. */
  const auditTrails: readonly Access[] = [
    { actions: ['Query'], keys: ['ORGANIZATIONS'] },
    { actions: ['Query'], keys: kinds('AUDITLOG'), indexes: ['gsi1'] },
    { actions: ['BatchGetItem'], keys: [`${org}#AUDIT#*`, `${chain}#TRAIL#*`] },
    { actions: ['GetItem', 'Query'], keys: [`${chain}#*`] },
  ];
  /** What every worker with effects at a partner keeps: which are done, and whether the partner may be asked. */
  const effects: Access = { actions: ['GetItem', 'UpdateItem'], keys: kinds('EFFECT#*', 'PARTNER#*') };
  const aboutPeople = ['SUBMISSION#*', 'FIRSTCALL#*', 'CASE#*', 'CUSTOMER#*'];
  /** Items of records from which lists are projected. */
  const projected = [
    ...['SUBMISSION#*', 'FIRSTCALL#*', 'CASE#*', 'CASEORDERS#*', 'MONEYDUE#*', 'CREMATION#*'],
    ...['CUSTOMER#*', 'PAYMENT#*'],
  ];
  return {
    'table:session': [
      { actions: ['GetItem'], keys: ['SUB#*'] },
      { actions: ['BatchGetItem'], keys: kinds('PROFILES', 'ORG', 'SECONDFACTOR#*') },
      { actions: ['ConditionCheckItem'], keys: kinds('PROFILES') },
    ],
    'table:actor-check': [{ actions: ['ConditionCheckItem'], keys: kinds('PROFILES') }],
    'table:limits': [{ actions: ['UpdateItem'], keys: ['RATE#*'] }],
    'table:replays': [{ actions: ['GetItem', 'PutItem'], keys: kinds('IDEMPOTENCY#*') }],
    'table:public-replays': [{ actions: ['GetItem', 'PutItem'], keys: ['PUBLIC#*'] }],
    'table:audit-write': [{ actions: ['PutItem'], keys: kinds('AUDIT#*') }],
    'table:subject-keys': [{ actions: ['GetItem', 'PutItem'], keys: kinds('SUBJECTKEY#*') }],
    'table:forget': [
      { actions: ['Query'], keys: kinds('AUDITLOG'), indexes: ['gsi1'] },
      { actions: ['BatchGetItem', 'ConditionCheckItem'], keys: kinds(...aboutPeople) },
      { actions: ['BatchGetItem', 'DeleteItem'], keys: kinds('SUBJECTKEY#*') },
    ],
    'table:audit-read': [{ actions: ['GetItem', 'Query'], keys: kinds('AUDIT#*') }],
    'table:audit-prove': [
      { actions: ['Query'], keys: [`${org}#AUDIT#*`, `${chain}#BATCHES`] },
      { actions: ['GetItem'], keys: [`${chain}#HEAD`] },
      { actions: ['BatchGetItem'], keys: [`${chain}#TRAIL#*`] },
    ],
    'table:outbox-write': [{ actions: ['PutItem'], keys: kinds('OUTBOX#*') }],
    'table:lists': [
      { actions: ['GetItem', 'BatchGetItem', 'Query'], keys: kinds('TREE#*', 'S#*', 'DUP#*') },
      { actions: ['Query'], keys: kinds('L#*'), indexes: tableShape.indexes },
    ],
    'table:home-names': [{ actions: ['GetItem', 'Query'], keys: kinds('HOMES') }],
    'table:records-read': [{ actions: ['GetItem', 'BatchGetItem'], keys: kinds('CASE#*', 'CUSTOMER#*') }],
    // ROW items and copies stand among the records' own items, where a leading key cannot tell them apart.
    'table:project': [
      { actions: ['GetItem', 'BatchGetItem', 'Query'], keys: kinds(...projected, 'TREE#*', 'DUP#*') },
      {
        actions: ['PutItem', 'DeleteItem'],
        keys: [...kinds(...projected, 'TREE#*', 'DUP#*', 'S#*'), 'STATUS#*'],
      },
    ],
    'table:locks': [{ actions: ['PutItem', 'DeleteItem'], keys: kinds('LOCK#*') }],
    'table:submissions': [{ actions: every, keys: [...kinds('SUBMISSION#*'), 'STATUS#*'] }],
    'table:first-calls': [{ actions: every, keys: kinds('FIRSTCALL#*') }],
    'table:cases': [{ actions: every, keys: kinds('CASE#*', 'CASENUMBER#*', 'NUMBERING', 'PRESENCE#*') }],
    // A case's items name its customers, and follow them.
    'table:customers': [{ actions: every, keys: kinds('CUSTOMER#*', 'CASE#*', 'CALLER#*') }],
    'table:payments': [{ actions: every, keys: kinds('PAYMENT#*', 'LEDGER#*', 'RECEIPTS') }],
    // Put once where nothing stands, and never updated or deleted.
    'table:statements': [
      { actions: ['Query', 'PutItem'], keys: kinds('STATEMENTS#*') },
      { actions: ['GetItem', 'UpdateItem'], keys: kinds('STATEMENTNUMBERS') },
    ],
    'table:price-lists': [{ actions: every, keys: kinds('PRICELISTS#*') }],
    'table:printed': [
      { actions: ['GetItem', 'BatchGetItem', 'Query'], keys: kinds('CASE#*', 'FIRSTCALL#*', 'PAYMENT#*', 'LEDGER#*') },
    ],
    'table:check-number-write': [{ actions: ['PutItem', 'DeleteItem'], keys: kinds('CHECKNUMBER#*') }],
    'table:check-number-read': [{ actions: ['GetItem'], keys: kinds('PAYMENT#*', 'CHECKNUMBER#*') }],
    'table:exports': [{ actions: ['GetItem', 'PutItem'], keys: kinds('EXPORT#*') }],
    'table:organization': [
      { actions: every, keys: [...kinds('ORG', 'HOMES', 'PREFERENCES#*'), 'SLUG#*', 'LOOK#*', 'CARD#*'] },
      { actions: ['GetItem', 'BatchGetItem'], keys: kinds('PROFILES', 'SECONDFACTOR#*') },
    ],
    'table:members-read': [{ actions: ['GetItem'], keys: kinds('PROFILES') }],
    'table:team': [
      { actions: every, keys: kinds('PROFILES', 'INVITATIONS', 'INVITED#*') },
      { actions: ['UpdateItem'], keys: ['INVITE#*'] },
    ],
    'table:end-sessions': [
      { actions: ['UpdateItem'], keys: kinds('PROFILES'), attributes: ['pk', 'sk', 'sessions_since'] },
    ],
    'table:sign-ins': [
      { actions: ['GetItem'], keys: ['SUB#*', ...kinds('PROFILES', 'SIGNINS#*')] },
      { actions: ['UpdateItem'], keys: kinds('SIGNINS#*') },
    ],
    'table:second-factor': [{ actions: ['GetItem', 'PutItem'], keys: kinds('SECONDFACTOR#*') }],
    'table:ssn-put': [{ actions: ['PutItem'], keys: kinds('SSN#*') }],
    'table:ssn-delete': [{ actions: ['DeleteItem'], keys: kinds('SSN#*') }],
    'table:ssn-read': [{ actions: ['GetItem'], keys: kinds('CASE#*', 'SSN#*') }],
    'table:home-cards': [{ actions: ['GetItem'], keys: ['SLUG#*', 'CARD#*'] }],
    'table:report-statuses': [{ actions: ['GetItem'], keys: ['STATUS#*'] }],
    'table:submit': [{ actions: ['PutItem'], keys: [...kinds('SUBMISSION#*'), 'STATUS#*'] }],
    'table:invitation-accept': [
      { actions: ['GetItem', 'UpdateItem'], keys: ['INVITE#*'] },
      { actions: ['GetItem', 'PutItem'], keys: ['SUB#*'] },
      { actions: ['UpdateItem'], keys: kinds('INVITATIONS') },
      { actions: ['PutItem', 'ConditionCheckItem'], keys: kinds('PROFILES') },
      { actions: ['DeleteItem'], keys: kinds('INVITED#*') },
    ],
    'table:outbox': [
      { actions: ['UpdateItem', 'BatchGetItem'], keys: [`${org}#OUTBOX#*`] },
      { actions: ['Query'], keys: ['OUTBOX#UNSENT#*', 'OUTBOX#POISON'], indexes: ['gsi1'] },
    ],
    'table:audit-seal': [
      ...auditTrails,
      { actions: ['PutItem'], keys: [`${chain}#BATCHES`, `${chain}#LATE#*`, `${chain}#TRAIL#*`] },
      { actions: ['UpdateItem'], keys: [`${chain}#HEAD`] },
    ],
    'table:audit-verify': [
      ...auditTrails,
      { actions: ['Query'], keys: [`${org}#AUDIT#*`] },
      { actions: ['UpdateItem'], keys: [`${chain}#VERIFIED`] },
    ],
    'table:notify': [
      { actions: ['GetItem', 'Query'], keys: [`${org}#SUBMISSION#*`, `${org}#PROFILES`] },
      { actions: ['BatchGetItem'], keys: [`${org}#HOMES`, 'CARD#*'] },
      effects,
      { actions: ['GetItem', 'PutItem'], keys: [`${org}#INVITATIONS`] },
      { actions: ['PutItem', 'DeleteItem'], keys: ['INVITE#*'] },
    ],
    'table:identity': [{ actions: ['GetItem'], keys: [`${org}#PROFILES`] }, effects],
  };
};

const auditors = new Set<Grant>(['table:audit-seal', 'table:audit-verify']);

/** Whose items and ciphertexts a role reaches. */
interface Reach {
  items: Record<TableGrant, readonly Access[]>;
  ciphertexts: Record<string, Record<string, string>>;
}
const anyOrganizations: Reach = { items: tableAccess(anyOrganization), ciphertexts: forSomeOrganization };
const ownOrganizations: Reach = { items: tableAccess(ownOrganization), ciphertexts: forOwnOrganization };

const isTableGrant = (grant: Grant): grant is TableGrant => grant in anyOrganizations.items;

/** What may be done alike with several kinds of items stands in one statement: a role's policy has a limited length. */
const together = (accesses: readonly Access[]): Access[] => {
  const alike = new Map<string, Access>();
  for (const access of accesses) {
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

const statementsOf = (grant: Exclude<Grant, TableGrant>, on: Grantable, of: Reach): iam.PolicyStatement[] => {
  if (isSecretGrant(grant)) return readSecret(on.secrets[secretOf(grant)], on.operationsKey);
  switch (grant) {
    case 'ssn-key:encrypt':
      return [allow(['kms:Encrypt'], [on.ssnKey.keyArn])];
    case 'ssn-key:decrypt':
      return [allow(['kms:Decrypt'], [on.ssnKey.keyArn], forOwnOrganization)];
    case 'subject-key:use':
      return [allow(['kms:GenerateDataKey', 'kms:Decrypt'], [on.subjectKey.keyArn], of.ciphertexts)];
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
        // Without it S3 says "denied" where an organization has no witness yet.
        allow(['s3:ListBucket'], [on.auditWitness.bucketArn]),
        allow(['kms:Decrypt'], [on.operationsKey.keyArn], viaService(on.operationsKey, 's3')),
      ];
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

/** What a trigger may do at the pool that calls it. */
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
  ...together(grants.flatMap((grant) => (isTableGrant(grant) ? of.items[grant] : []))).map((one) =>
    itemsWhere(on.table, one),
  ),
  ...grants.flatMap((grant) => (isTableGrant(grant) ? [] : statementsOf(grant, on, of))),
  ...(grants.some(isTableGrant) ? [tableKeyUse(on.dataKey)] : []),
  auditIsAppendOnly(on.table),
  ...(grants.some((grant) => auditors.has(grant)) ? [] : [denyAuditChainWrites(on.table)]),
];

/** The whole policy of a function: what its grant words say, and what no function may whatever they say. */
export const statementsFor = (grants: readonly Grant[], on: Grantable): iam.PolicyStatement[] =>
  policyOf(grants, on, anyOrganizations);

/** The same of a role that is assumed for one organization. */
export const organizationStatementsFor = (grants: readonly Grant[], on: Grantable): iam.PolicyStatement[] =>
  policyOf(grants, on, ownOrganizations);
