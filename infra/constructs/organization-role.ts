import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { type Config, nameOf } from '../config.ts';
import type { FunctionName } from '../functions.ts';

/** The session's tag that says which organization it is for; functions/platform/adapters/organization-sessions.ts sets it. */
export const organizationTag = 'organization';

/** A ciphertext is of the organization that the session is for: its encryption context says whose it is. */
export const forOwnOrganization = {
  StringEquals: { 'kms:EncryptionContext:organization': `\${aws:PrincipalTag/${organizationTag}}` },
};

/** A ciphertext is of an organization: one that is bound to none is opened by nobody. */
export const forSomeOrganization = {
  StringLike: { 'kms:EncryptionContext:organization': '????????-????-????-????-????????????' },
};

type Partner = 'docuseal' | 'google-calendar' | 'quickbooks';
type Whose = Record<string, Record<string, string>>;

/** All of a connection to one partner, of these organizations. */
export const ofPartner = (partner: Partner, whose: Whose = forSomeOrganization) => ({
  ...whose,
  StringEquals: { ...whose.StringEquals, 'kms:EncryptionContext:partner': partner },
});

/** One part of it: what the partner is asked with, or what proves its webhooks. */
export const partOfConnection = (part: 'access' | 'webhook', partner: Partner, whose?: Whose) => {
  const all = ofPartner(partner, whose);
  return { ...all, StringEquals: { ...all.StringEquals, 'kms:EncryptionContext:part': part } };
};

/** Its name is fixed, because the SSN key's policy names roles of a later stack. */
export const organizationRoleName = (config: Config, name: FunctionName): string =>
  nameOf(config, `${name}-organization`);

/**
 * The rights of a function that discloses, for one organization at a time (quality S-02): its own role assumes this one
 * with the organization as the only tag of the session, and every statement here stands on that tag. A fault in the
 * function's logic that names another organization's key is refused by DynamoDB, and by KMS.
 */
export class OrganizationRole extends iam.Role {
  constructor(scope: Construct, id: string, config: Config, { name, of }: { name: FunctionName; of: iam.IRole }) {
    super(scope, id, {
      roleName: organizationRoleName(config, name),
      assumedBy: new iam.ArnPrincipal(of.roleArn)
        .withConditions({
          // A tag holds neither * nor ?, so that what stands in its place in a pattern is an id and nothing else.
          StringLike: { [`aws:RequestTag/${organizationTag}`]: '????????-????-????-????-????????????' },
          'ForAllValues:StringEquals': { 'aws:TagKeys': [organizationTag] },
        })
        .withSessionTags(),
    });
  }
}
