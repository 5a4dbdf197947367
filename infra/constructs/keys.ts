import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { type Config, nameOf } from '../config.ts';
import { type FunctionName, functions, type Grant } from '../functions.ts';
import {
  forOwnOrganization,
  forSomeOrganization,
  ofPartner,
  organizationRoleName,
  partOfConnection,
} from './organization-role.ts';

const roleArn = (scope: Construct, resourceName: string): string =>
  Stack.of(scope).formatArn({ service: 'iam', region: '', resource: 'role', resourceName });

interface Holders {
  ofAny: string[];
  ofOne: string[];
}

/** Returns the roles that hold a grant. Their names are fixed, because they belong to a later stack. */
export const rolesWithGrant = (scope: Construct, config: Config, grant: Grant): Holders => {
  const names = Object.keys(functions) as FunctionName[];
  const holding = (grantsOf: (name: FunctionName) => readonly Grant[]) =>
    names.filter((name) => grantsOf(name).includes(grant));
  const inOrganization = (name: FunctionName): readonly Grant[] => {
    const row = functions[name];
    return 'inOrganization' in row ? row.inOrganization : [];
  };
  return {
    ofAny: holding((name) => functions[name].grants).map((name) => roleArn(scope, nameOf(config, name))),
    ofOne: holding(inOrganization).map((name) => roleArn(scope, organizationRoleName(config, name))),
  };
};

/** Key management without use of the key. */
const administration = [
  'kms:CancelKeyDeletion',
  'kms:CreateAlias',
  'kms:DeleteAlias',
  'kms:DescribeKey',
  'kms:DisableKey',
  'kms:EnableKey',
  'kms:GetKeyPolicy',
  'kms:GetKeyRotationStatus',
  'kms:ListGrants',
  'kms:ListKeyPolicies',
  'kms:ListResourceTags',
  'kms:PutKeyPolicy',
  'kms:RevokeGrant',
  'kms:ScheduleKeyDeletion',
  'kms:TagResource',
  'kms:UntagResource',
  'kms:UpdateAlias',
  'kms:UpdateKeyDescription',
];
const rotation = ['kms:DisableKeyRotation', 'kms:EnableKeyRotation', 'kms:ListKeyRotations', 'kms:RotateKeyOnDemand'];

interface Use {
  sid: string;
  actions: readonly string[];
  roles: readonly string[];
  conditions?: Record<string, Record<string, string>>;
}

interface KeyForRolesProps extends Pick<kms.KeyProps, 'keySpec' | 'keyUsage'> {
  alias: string;
  description: string;
  /** KMS rotates no HMAC keys. */
  rotates?: boolean;
  uses: readonly Use[];
  reserved: Use;
}

/**
 * A key that only the roles of the privilege table use. Unlike with CDK's default policy, IAM permissions do not
 * suffice, and KMS grants cannot bypass this. Administrators manage the key without using it.
 */
class KeyForRoles extends kms.Key {
  constructor(scope: Construct, id: string, { uses, reserved, rotates = true, ...spec }: KeyForRolesProps) {
    const account = new iam.AccountRootPrincipal();
    const allow = (sid: string, actions: readonly string[], conditions?: Record<string, unknown>) =>
      new iam.PolicyStatement({ sid, principals: [account], actions: [...actions], resources: ['*'], conditions });
    const deny = (sid: string, actions: readonly string[], conditions?: Record<string, unknown>) =>
      new iam.PolicyStatement({
        sid,
        effect: iam.Effect.DENY,
        principals: [new iam.AnyPrincipal()],
        actions: [...actions],
        resources: ['*'],
        conditions,
      });
    super(scope, id, {
      ...spec,
      ...(rotates ? { enableKeyRotation: true } : {}),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      policy: new iam.PolicyDocument({
        statements: [
          allow('Administer', [...administration, ...(rotates ? rotation : [])]),
          ...uses.map(({ sid, actions, roles, conditions }) =>
            allow(sid, actions, { ArnEquals: { 'aws:PrincipalArn': roles }, ...conditions }),
          ),
          deny(reserved.sid, reserved.actions, { ArnNotEquals: { 'aws:PrincipalArn': reserved.roles } }),
          deny('NoWayAround', ['kms:CreateGrant', 'kms:ReplicateKey', 'kms:ReEncryptFrom']),
        ],
      }),
    });
  }
}

/**
 * Key of Social Security numbers. Functions that accept them encrypt; one role decrypts those of its session's
 * organization.
 */
export class SsnKey extends KeyForRoles {
  constructor(scope: Construct, id: string, config: Config) {
    const encrypters = rolesWithGrant(scope, config, 'ssn-key:encrypt').ofAny;
    const decrypters = rolesWithGrant(scope, config, 'ssn-key:decrypt').ofOne;
    super(scope, id, {
      alias: nameOf(config, 'ssn'),
      description: 'Social Security numbers',
      uses: [
        { sid: 'Encrypt', actions: ['kms:Encrypt'], roles: encrypters },
        { sid: 'Decrypt', actions: ['kms:Decrypt'], roles: decrypters, conditions: forOwnOrganization },
      ],
      reserved: { sid: 'NobodyElseDecrypts', actions: ['kms:Decrypt', 'kms:ReEncryptFrom'], roles: decrypters },
    });
  }
}

/**
 * Key that wraps the data keys of personal data in the audit trail. Functions use it for any organization, the role of
 * one organization only for its own.
 */
export class SubjectKey extends KeyForRoles {
  constructor(scope: Construct, id: string, config: Config) {
    const { ofAny, ofOne } = rolesWithGrant(scope, config, 'subject-key:use');
    const actions = ['kms:GenerateDataKey', 'kms:Decrypt'];
    super(scope, id, {
      alias: nameOf(config, 'subjects'),
      description: 'Keys of what the audit trail says of people',
      uses: [
        { sid: 'UseForEach', actions, roles: ofAny, conditions: forSomeOrganization },
        { sid: 'UseForOwn', actions, roles: ofOne, conditions: forOwnOrganization },
      ],
      reserved: { sid: 'NobodyElseUses', actions: [...actions, 'kms:ReEncryptFrom'], roles: [...ofAny, ...ofOne] },
    });
  }
}

/** Key of credentials for partners. Workers decrypt what they send, webhook functions what they verify. */
export class PartnerKey extends KeyForRoles {
  constructor(scope: Construct, id: string, config: Config) {
    const encryptors = rolesWithGrant(scope, config, 'partner-key:seal').ofAny;
    const { ofAny: bookEncryptors, ofOne: bookEncryptorsOfOne } = rolesWithGrant(
      scope,
      config,
      'partner-key:seal-quickbooks',
    );
    const calendarEncryptors = rolesWithGrant(scope, config, 'partner-key:seal-google').ofAny;
    const openers = rolesWithGrant(scope, config, 'partner-key:open').ofAny;
    const { ofAny: books, ofOne: booksOfOne } = rolesWithGrant(scope, config, 'partner-key:open-quickbooks');
    const calendars = rolesWithGrant(scope, config, 'partner-key:open-google').ofAny;
    const webhooks = rolesWithGrant(scope, config, 'partner-key:open-webhook').ofAny;
    const [encrypt, decrypt] = [['kms:Encrypt'], ['kms:Decrypt']];
    const ofQuickBooks = partOfConnection('access', 'quickbooks');
    const ofOwnQuickBooks = partOfConnection('access', 'quickbooks', forOwnOrganization);
    const ofGoogle = partOfConnection('access', 'google-calendar');
    super(scope, id, {
      alias: nameOf(config, 'partners'),
      description: 'Connections to partners',
      uses: [
        { sid: 'Seal', actions: encrypt, roles: encryptors, conditions: ofPartner('docuseal') },
        { sid: 'SealQuickBooks', actions: encrypt, roles: bookEncryptors, conditions: ofQuickBooks },
        { sid: 'SealQuickBooksForOwn', actions: encrypt, roles: bookEncryptorsOfOne, conditions: ofOwnQuickBooks },
        { sid: 'SealGoogle', actions: encrypt, roles: calendarEncryptors, conditions: ofGoogle },
        { sid: 'OpenAccess', actions: decrypt, roles: openers, conditions: partOfConnection('access', 'docuseal') },
        { sid: 'OpenQuickBooks', actions: decrypt, roles: books, conditions: ofQuickBooks },
        { sid: 'OpenQuickBooksForOwn', actions: decrypt, roles: booksOfOne, conditions: ofOwnQuickBooks },
        { sid: 'OpenGoogle', actions: decrypt, roles: calendars, conditions: ofGoogle },
        { sid: 'OpenWebhooks', actions: decrypt, roles: webhooks, conditions: partOfConnection('webhook', 'docuseal') },
      ],
      reserved: {
        sid: 'NobodyElseOpens',
        actions: ['kms:Decrypt', 'kms:ReEncryptFrom'],
        roles: [...openers, ...books, ...booksOfOne, ...calendars, ...webhooks],
      },
    });
  }
}

/** HMAC key that signs audit batches. Only the sealer signs, so that write access to the table cannot forge a chain. */
export class AuditKey extends KeyForRoles {
  constructor(scope: Construct, id: string, config: Config) {
    const signers = rolesWithGrant(scope, config, 'audit-key:sign').ofAny;
    const verifiers = rolesWithGrant(scope, config, 'audit-key:verify').ofAny;
    super(scope, id, {
      alias: nameOf(config, 'audit'),
      description: 'Signatures of the audit trail',
      rotates: false,
      keySpec: kms.KeySpec.HMAC_256,
      keyUsage: kms.KeyUsage.GENERATE_VERIFY_MAC,
      uses: [
        { sid: 'Sign', actions: ['kms:GenerateMac'], roles: signers },
        { sid: 'Verify', actions: ['kms:VerifyMac'], roles: verifiers },
      ],
      reserved: { sid: 'NobodyElseSigns', actions: ['kms:GenerateMac'], roles: signers },
    });
  }
}

/** Key of buckets, queues, logs, topics and secrets. Its policy names the AWS services that use it for this account. */
export class OperationsKey extends kms.Key {
  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id, {
      alias: nameOf(config, 'operations'),
      description: 'Buckets, queues, logs, topics, secrets',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const { account, region, partition } = Stack.of(scope);
    const allow = (sid: string, service: string, actions: string[], conditions?: Record<string, unknown>) =>
      this.addToResourcePolicy(
        new iam.PolicyStatement({
          sid,
          principals: [new iam.ServicePrincipal(service)],
          actions,
          resources: ['*'],
          conditions,
        }),
      );
    allow(
      'Logs',
      `logs.${region}.amazonaws.com`,
      ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:DescribeKey'],
      {
        ArnLike: { 'kms:EncryptionContext:aws:logs:arn': `arn:${partition}:logs:${region}:${account}:log-group:*` },
      },
    );
    // EventBridge sends no source ARN for a queue's key; the queues' own policies name the rules.
    allow('EventsIntoQueues', 'events.amazonaws.com', ['kms:Decrypt', 'kms:GenerateDataKey']);
    allow('SitesThroughCloudFront', 'cloudfront.amazonaws.com', ['kms:Decrypt'], {
      ArnLike: { 'aws:SourceArn': `arn:${partition}:cloudfront::${account}:distribution/*` },
    });
    // CloudWatch sends no source account; the topic's own policy rejects other accounts.
    allow('AlarmsIntoTopic', 'cloudwatch.amazonaws.com', ['kms:Decrypt', 'kms:GenerateDataKey*']);
  }
}
