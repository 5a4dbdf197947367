import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

interface Consumed {
  CapacityUnits?: number;
}

/**
 * Adds up the consumed capacity since the last `reset`; the local engine counts as DynamoDB does, except for rounding.
 */
export const meter = (client: DynamoDBClient): { units: () => number; reset: () => void } => {
  let units = 0;
  client.middlewareStack.add(
    (next) => async (call) => {
      const input = { ...(call.input as object), ReturnConsumedCapacity: 'TOTAL' };
      const result = await next({ ...call, input: input as typeof call.input });
      const consumed = (result.output as { ConsumedCapacity?: Consumed | Consumed[] }).ConsumedCapacity;
      for (const part of [consumed ?? []].flat()) units += part.CapacityUnits ?? 0;
      return result;
    },
    { name: 'meter', step: 'initialize' },
  );
  return {
    units: () => units,
    reset: () => {
      units = 0;
    },
  };
};
