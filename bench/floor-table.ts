import { CreateTableCommand, DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { TABLE_NAME } from '#local/environment.ts';
import type { RecordedCall, Recording } from './recording.ts';

const FLOOR_TABLE = `${TABLE_NAME}-floor`;
const ALWAYS = 'attribute_exists(pk) OR attribute_not_exists(pk)';

type Key = Record<'pk' | 'sk', string>;
interface Action {
  TableName: string;
  Key?: Key;
  Item?: Key;
  UpdateExpression?: string;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

/** A table like the product's, without a stream: what the floor writes gives the product nothing to do. */
export const floorTable = async (client: DynamoDBClient): Promise<void> => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: TABLE_NAME }));
  await client.send(
    new CreateTableCommand({
      TableName: FLOOR_TABLE,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: Table?.AttributeDefinitions,
      KeySchema: Table?.KeySchema,
      GlobalSecondaryIndexes: Table?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
        ...{ IndexName, KeySchema, Projection },
      })),
    }),
  );
};

const keyOf = ({ Key, Item }: Action): Key => Key ?? Item ?? { pk: '', sk: '' };
const actionsOf = ({ input }: RecordedCall): Action[] =>
  ((input.TransactItems ?? []) as Record<string, Action>[]).flatMap((item) => Object.values(item));

const usedIn = <T>(expression: string, placeholders: Record<string, T> = {}): Record<string, T> | undefined => {
  const used = Object.entries(placeholders).filter(([name]) => expression.split(/[^#:\w]/).includes(name));
  return used.length ? Object.fromEntries(used) : undefined;
};

/** What was true of an item when it was recorded is not true of every repetition, unless each makes the item anew. */
const withoutStaleCondition = (kind: string, action: Action, fresh: readonly string[]): Action => {
  const { pk, sk } = keyOf(action);
  const key = `${pk} ${sk}`;
  if (fresh.some((id) => key.includes(id))) return action;
  if (kind === 'ConditionCheck') return { TableName: action.TableName, Key: action.Key, ConditionExpression: ALWAYS };
  const { ConditionExpression: _, UpdateExpression = '', ...rest } = action;
  return {
    ...rest,
    ...(UpdateExpression ? { UpdateExpression } : {}),
    ExpressionAttributeNames: usedIn(UpdateExpression, action.ExpressionAttributeNames),
    ExpressionAttributeValues: usedIn(UpdateExpression, action.ExpressionAttributeValues),
  };
};

/**
 * The recordings with their transactions on the floor's table, which gets what was there of the items that they ask
 * about or change. `fresh`: the ids that each of them made.
 */
export const onFloorTable = async (
  client: DynamoDBClient,
  recordings: readonly Recording[],
  fresh: readonly (readonly string[])[],
): Promise<Recording[]> => {
  const documents = DynamoDBDocumentClient.from(client);
  const known = new Set<string>();
  const copy = async ({ pk, sk }: Key): Promise<void> => {
    if (known.has(`${pk}\n${sk}`)) return;
    known.add(`${pk}\n${sk}`);
    const { Item } = await documents.send(new GetCommand({ TableName: TABLE_NAME, Key: { pk, sk } }));
    if (Item) await documents.send(new PutCommand({ TableName: FLOOR_TABLE, Item }));
  };
  for (const action of recordings.flat(2).flatMap(actionsOf)) if (action.Key) await copy(action.Key);
  const moved = (call: RecordedCall, made: readonly string[]): RecordedCall => {
    const items = (call.input.TransactItems ?? []) as Record<string, Action>[];
    const TransactItems = items.map((item) =>
      Object.fromEntries(
        Object.entries(item).map(([kind, action]) => [
          kind,
          { ...withoutStaleCondition(kind, action, made), TableName: FLOOR_TABLE },
        ]),
      ),
    );
    return call.input.TransactItems ? { ...call, input: { ...call.input, TransactItems } } : call;
  };
  return recordings.map((waves, at) => waves.map((wave) => wave.map((call) => moved(call, fresh[at] ?? []))));
};
