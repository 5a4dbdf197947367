import { describe, expect, it } from 'vitest';
import type { FunctionName } from '#infra/functions.ts';
import {
  flat,
  inOrganization,
  org,
  otherOrg,
  role,
  subjectKey,
  subjectKeyArn,
  synthesis,
} from '#tests/infra/privileged-roles.ts';
import { isAllowed, type Role, rolesOf } from '#tests/infra/roles.ts';
import { organizationTag } from './organization-role.ts';

describe('subject key', () => {
  const withSealed: FunctionName[] = [
    ...([
      'cases',
      'day',
      'tasks',
      'first-calls',
      'payments',
      'signatures',
      'signing-work',
      'envelope-care',
      'signing-remind',
      'documents',
      'staff',
      'document-scans',
      'task-work',
      'kept-papers',
    ] as const),
  ];
  const actions = ['kms:Decrypt', 'kms:GenerateDataKey'];

  it('S-40 serves recording functions for any organization, two roles for their own', () => {
    const using = (encryptionContext: Record<string, string>) =>
      rolesOf(synthesis)
        .filter((any) =>
          actions.some((action) =>
            isAllowed(any, action, subjectKeyArn, { principalTags: { [organizationTag]: org }, encryptionContext }),
          ),
        )
        .map(({ placed }) => placed.id)
        .sort();
    const own = withSealed.map((name) => role(name).placed.id);
    const ofOne = (['disclosures', 'archives'] as const).map((name) => inOrganization(name).placed.id);
    expect(using({ organization: org })).toEqual([...own, ...ofOne].sort());
    expect(using({ organization: otherOrg })).toEqual([...own].sort());
    expect(using({})).toEqual([]);
  });

  it('S-40 S-02 enforces this in the key policy, without delegating to IAM', () => {
    const arn = ({ placed }: Role) => `arn:aws:iam::AWS::AccountId:role/${placed.Properties.RoleName}`;
    const listed = (arns: unknown) => flat(arns, subjectKey.stack);
    // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's properties are as free as JSON
    const statements: any[] = subjectKey.Properties.KeyPolicy.Statement;
    const own = withSealed.map((name) => arn(role(name)));
    const ofOne = (['disclosures', 'archives'] as const).map((name) => arn(inOrganization(name))).join();
    expect(
      statements
        .filter(({ Sid }) => Sid !== 'Administer')
        .map(({ Sid, Effect, Action, Condition = {} }) => [
          ...[Sid, Effect, Action],
          listed(Object.values((Condition.ArnEquals ?? Condition.ArnNotEquals ?? {}) as object)),
        ]),
    ).toEqual([
      ['UseForEach', 'Allow', actions, own.join()],
      ['UseForOwn', 'Allow', actions, ofOne],
      ['NobodyElseUses', 'Deny', [...actions, 'kms:ReEncryptFrom'], [...own, ofOne].join()],
      ['NoWayAround', 'Deny', ['kms:CreateGrant', 'kms:ReEncryptFrom', 'kms:ReplicateKey'], ''],
    ]);
    expect(statements.find(({ Sid }) => Sid === 'UseForOwn').Condition.StringEquals).toEqual({
      'kms:EncryptionContext:organization': `\${aws:PrincipalTag/${organizationTag}}`,
    });
    const administering: string[] = statements.find(({ Sid }) => Sid === 'Administer').Action;
    expect(administering.filter((action) => /crypt|DataKey|CreateGrant|Sign|Mac|\*/.test(action))).toEqual([]);
  });
});
