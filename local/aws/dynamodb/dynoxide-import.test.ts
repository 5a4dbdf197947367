import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Item, Table } from '#functions/store/table.ts';
import { ensureTable } from '#local/table-definition.ts';
import { type RunningDynamoDb, startDynamoDb } from './dynamodb.ts';
import { DynoxideImport } from './dynoxide-import.ts';

const tableName = 'stillwater';

describe('an import into the engine’s file', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-import-'));
  const path = join(dataDir, 'dynoxide.sqlite');
  let engine: RunningDynamoDb;
  let table: Table;
  beforeAll(async () => {
    engine = await startDynamoDb({ port: 0, dataDir, engine: 'dynoxide' });
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const client = new DynamoDBClient({ endpoint: engine.url, region: 'us-east-1', credentials });
    await ensureTable(client, tableName);
    table = new Table(client, tableName);
  });
  afterAll(async () => {
    await engine.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const things: Item[] = [
    {
      pk: 'T#a',
      sk: 'PLAIN',
      text: 'Nguyễn',
      n: -12.5,
      list: ['x', 1, [true, null]],
      map: { a: { b: '' } },
      none: null,
    },
    {
      pk: 'T#b',
      sk: 'LISTED',
      gsi1pk: 'L#1',
      gsi1sk: '2026#b',
      gsi3pk: 'L#3',
      gsi3sk: 'b',
      row: { id: 'b' },
      hidden: 1,
    },
    { pk: 'T#c', sk: 'LISTED', gsi1pk: 'L#1', gsi1sk: '2026#c', row: { id: 'c' } },
  ];

  /** What the engine keeps of an item: everything but the order of a JSON object's names. */
  const stored = (pk: string) => {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      const indexes = [1, 2, 3, 4].map((n) => [`${tableName}::gsi::gsi${n}`, 'table_pk'] as const);
      return [[tableName, 'pk'] as const, ...indexes].map(([name, column]) =>
        database
          .prepare(`SELECT * FROM "${name}" WHERE ${column} = ?`)
          .all(`S:${pk}`)
          .map(({ item_json, ...rest }) => ({ ...rest, item: JSON.parse(String(item_json)) as unknown })),
      );
    } finally {
      database.close();
    }
  };

  it('writes what the engine would have written', async () => {
    await table.transact(things.map((put) => ({ put })));
    const byEngine = things.map(({ pk }) => stored(pk));
    await table.transact(things.map(({ pk, sk }) => ({ delete: { pk, sk } })));
    const file = new DynoxideImport(path, tableName);
    file.put(things);
    expect(things.map(({ pk }) => stored(pk))).toEqual(byEngine);
    // Once more, and one of them in other places: as a put over an item does.
    const moved = { ...things[1], gsi1sk: '2027#b', gsi3pk: undefined, gsi3sk: undefined } as unknown as Item;
    file.put([...things, moved]);
    file.close();
    const rows = await table.query({ pk: 'L#1', index: 'gsi1' });
    expect(rows.map(({ gsi1sk }) => gsi1sk)).toEqual(['2026#c', '2027#b']);
    expect(await table.query({ pk: 'L#3', index: 'gsi3' })).toEqual([]);
    expect(await table.get({ pk: 'T#a', sk: 'PLAIN' })).toEqual(things[0]);
  });

  it('and the engine write beside each other', async () => {
    const file = new DynoxideImport(path, tableName);
    const imported = Array.from({ length: 40 }, (_, at) => ({ pk: `T#import#${at}`, sk: 'X', at }));
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let at = 0; at < 40; at++) await table.transact([{ put: { pk: `T#engine#${writer}#${at}`, sk: 'X', at } }]);
    });
    for (const item of imported) {
      file.put([item]);
      await new Promise(setImmediate);
    }
    await Promise.all(writers);
    file.close();
    for (const { pk, at } of imported) expect(await table.get({ pk, sk: 'X' })).toMatchObject({ at });
    expect(await table.get({ pk: 'T#engine#3#39', sk: 'X' })).toMatchObject({ at: 39 });
  });
});
