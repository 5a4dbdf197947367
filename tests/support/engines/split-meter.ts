import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

interface Consumed {
  CapacityUnits?: number;
}
const writing = /^(Put|Update|Delete|TransactWrite|BatchWrite)/;

export const splitMeter = (client: DynamoDBClient) => {
  const units = { reads: 0, writes: 0 };
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (call) => {
        const input = { ...(call.input as object), ReturnConsumedCapacity: 'TOTAL' };
        const result = await next({ ...call, input: input as typeof call.input });
        const consumed = (result.output as { ConsumedCapacity?: Consumed | Consumed[] }).ConsumedCapacity;
        for (const part of [consumed ?? []].flat())
          units[writing.test(commandName) ? 'writes' : 'reads'] += part.CapacityUnits ?? 0;
        return result;
      },
    { name: 'splitMeter', step: 'initialize' },
  );
  return {
    units,
    reset: (): void => {
      units.reads = 0;
      units.writes = 0;
    },
  };
};
