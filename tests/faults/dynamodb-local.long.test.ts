import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentsDue } from '#functions/documents/repository/documents.ts';
import { prefixEnd, Table } from '#functions/platform/store/table.ts';
import { envelopesDue, openEnvelopes } from '#functions/signatures/repository/envelopes.ts';
import { type Stack, startStack } from '#local/stack.ts';
import { recount, recountSettled } from '#tests/support/checker/recount.ts';
import { hasJava } from '#tests/support/engines/java.ts';
import { reportAll } from './support/families.ts';
import { bothMailsOf, mailsByReport } from './support/mails.ts';
import { empty, messagesIn } from './support/queue-counts.ts';
import { signIn } from './support/staff.ts';
import { takeIntoCase } from './support/story.ts';
import { sealedTrails } from './support/trails.ts';

describe.skipIf(!hasJava())("product on Amazon's DynamoDB Local", { timeout: 600_000 }, () => {
  let dataDir: string;
  let stack: Stack;
  let client: DynamoDBClient;
  let table: Table;
  let before: string[];

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'stillwater-dynamodb-local-'));
    const options = { dataDir, ports: 'random', rateLimits: 'off', effectLeaseSeconds: 1 } as const;
    stack = await startStack({ ...options, engine: 'dynamodb-local' });
    client = new DynamoDBClient({});
    table = new Table(client, stack.env.TABLE_NAME);
    before = await recountSettled(client, table.name);
  }, 600_000);
  afterAll(async () => {
    client?.destroy();
    await stack?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('supports everything that the data layer needs', async () => {
    expect(stack.services.database.engine).toBe('dynamodb-local');
    const pk = `T#${randomUUID()}#TEST`;
    const key = (sk: string) => ({ pk, sk });
    const total = { update: key('total'), add: { cents: 1 } };
    const rows = Array.from({ length: 30 }, (_, n) => `row-${String(n).padStart(2, '0')}`);
    await Promise.all(rows.map((sk) => table.transact([{ put: { ...key(sk), sk }, when: 'absent' }, total])));
    expect(await table.get(key('total'))).toMatchObject({ cents: 30 });
    const taken = table.transact([
      total,
      { put: key('row-07'), when: 'absent', refused: (current) => new Error(`taken by ${current?.sk}`) },
    ]);
    await expect(taken).rejects.toThrow('taken by row-07');
    expect(await table.get(key('total'))).toMatchObject({ cents: 30 });
    const tens = await table.query({ pk, between: ['row-1', prefixEnd('row-1')], newestFirst: true, limit: 3 });
    expect(tens.map(({ sk }) => sk)).toEqual(['row-19', 'row-18', 'row-17']);
    expect(await table.query({ pk, between: ['', 'row-01'] })).toHaveLength(2);
    expect((await table.getAll([key('row-29'), key('none'), key('row-00')])).map(({ sk }) => sk)).toEqual([
      'row-29',
      'row-00',
    ]);
    const stale = table.transact([{ update: key('total'), set: { cents: 0 }, when: { equals: { cents: 29 } } }]);
    await expect(stale).rejects.toMatchObject({ kind: 'conflict' });
    await table.transact([
      { delete: key('total'), when: 'exists' },
      { check: key('row-00'), when: 'exists' },
    ]);
    expect(await table.get(key('total'))).toBeUndefined();
  });

  it('finds due records from the start, as scheduled functions do', async () => {
    const now = new Date();
    const due = [documentsDue(table, now, 10), envelopesDue(table, now, 10), openEnvelopes(table, 10)];
    for (const found of await Promise.all<unknown[]>(due)) expect(Array.isArray(found)).toBe(true);
  });

  it('processes first calls through its stream to emails once, and into cases', async () => {
    const acknowledged = await reportAll(stack.intakeUrl, { reports: 10, writers: 5 });
    const mails = bothMailsOf(acknowledged.map(({ reference }) => reference));
    const settled = async () => ({
      mails: await mailsByReport(stack.mailboxUrl),
      queued: await messagesIn(stack.services.queues.url, 'notify'),
    });
    await expect.poll(settled, { timeout: 120_000, interval: 50 }).toEqual({ mails, queued: empty });
    const staff = await signIn(stack);
    for (const { reference, ssn } of acknowledged.slice(0, 3))
      expect(await takeIntoCase(staff, reference)).toMatchObject({ sameAgain: true, ssn });
  });

  it('seals the audit log and stays consistent', async () => {
    const { entries, sealed, findings: broken } = await sealedTrails(client, stack.env);
    expect({ sealed, broken }).toEqual({ sealed: entries, broken: [] });
    await expect.poll(() => recount(client, table.name), { timeout: 120_000, interval: 200 }).toEqual(before);
  });
});
