import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#domain/registry/endpoints.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { FunctionName } from '#infra/functions.ts';
import { routes } from '#infra/routes.ts';
import {
  changes,
  disclosing,
  id,
  index,
  inOrganization,
  keys,
  org,
  otherOrg,
  partitions,
  reached,
  reads,
  role,
  ssnKeyArn,
  subjectKeyArn,
  synthesis,
  tableArn,
} from '#tests/infra/privileged-roles.ts';
import { isAllowed, type Role, rolesOf, trusts } from '#tests/infra/roles.ts';
import { organizationTag } from './organization-role.ts';

describe('F7 S-02 rights of one organization', () => {
  const session = { [organizationTag]: org };
  const otherKeys = keysOf(otherOrg);
  const reachedIn = (name: FunctionName, actions: readonly string[], of: Record<string, string> = partitions) =>
    Object.entries(of).flatMap(([kind, pk]) =>
      actions.some((action) =>
        [tableArn, ...[1, 2, 3, 4].map((n) => index(`gsi${n}`))].some((resource) =>
          isAllowed(inOrganization(name), `dynamodb:${action}`, resource, {
            leadingKeys: [pk],
            principalTags: session,
          }),
        ),
      )
        ? [kind]
        : [],
    );

  it('S-02 serves every disclosing endpoint from such a function, and no other', () => {
    for (const { endpoint, name } of allEndpoints()) {
      const served = routes().filter(({ endpoint }) => endpoint === name);
      expect([name, served.map(({ functionName }) => disclosing.includes(functionName))]).toEqual([
        name,
        [endpoint.organizationScoped === true],
      ]);
      // A cached actor could differ from the one that the session was created for.
      if (endpoint.organizationScoped) expect([name, endpoint.skipActorCache]).toEqual([name, true]);
    }
  });

  /** Functions without a signed-in user look up no actor. */
  const bySession = disclosing.filter((name) => !['calendar-file', 'archives'].includes(name));

  it.each(bySession)('S-02 %s reaches no record, audit trail or number with its own role', (name) => {
    expect(reached(name, reads)).toEqual(['organization', 'profiles', 'secondFactor', 'subject']);
    // A profile's day of the last call is its only attribute here (grants.test.ts).
    expect(reached(name, ['PutItem', ...changes])).toEqual(['profiles', 'rate']);
    expect(isAllowed(role(name), 'kms:Decrypt', ssnKeyArn, { encryptionContext: { organization: org } })).toBe(false);
  });

  it('S-02 lets archives reach items of one organization only, without numbers', () => {
    expect(reached('archives', [...reads, ...changes, 'PutItem', 'ConditionCheckItem'])).toEqual([]);
    const found = reachedIn('archives', reads, { ...partitions, list: keys.listView('cases', 'created') });
    for (const kind of ['ssn', 'checkNumber', 'connection', 'secondFactor', 'invitations', 'importLines', 'outbox'])
      expect([kind, found.includes(kind)]).toEqual([kind, false]);
    expect(found).toEqual(
      expect.arrayContaining([
        ...['organization', 'homes', 'profiles', 'case', 'customer', 'submission', 'firstCall', 'payment', 'document'],
        ...['auditOfCase', 'auditBatches', 'auditHead', 'subjectKey', 'list'],
      ]),
    );
    expect(reachedIn('archives', ['PutItem', ...changes])).toEqual(['archives', 'outbox']);
    expect(reachedIn('archives', ['ConditionCheckItem'])).toEqual([]);
  });

  it('S-02 lets a session reach what it discloses of its own organization', () => {
    expect(reachedIn('ssn', reads)).toEqual(['case', 'ssn', 'payment', 'checkNumber']);
    expect(reachedIn('ssn', ['PutItem', ...changes])).toEqual(['auditOfCase', 'auditOfSubmission', 'outbox']);
    expect(reachedIn('disclosures', reads).sort()).toEqual([
      ...[
        'archives',
        'auditBatches',
        'auditHead',
        'auditOfCase',
        'auditOfSubmission',
        'auditTrail',
        'case',
        'customer',
      ],
      ...['document', 'documentZip', 'envelope', 'export'],
      // Disclosures check whether a deleted record is gone.
      ...['firstCall', 'homes', 'list', 'profiles', 'shared', 'subjectKey', 'submission'],
      ...['submissionOwner', 'tokens'],
    ]);
    expect(reachedIn('disclosures', ['PutItem', ...changes]).sort()).toEqual([
      ...['archives', 'auditOfCase', 'auditOfSubmission', 'documentZip', 'export', 'outbox', 'subjectKey'],
    ]);
    expect(reachedIn('calendar-file', reads).sort()).toEqual([
      ...['calendarFeeds', 'case', 'homes', 'list', 'profiles', 'shared', 'tokens'],
    ]);
    expect(reachedIn('calendar-file', ['PutItem', ...changes, 'ConditionCheckItem'])).toEqual([]);
    expect(reachedIn('insight-file', reads).sort()).toEqual(['facts', 'homes', 'monthSums']);
    expect(reachedIn('books-file', reads).sort()).toEqual([
      ...['accounting', 'booksConnection', 'list', 'payment', 'shared', 'tokens'],
    ]);
    expect(reachedIn('insight-file', ['PutItem', ...changes, 'ConditionCheckItem'])).toEqual([]);
    // The function refreshes and stores expired tokens.
    expect(reachedIn('books-file', ['PutItem', ...changes, 'ConditionCheckItem'])).toEqual(['booksConnection']);
    expect(reachedIn('ssn', ['ConditionCheckItem'])).toEqual(['profiles']);
    expect(reachedIn('disclosures', ['ConditionCheckItem'])).toEqual([
      ...['profiles', 'submission', 'firstCall', 'case', 'customer'],
    ]);
  });

  it.each(disclosing)('S-02 %s reaches no item of another organization or of none', (name) => {
    const everything = [...reads, ...changes, 'PutItem', 'ConditionCheckItem', 'Scan'];
    const others = Object.fromEntries(
      Object.entries(partitions).map(([kind, pk]) => [kind, pk.replace(`T#${org}`, `T#${otherOrg}`)]),
    );
    expect(others.case).toBe(otherKeys.caseItems(id));
    expect(reachedIn(name, everything, { ...others, list: otherKeys.listView('cases', 'created') })).toEqual([]);
  });

  it('S-40 S-02 lets one role destroy a subject key, for its own organization', () => {
    const destroys = (any: Role, leadingKeys: string[], principalTags: Record<string, string> = session) =>
      isAllowed(any, 'dynamodb:DeleteItem', tableArn, { leadingKeys, principalTags });
    const own = keys.subjectKey('CASE', id).pk;
    expect(
      rolesOf(synthesis)
        .filter((any) => destroys(any, [own]))
        .map(({ placed }) => placed.id),
    ).toEqual([inOrganization('disclosures').placed.id]);
    expect(destroys(inOrganization('disclosures'), [otherKeys.subjectKey('CASE', id).pk])).toBe(false);
    expect(destroys(inOrganization('disclosures'), [own], {})).toBe(false);
    expect(reachedIn('disclosures', ['DeleteItem'])).toEqual(['subjectKey']);
  });

  it.each(disclosing)('S-02 %s reaches nothing in a session without an organization', (name) => {
    for (const pk of Object.values(partitions))
      for (const action of [...reads, 'PutItem'])
        expect(isAllowed(inOrganization(name), `dynamodb:${action}`, tableArn, { leadingKeys: [pk] })).toBe(false);
  });

  it('S-02 denies a batch with one key of another organization', () => {
    const both = { leadingKeys: [keys.ssn(id).pk, otherKeys.ssn(id).pk], principalTags: session };
    expect(isAllowed(inOrganization('ssn'), 'dynamodb:GetItem', tableArn, both)).toBe(false);
  });

  it("S-02 S-09 decrypts only values bound to the session's organization", () => {
    const decrypts = (principalTags: Record<string, string>, encryptionContext: Record<string, string>) =>
      isAllowed(inOrganization('ssn'), 'kms:Decrypt', ssnKeyArn, { principalTags, encryptionContext });
    expect(decrypts(session, { organization: org, ssn_id: id })).toBe(true);
    expect(decrypts(session, { organization: otherOrg, ssn_id: id })).toBe(false);
    expect(decrypts(session, { ssn_id: id })).toBe(false);
    expect(decrypts({}, { organization: org, ssn_id: id })).toBe(false);
  });

  it("S-02 S-40 opens personal data of the session's organization only", () => {
    const opens = (principalTags: Record<string, string>, encryptionContext: Record<string, string>) =>
      ['kms:Decrypt', 'kms:GenerateDataKey'].map((action) =>
        isAllowed(inOrganization('disclosures'), action, subjectKeyArn, { principalTags, encryptionContext }),
      );
    expect(opens(session, { organization: org, subject: `CASE#${id}` })).toEqual([true, true]);
    expect(opens(session, { organization: otherOrg, subject: `CASE#${id}` })).toEqual([false, false]);
    expect(opens(session, { subject: `CASE#${id}` })).toEqual([false, false]);
    expect(opens({}, { organization: org, subject: `CASE#${id}` })).toEqual([false, false]);
    const context = { encryptionContext: { organization: org, subject: `CASE#${id}` } };
    for (const name of disclosing)
      expect(isAllowed(role(name), 'kms:Decrypt', subjectKeyArn, context), name).toBe(false);
  });

  it.each(disclosing)('S-02 lets only %s assume its role, for one organization and no other tag', (name) => {
    const trusted = (by: Role, tags: Record<string, string>) => trusts(synthesis, inOrganization(name), by, tags);
    expect(trusted(role(name), session)).toBe(true);
    expect(trusted(role(name), {})).toBe(false);
    expect(trusted(role(name), { [organizationTag]: 'everybody' })).toBe(false);
    expect(trusted(role(name), { ...session, admin: 'yes' })).toBe(false);
    expect(
      rolesOf(synthesis)
        .filter((any) => trusted(any, session))
        .map(({ placed }) => placed.id),
    ).toEqual([role(name).placed.id]);
  });
});
