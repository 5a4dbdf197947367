import { beforeAll, describe, expect, it } from 'vitest';
import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Item, Key } from '#functions/platform/store/table.ts';
import { recount, scanTable } from '#tests/support/checker/recount.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { openCase, reportDeath } from '#tests/support/records/reports.ts';

const { harness, tenant } = await startHarnessWithTenant();

describe('R-05 recount', () => {
  let items: Item[];
  beforeAll(async () => {
    await reportDeath(harness, tenant);
    await openCase(harness, tenant);
    const invitation = { as: tenant.profiles.super_admin, body: { email: 'new@example.com', role: 'coordinator' } };
    await harness.call(teamEndpoints.invite, invitation);
    await harness.projected();
    items = await scanTable(harness.client, harness.tableName);
  });

  const one = (pattern: RegExp): Item => {
    const found = items.find(({ pk, sk }) => pattern.test(`${pk} | ${sk}`));
    if (!found) throw new Error(`nothing like ${pattern}`);
    return found;
  };
  const keyOf = ({ pk, sk }: Item): Key => ({ pk, sk });
  const stray = (key: Key, rest: object = {}): Item => ({ ...key, ...rest });
  const gone = '0190a000-0000-7000-8000-000000000000';

  it('finds nothing in a consistent table', async () => {
    expect(await recount(harness.client, harness.tableName)).toEqual([]);
  });

  // Remains of a partial or repeated transaction, and the message that reports them.
  const faults: [string, () => { remove?: Item; put?: Item }, RegExp][] = [
    ['a row that is missing', () => ({ remove: one(/#SUBMISSION#[^#]+ \| ROW$/) }), /row is missing/],
    [
      'a row that says something else',
      () => ({ put: { ...one(/#CASE#[^#]+ \| ROW$/), row: '{}' } }),
      /ROW: row is stale/,
    ],
    [
      'a row in the wrong place of a list',
      () => ({ put: { ...one(/#CUSTOMER#[^#]+ \| ROW$/), gsi2sk: 'elsewhere' } }),
      /ROW: row is stale/,
    ],
    [
      'a row of nobody',
      () => ({ put: { ...one(/#CASE#[^#]+ \| ROW$/), pk: keysOf(tenant.id).case(gone).pk } }),
      /row of nothing/,
    ],
    ['a bucket that is missing', () => ({ remove: one(/#L#cases#created \|/) }), /first bucket is missing/],
    [
      'a bucket that counts too much',
      () => {
        const bucket = one(/#L#submissions#created \|/);
        return { put: { ...bucket, n: Number(bucket.n) + 1 } };
      },
      /bucket counts 3 rows, and has 2/,
    ],
    [
      'a bucket that ends before the next one begins',
      () => ({ put: { ...one(/#L#submissions#created \|/), hi: 'x' } }),
      /bucket ends at x/,
    ],
    ['a search token that is missing', () => ({ remove: one(/#S#submissions#ha/) }), /search token is missing/],
    [
      'a search token with other words',
      () => ({ put: { ...one(/#S#cases#li/), tokens: 'others' } }),
      /search token is stale/,
    ],
    [
      'a search token of nobody',
      () => ({ put: stray({ pk: keysOf(tenant.id).tokens('cases', 'xyz'), sk: `xyz#${gone}` }) }),
      /search token of nothing/,
    ],
    ['a copy that is missing', () => ({ remove: one(/ \| LINK#CASE#/) }), /copy is missing/],
    [
      'a copy that says something else',
      () => ({ put: { ...one(/ \| PROGRESS/), status: 'contacted' } }),
      /copy is stale/,
    ],
    ['a copy of nothing', () => ({ put: { ...one(/ \| LINK#CASE#/), sk: `LINK#CASE#${gone}` } }), /copy of nothing/],
    ['a fact that is missing', () => ({ remove: one(/#FACT#opened#/) }), /copy is missing/],
    ['a sum that is missing', () => ({ remove: one(/#MONTHSUMS#/) }), /sum of .* is missing/],
    [
      'a sum that says something else',
      () => ({ put: { ...one(/#MONTHSUMS#/), 'report.n': 9 } }),
      /sums to .*"report.n":9.*, its records to/,
    ],
    [
      'a shared value that is missing',
      () => ({ remove: one(/#SHARED#customers \| phone/) }),
      /shared value is missing/,
    ],
    [
      'a shared value of nothing',
      () => ({ put: stray({ pk: keysOf(tenant.id).shared('submissions'), sk: `death#x#${gone}` }) }),
      /shared value of nothing/,
    ],
    [
      'a customer who counts too many cases',
      () => ({ put: { ...one(/#CUSTOMER#[^#]+ \| CUSTOMER$/), link_count: 2 } }),
      /counts 2 cases, 1 name it/,
    ],
    [
      'a case that names nobody',
      () => ({ remove: one(/#CUSTOMER#[^#]+ \| CUSTOMER$/) }),
      /names a customer who is not there/,
    ],
    [
      'a section that names who is no customer of the case',
      () => ({ put: { ...one(/#CASE#[^#]+ \| CASE$/), customers: {} } }),
      /who is no customer of the case/,
    ],
    ['a submission without its status', () => ({ remove: one(/^STATUS#[^#]+ \| STATUS/) }), /is of the home undefined/],
    [
      'a status without its submission',
      () => ({ put: stray({ pk: 'STATUS#R-2222-2222', sk: 'STATUS' }) }),
      /status without a submission/,
    ],
    ['a case without its number', () => ({ remove: one(/CASENUMBER/) }), /does not name case/],
    [
      'a number without its case',
      () => ({ put: stray(keysOf(tenant.id).caseNumber('X-1'), { case_id: gone }) }),
      /number without a case/,
    ],
    ['a case without its sections', () => ({ remove: one(/SECTION#deceased/) }), /has no sections/],
    [
      'a section without its case',
      () => ({ put: stray(keysOf(tenant.id).caseSection(gone, 'notes')) }),
      /section without a case/,
    ],
    ['a number that was skipped', () => ({ put: { ...one(/#NUMBERING/), last: 2 } }), /WA-\d{4}-0002 was skipped/],
    ['a reference to an SSN that is gone', () => ({ remove: one(/#SSN#/) }), /has no ciphertext/],
    [
      'an SSN that nothing refers to',
      () => ({ put: stray(keysOf(tenant.id).ssn(gone), { ciphertext: 'x' }) }),
      /SSN that nothing refers to/,
    ],
    ['a change without its audit entry', () => ({ remove: one(/#AUDIT#CASE/) }), /has no audit entry/],
    ['a change without its event', () => ({ remove: one(/#OUTBOX#/) }), /recorded and not announced/],
    [
      'an address that says something else than its home',
      () => ({ put: { ...one(/^CARD#/), name: 'Another' } }),
      /does not say what its home says/,
    ],
    [
      'an address that leads to no home',
      () => ({ put: stray({ pk: 'SLUG#nowhere', sk: 'SLUG' }) }),
      /leads to no home/,
    ],
    ['a member without a sign-in', () => ({ remove: one(/^SUB#/) }), /its sign-in leads elsewhere/],
    ['a sign-in of nobody', () => ({ put: stray({ pk: `SUB#${gone}`, sk: 'SUB' }) }), /sign-in of nobody/],
    [
      'an organization that nobody owns',
      () => {
        const owner = items.find(({ role }) => role === 'super_admin');
        return { put: { ...(owner as Item), status: 'deactivated' } };
      },
      /nobody owns it/,
    ],
    ['an invitation that lost its address', () => ({ remove: one(/#INVITED#/) }), /does not hold its address/],
    [
      'an address that nobody holds',
      () => ({ put: stray(keysOf(tenant.id).invited('x@example.com'), { invitation_id: gone }) }),
      /held by nobody/,
    ],
    [
      'a name that no template has',
      () => ({ put: stray(keysOf(tenant.id).signatureTemplateHeld('NAME#x'), { template_id: gone }) }),
      /held by a template that does not have it/,
    ],
    [
      'a cancelled invitation that holds its address',
      () => ({ put: { ...one(/INVITATIONS \| INVITATION#/), status: 'cancelled' } }),
      /cancelled, and still holds its address/,
    ],
    ['a link of no invitation', () => ({ put: stray({ pk: 'INVITE#x', sk: 'INVITE' }) }), /link of no invitation/],
    [
      'an event that is neither sent nor waiting',
      () => ({ put: { ...one(/#OUTBOX#/), gsi1pk: undefined, gsi1sk: undefined } }),
      /not sent, and not in the index/,
    ],
  ];

  it.each(faults)('finds %s', async (_, make, message) => {
    const { remove, put } = make();
    await harness.table.transact([remove ? { delete: keyOf(remove) } : { put: put as Item }]);
    const problems = await recount(harness.client, harness.tableName);
    expect(problems.join('\n')).toMatch(message);
    const original = items.find(({ pk, sk }) => pk === (remove ?? put)?.pk && sk === (remove ?? put)?.sk);
    await harness.table.transact([original ? { put: original } : { delete: keyOf(put as Item) }]);
    expect(await recount(harness.client, harness.tableName)).toEqual([]);
  });
});
