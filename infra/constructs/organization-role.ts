import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { type Config, nameOf } from '../config.ts';
import type { FunctionName } from '../functions.ts';

export const organizationTag = 'organization';

export const forOwnOrganization = {
  StringEquals: { 'kms:EncryptionContext:organization': `\${aws:PrincipalTag/${organizationTag}}` },
};

export const forSomeOrganization = {
  StringLike: { 'kms:EncryptionContext:organization': '????????-????-????-????-????????????' },
};

type Partner = 'docuseal' | 'google-calendar' | 'quickbooks';
type Whose = Record<string, Record<string, string>>;

export const ofPartner = (partner: Partner, whose: Whose = forSomeOrganization) => ({
  ...whose,
  StringEquals: { ...whose.StringEquals, 'kms:EncryptionContext:partner': partner },
});

export const partOfConnection = (part: 'access' | 'webhook', partner: Partner, whose?: Whose) => {
  const all = ofPartner(partner, whose);
  return { ...all, StringEquals: { ...all.StringEquals, 'kms:EncryptionContext:part': part } };
};

/** Its name is fixed, because key policies name roles of a later stack. */
export const organizationRoleName = (config: Config, name: FunctionName): string =>
  nameOf(config, `${name}-organization`);

/**
 * Rights of a disclosing function for one organization (quality S-02). The function assumes this role with the
 * organization as the only session tag, and every statement depends on the tag: DynamoDB and KMS deny a key of another
 * organization even if the code names it.
 */
export class OrganizationRole extends iam.Role {
  constructor(scope: Construct, id: string, config: Config, { name, of }: { name: FunctionName; of: iam.IRole }) {
    super(scope, id, {
      roleName: organizationRoleName(config, name),
      assumedBy: new iam.ArnPrincipal(of.roleArn)
        .withConditions({
          // A tag value contains neither `*` nor `?`, so that only an id matches.
          StringLike: { [`aws:RequestTag/${organizationTag}`]: '????????-????-????-????-????????????' },
          'ForAllValues:StringEquals': { 'aws:TagKeys': [organizationTag] },
        })
        .withSessionTags(),
    });
  }
}
