import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { auditTrails, sealEntry, verifyTrail } from './audit-chain.ts';
import { keysOf } from './keys.ts';

const organization = '0190a000-0000-7000-8000-000000000002';
const keys = keysOf(organization);

describe('S-12 the audit chain', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.close());

  const record = async (id: string, actions: string[]) => {
    const db = harness.databaseOf(organization);
    for (const action of actions) await harness.table.transact([db.audit.entry('CASE', id, action)]);
    const entries = await harness.table.query({ pk: keys.audit('CASE', id) });
    for (const entry of entries) await sealEntry(harness.table, entry);
    return entries;
  };
  const later = new Date(Date.now() + 60_000);

  it('holds for an untouched trail, also when an entry is sealed twice', async () => {
    const [first] = await record('case-a', ['created', 'updated', 'ssn.revealed']);
    if (first) await sealEntry(harness.table, first);
    expect(await verifyTrail(harness.table, keys.audit('CASE', 'case-a'), later)).toEqual([]);
    expect(await auditTrails(harness.table)).toContain(keys.audit('CASE', 'case-a'));
  });

  it('shows an entry that was changed', async () => {
    const [, second] = await record('case-b', ['created', 'ssn.revealed', 'updated']);
    await harness.client.send(
      new UpdateItemCommand({
        TableName: harness.tableName,
        Key: { pk: { S: String(second?.pk) }, sk: { S: String(second?.sk) } },
        UpdateExpression: 'SET actor_name = :n',
        ExpressionAttributeValues: { ':n': { S: 'Somebody Else' } },
      }),
    );
    const findings = await verifyTrail(harness.table, keys.audit('CASE', 'case-b'), later);
    expect(findings).toEqual([{ pk: keys.audit('CASE', 'case-b'), problem: 'entry-changed', sk: second?.sk }]);
  });

  it('shows an entry that was removed, and one that was never sealed', async () => {
    const [first] = await record('case-c', ['created', 'updated']);
    await harness.table.transact([{ delete: { pk: String(first?.pk), sk: String(first?.sk) } }]);
    await harness.table.transact([harness.databaseOf(organization).audit.entry('CASE', 'case-c', 'late')]);
    const problems = (await verifyTrail(harness.table, keys.audit('CASE', 'case-c'), later)).map(
      ({ problem }) => problem,
    );
    expect(problems).toEqual(['entry-missing', 'entry-unsealed']);
    // A young entry may still be on its way through the stream.
    const soon = await verifyTrail(harness.table, keys.audit('CASE', 'case-c'), new Date(0));
    expect(soon.map(({ problem }) => problem)).toEqual(['entry-missing']);
  });
});
