import { BatchWriteItemCommand, type DynamoDBClient, type WriteRequest } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Item } from '#functions/data/table.ts';
import { pause } from '../pause.ts';

const largestBatch = 25;
const never = new AbortController().signal;

/** Puts items as they are, past every condition: for imports, which alone write what they write. */
export const putAll = async (client: DynamoDBClient, tableName: string, items: readonly Item[]): Promise<void> => {
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
};
