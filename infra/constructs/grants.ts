import type * as cognito from 'aws-cdk-lib/aws-cognito';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type * as events from 'aws-cdk-lib/aws-events';
import type * as iam from 'aws-cdk-lib/aws-iam';
import type * as kms from 'aws-cdk-lib/aws-kms';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { tableShape } from '#domain/operations/table-shape.ts';
import type { Grant } from '../functions.ts';
import type { SecretName } from '../secrets.ts';
import {
  type Access,
  allow,
  auditIsAppendOnly,
  chainIsNotWritten,
  itemsWhere,
  tableKeyUse,
  throughService,
} from './table-access.ts';

/** What grants can be about. A stack gives what it has; a grant about anything else fails the synthesis. */
export interface Grantable {
  table: dynamodb.ITable;
  dataKey: kms.IKey;
  ssnKey: kms.IKey;
  /** Encrypts the secrets. */
  operationsKey: kms.IKey;
  secrets: Record<SecretName, secretsmanager.ISecret>;
  bus?: events.IEventBus;
  userPool?: cognito.IUserPool;
  mail?: { from: string; identityArn: string; configurationSetArn: string };
}

const present = <T>(value: T | undefined, what: string): T => {
  if (value === undefined)
    throw new Error(`a function of this stack is granted ${what}, which the stack does not have`);
  return value;
};

/** An organization's id in a key, by the shape of a UUID: `*` would also match across `#` into other kinds of items. */
const org = 'T#????????-????-????-????-????????????';

/** Read together at a member's call: the profile, the rule for signing in, and whether it is met. */
const whoIsCalling: Access = {
  actions: ['BatchGetItem'],
  keys: [`${org}#PROFILES`, `${org}#ORG`, `${org}#SECONDFACTOR#*`],
};

/**
 * Which items a table grant reaches: actions and partition keys, as functions/store/keys.ts makes them. A role serves
 * every organization; which one a request is about comes from its verified session.
 */
const tableAccess: Record<Extract<Grant, `table:${string}`>, readonly Access[]> = {
  'table:read-write': [
    {
      actions: ['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      keys: [`${org}#*`, 'SUB#*', 'SLUG#*', 'CARD#*', 'STATUS#*', 'RATE#*', 'INVITE#*'],
    },
    { actions: ['Query'], keys: [`${org}#L#*`], indexes: tableShape.indexes },
  ],
  'table:public-read': [
    { actions: ['GetItem'], keys: ['SLUG#*', 'CARD#*', 'STATUS#*', 'PUBLIC#*'] },
    { actions: ['UpdateItem'], keys: ['RATE#*'] },
  ],
  'table:intake-write': [
    {
      actions: ['PutItem'],
      keys: [...['SUBMISSION', 'SSN', 'AUDIT', 'OUTBOX'].map((kind) => `${org}#${kind}#*`), 'STATUS#*', 'PUBLIC#*'],
    },
  ],
  'table:ssn-reveal': [
    {
      actions: ['GetItem', 'Query'],
      keys: ['SUB#*', `${org}#CASE#*`, `${org}#SSN#*`],
    },
    whoIsCalling,
    { actions: ['PutItem'], keys: [`${org}#AUDIT#*`, `${org}#OUTBOX#*`] },
    { actions: ['UpdateItem'], keys: ['RATE#*'] },
  ],
  'table:outbox': [
    { actions: ['UpdateItem', 'BatchGetItem'], keys: [`${org}#OUTBOX#*`] },
    { actions: ['Query'], keys: ['OUTBOX#UNSENT#*', 'OUTBOX#POISON'], indexes: ['gsi1'] },
  ],
  'table:project': [
    {
      actions: ['BatchGetItem', 'GetItem', 'Query'],
      keys: ['SUBMISSION', 'CASE', 'CUSTOMER', 'TREE', 'DUP'].map((kind) => `${org}#${kind}#*`),
    },
    // ROW items and copies stand among the records' own items, where a leading key cannot tell them apart.
    {
      actions: ['PutItem', 'DeleteItem'],
      keys: [...['SUBMISSION', 'CASE', 'CUSTOMER', 'TREE', 'DUP', 'S'].map((kind) => `${org}#${kind}#*`), 'STATUS#*'],
    },
  ],
  'table:audit-chain': [
    { actions: ['GetItem', 'Query'], keys: [`${org}#AUDIT#*`, `${org}#CHAIN#*`] },
    { actions: ['PutItem', 'UpdateItem'], keys: [`${org}#CHAIN#*`] },
    { actions: ['Query'], keys: ['AUDIT#CHAINS'], indexes: ['gsi1'] },
  ],
  'table:notify': [
    { actions: ['GetItem', 'Query'], keys: [`${org}#SUBMISSION#*`, `${org}#PROFILES`] },
    { actions: ['BatchGetItem'], keys: [`${org}#HOMES`, 'CARD#*'] },
    { actions: ['GetItem', 'PutItem', 'UpdateItem'], keys: [`${org}#EFFECT#*`] },
    { actions: ['GetItem', 'PutItem'], keys: [`${org}#INVITATIONS`] },
    { actions: ['PutItem', 'DeleteItem'], keys: ['INVITE#*'] },
  ],
  'table:account': [
    { actions: ['GetItem'], keys: ['SUB#*', `${org}#SECONDFACTOR#*`] },
    whoIsCalling,
    { actions: ['PutItem'], keys: [`${org}#AUDIT#*`, `${org}#SECONDFACTOR#*`] },
    { actions: ['UpdateItem'], keys: ['RATE#*'] },
  ],
  'table:invitation-accept': [
    { actions: ['GetItem', 'UpdateItem'], keys: ['INVITE#*'] },
    { actions: ['GetItem', 'PutItem'], keys: ['SUB#*'] },
    { actions: ['UpdateItem'], keys: [`${org}#INVITATIONS`, 'RATE#*'] },
    { actions: ['PutItem'], keys: [`${org}#PROFILES`, `${org}#AUDIT#*`, `${org}#OUTBOX#*`] },
    { actions: ['DeleteItem'], keys: [`${org}#INVITED#*`] },
  ],
  'table:identity': [
    { actions: ['GetItem'], keys: [`${org}#PROFILES`] },
    { actions: ['GetItem', 'PutItem', 'UpdateItem'], keys: [`${org}#EFFECT#*`] },
  ],
};

const isTableGrant = (grant: Grant): grant is keyof typeof tableAccess => grant in tableAccess;

type SecretGrant = `secret:${SecretName}`;
const isSecretGrant = (grant: Grant): grant is SecretGrant => grant.startsWith('secret:');
const secretOf = (grant: SecretGrant): SecretName => grant.slice('secret:'.length) as SecretName;

const readSecret = (secret: secretsmanager.ISecret, key: kms.IKey): iam.PolicyStatement[] => [
  allow(['secretsmanager:GetSecretValue'], [secret.secretArn]),
  allow(['kms:Decrypt'], [key.keyArn], throughService(key, 'secretsmanager')),
];

const poolActions = (...actions: string[]): string[] => actions.map((action) => `cognito-idp:${action}`);

const statementsOf = (grant: Grant, on: Grantable): iam.PolicyStatement[] => {
  if (isTableGrant(grant)) return tableAccess[grant].map((access) => itemsWhere(on.table, access));
  if (isSecretGrant(grant)) return readSecret(on.secrets[secretOf(grant)], on.operationsKey);
  switch (grant) {
    case 'ssn-key:encrypt':
      return [allow(['kms:Encrypt'], [on.ssnKey.keyArn])];
    case 'ssn-key:decrypt':
      return [allow(['kms:Decrypt'], [on.ssnKey.keyArn])];
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
    case 'mail:send': {
      const { from, identityArn, configurationSetArn } = present(on.mail, grant);
      return [
        allow(['ses:SendEmail'], [identityArn, configurationSetArn], { StringEquals: { 'ses:FromAddress': from } }),
      ];
    }
  }
};

/** The whole policy of a function: what its grant words say, and what no function may whatever they say. */
export const statementsFor = (grants: readonly Grant[], on: Grantable): iam.PolicyStatement[] => [
  ...grants.flatMap((grant) => statementsOf(grant, on)),
  ...(grants.some(isTableGrant) ? [tableKeyUse(on.dataKey)] : []),
  auditIsAppendOnly(on.table),
  ...(grants.includes('table:audit-chain') ? [] : [chainIsNotWritten(on.table)]),
];
