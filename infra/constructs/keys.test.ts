import { describe, expect, it } from 'vitest';
import type { FunctionName } from '#infra/functions.ts';
import {
  arnOf,
  flat,
  inOrganization,
  keys,
  names,
  org,
  otherOrg,
  partnerKey,
  partnerKeyArn,
  reached,
  role,
  subjectKey,
  subjectKeyArn,
  synthesis,
  tableArn,
} from '#tests/infra/privileged-roles.ts';
import { isAllowed, type Role, rolesOf } from '#tests/infra/roles.ts';
import { organizationTag } from './organization-role.ts';

const contextOf = (part: string, partner = 'docuseal', organization: string = org) => ({
  encryptionContext: { organization, partner, part },
});
const opening = (part: string, partner?: string) =>
  names.filter((name) => isAllowed(role(name), 'kms:Decrypt', partnerKeyArn, contextOf(part, partner)));

describe('S-20 partner key', () => {
  it('decrypts credentials for workers, and webhook secrets for webhook functions', () => {
    expect(opening('access')).toEqual(['signing', 'signing-work']);
    expect(opening('webhook')).toEqual(['docuseal-webhooks']);
    expect(opening('access', 'quickbooks')).toEqual(['accounting', 'quickbooks']);
    expect(opening('webhook', 'quickbooks')).toEqual([]);
    expect(opening('access', 'google-calendar')).toEqual(['google-calendar']);
    expect(opening('anything')).toEqual([]);
    const others = rolesOf(synthesis).filter((any) => !names.some((name) => arnOf(role(name)) === arnOf(any)));
    for (const [part, partner] of [['access'], ['webhook'], ['access', 'quickbooks'], ['access', 'google-calendar']])
      expect(
        others.filter((any) => isAllowed(any, 'kms:Decrypt', partnerKeyArn, contextOf(part ?? '', partner))),
      ).toEqual([]);
  });

  it("S-02 lets the month export use only values of its session's organization", () => {
    const does = (action: string, asked: ReturnType<typeof contextOf>, principalTags: Record<string, string>) =>
      isAllowed(inOrganization('books-file'), action, partnerKeyArn, { ...asked, principalTags });
    const session = { [organizationTag]: org };
    for (const action of ['kms:Decrypt', 'kms:Encrypt']) {
      expect(does(action, contextOf('access', 'quickbooks'), session)).toBe(true);
      expect(does(action, contextOf('access', 'quickbooks', otherOrg), session)).toBe(false);
      expect(does(action, contextOf('access', 'quickbooks'), {})).toBe(false);
    }
    for (const action of ['kms:Decrypt', 'kms:Encrypt']) {
      expect(does(action, contextOf('access', 'docuseal'), session)).toBe(false);
      expect(does(action, contextOf('webhook', 'quickbooks'), session)).toBe(false);
    }
    const connection = (partner: string) =>
      isAllowed(inOrganization('books-file'), 'dynamodb:GetItem', tableArn, {
        leadingKeys: [keys.connection(partner).pk],
        principalTags: session,
      });
    expect(['quickbooks', 'docuseal', 'google-calendar'].filter(connection)).toEqual(['quickbooks']);
    expect(isAllowed(role('books-file'), 'kms:Decrypt', partnerKeyArn, contextOf('access', 'quickbooks'))).toBe(false);
  });

  it('decrypts nothing that is bound to no organization', () => {
    const bound = { encryptionContext: { part: 'access' } };
    expect(names.filter((name) => isAllowed(role(name), 'kms:Decrypt', partnerKeyArn, bound))).toEqual([]);
    expect(names.filter((name) => isAllowed(role(name), 'kms:Encrypt', partnerKeyArn, bound))).toEqual([]);
  });

  it("encrypts a partner's connection only for the function that connects it", () => {
    const sealing = (...asked: Parameters<typeof contextOf>) =>
      names.filter((name) => isAllowed(role(name), 'kms:Encrypt', partnerKeyArn, contextOf(...asked)));
    expect(sealing('access')).toEqual(['signing']);
    expect(sealing('webhook')).toEqual(['signing']);
    expect(sealing('access', 'quickbooks')).toEqual(['accounting', 'quickbooks']);
    expect(sealing('access', 'google-calendar')).toEqual(['calendar-integration']);
    for (const partner of ['quickbooks', 'google-calendar', 'another']) expect(sealing('webhook', partner)).toEqual([]);
  });

  it('enforces this in the key policy, without delegating to IAM', () => {
    // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's properties are as free as JSON
    const statements: any[] = partnerKey.Properties.KeyPolicy.Statement;
    expect(
      statements
        .filter(({ Sid }) => Sid !== 'Administer')
        .map(({ Sid, Condition = {} }) => [
          Sid,
          flat(Object.values((Condition.ArnEquals ?? Condition.ArnNotEquals ?? {}) as object), partnerKey.stack)
            .split(',')
            .map((arn) => arn.replace(/^.*stillwater-[a-z]+-/, '')),
        ]),
    ).toEqual([
      ['Seal', ['signing']],
      ['SealQuickBooks', ['accounting', 'quickbooks']],
      ['SealQuickBooksForOwn', ['books-file-organization']],
      ['SealGoogle', ['calendar-integration']],
      ['OpenAccess', ['signing', 'signing-work']],
      ['OpenQuickBooks', ['accounting', 'quickbooks']],
      ['OpenQuickBooksForOwn', ['books-file-organization']],
      ['OpenGoogle', ['google-calendar']],
      ['OpenWebhooks', ['docuseal-webhooks']],
      [
        'NobodyElseOpens',
        [
          ...['signing', 'signing-work', 'accounting', 'quickbooks', 'books-file-organization'],
          ...['google-calendar', 'docuseal-webhooks'],
        ],
      ],
      ['NoWayAround', ['']],
    ]);
  });

  it('S-18 lets the webhook function read its secret, and nothing of a case', () => {
    expect(reached('docuseal-webhooks', ['GetItem', 'BatchGetItem', 'Query']).sort()).toEqual([
      'booksConnection',
      'connection',
      'submissionOwner',
      'webhook',
    ]);
    expect(reached('docuseal-webhooks', ['PutItem', 'UpdateItem', 'DeleteItem']).sort()).toEqual([
      'heard',
      'outbox',
      'rate',
    ]);
  });
});

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
