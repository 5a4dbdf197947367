import { describe, expect, it } from 'vitest';
import { arnOf, flat, names, org, partnerKey, partnerKeyArn, reached, role, synthesis } from './privileged-roles.ts';
import { may, rolesOf } from './roles.ts';

const told = (part: string, organization: string = org) => ({
  encryptionContext: { organization, partner: 'docuseal', part },
});
const opening = (part: string) => names.filter((name) => may(role(name), 'kms:Decrypt', partnerKeyArn, told(part)));

describe('S-20 the key of connections to partners', () => {
  it('opens what a partner is asked with for who asks it, and what proves webhooks for who takes them', () => {
    expect(opening('access')).toEqual(['signing', 'signing-work']);
    expect(opening('webhook')).toEqual(['docuseal-webhooks']);
    expect(opening('anything')).toEqual([]);
    const others = rolesOf(synthesis).filter((any) => !names.some((name) => arnOf(role(name)) === arnOf(any)));
    expect(others.filter((any) => may(any, 'kms:Decrypt', partnerKeyArn, told('access')))).toEqual([]);
  });

  it('opens nothing that is bound to no organization', () => {
    const bound = { encryptionContext: { part: 'access' } };
    expect(names.filter((name) => may(role(name), 'kms:Decrypt', partnerKeyArn, bound))).toEqual([]);
    expect(names.filter((name) => may(role(name), 'kms:Encrypt', partnerKeyArn, told('access')))).toEqual(['signing']);
  });

  it('says the same in its own policy, and hands nothing over to IAM', () => {
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
      ['OpenAccess', ['signing', 'signing-work']],
      ['OpenWebhooks', ['docuseal-webhooks']],
      ['NobodyElseOpens', ['signing', 'signing-work', 'docuseal-webhooks']],
      ['NoWayAround', ['']],
    ]);
  });

  it('S-18 the function that takes announcements reads what proves them, and nothing of a case', () => {
    expect(reached('docuseal-webhooks', ['GetItem', 'BatchGetItem', 'Query']).sort()).toEqual([
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
