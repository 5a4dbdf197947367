import { describe, expect, it } from 'vitest';
import { signInLimits } from '#domain/shared/operations/sign-in-limits.ts';
import { synthesize } from '#tests/infra/synthesis.ts';

const { all, flat, template } = await synthesize();

describe('S-08 identity', () => {
  it('S-08 prevents sign-up, hides which accounts exist, and protects the pool', () => {
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

  it('S-05 S-08 gives the site an SRP client, short access tokens and rotating refresh tokens', () => {
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

  it('lets each client write every required attribute, as Cognito demands', () => {
    const [pool] = all('AWS::Cognito::UserPool');
    const required = ((pool?.Properties.Schema ?? []) as { Name: string; Required?: boolean }[]).flatMap((one) =>
      one.Required ? [one.Name] : [],
    );
    for (const { Properties } of all('AWS::Cognito::UserPoolClient'))
      expect(Properties.WriteAttributes).toEqual(expect.arrayContaining(required));
  });
});

describe('S-23 sign-in firewall', () => {
  it('S-23 limits sign-ins and reset codes per address in front of the pool', () => {
    const { Resources } = template('identity');
    const [aclId, acl] = Object.entries(Resources).find(([, { Type }]) => Type === 'AWS::WAFv2::WebACL') ?? [];
    const [poolId] = Object.entries(Resources).find(([, { Type }]) => Type === 'AWS::Cognito::UserPool') ?? [];
    const [association] = all('AWS::WAFv2::WebACLAssociation');
    const { WebACLArn, ResourceArn } = association?.Properties ?? {};
    expect(flat(WebACLArn, association?.stack ?? '')).toBe(`Stillwater-prod-Identity.${aclId}.Arn`);
    expect(flat(ResourceArn, association?.stack ?? '')).toBe(`Stillwater-prod-Identity.${poolId}.Arn`);
    // A new firewall takes minutes to propagate, so another stack attaches it.
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
    // Ten people with three tabs each behind one address, twice in five minutes.
    expect(signInLimits.InitiateAuth).toBeGreaterThanOrEqual(10 * 3 * 2);
  });
});
