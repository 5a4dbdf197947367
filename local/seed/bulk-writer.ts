import { existsSync } from 'node:fs';
import { BatchWriteItemCommand, type DynamoDBClient, type WriteRequest } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Item } from '#functions/store/table.ts';
import { DynoxideImport } from '#local/aws/dynamodb/dynoxide-import.ts';
import { pause } from '../pause.ts';

/** Puts items as they are, past every condition: for imports, which alone write what they write. */
export interface BulkWriter {
  putAll(items: readonly Item[]): Promise<void>;
  close(): void;
}

const largestBatch = 25;
const never = new AbortController().signal;

const throughTheApi = (client: DynamoDBClient, tableName: string): BulkWriter => ({
  async putAll(items) {
    for (let at = 0; at < items.length; at += largestBatch) {
      let pending: WriteRequest[] = items.slice(at, at + largestBatch).map((item) => ({
        PutRequest: { Item: marshall(item, { removeUndefinedValues: true }) },
      }));
      for (let tries = 1; pending.length; tries++) {
        const { UnprocessedItems } = await client.send(
          new BatchWriteItemCommand({ RequestItems: { [tableName]: pending } }),
        );
        pending = UnprocessedItems?.[tableName] ?? [];
        if (pending.length) await pause(Math.min(50 * 2 ** tries, 2000), never);
      }
    }
  },
  close() {},
});

/**
 * A writer for the table behind this client. Where the engine keeps its data in the file `databasePath`, it writes
 * there, ten times as fast as through the engine's own interface.
 */
export const bulkWriter = (client: DynamoDBClient, tableName: string, databasePath?: string): BulkWriter => {
  if (!databasePath || !existsSync(databasePath)) return throughTheApi(client, tableName);
  const file = new DynoxideImport(databasePath, tableName);
  return {
    async putAll(items) {
      file.put(items);
    },
    close: () => file.close(),
  };
};
