import { describe, expect, it } from 'vitest';
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
  synthesis,
  tableArn,
} from '#tests/infra/privileged-roles.ts';
import { isAllowed, rolesOf } from '#tests/infra/roles.ts';
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
