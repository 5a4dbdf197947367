/** The part of DynamoDB's JSON that is used here. */
export interface Text {
  S: string;
}
export interface Keyed {
  pk: Text;
  sk: Text;
}
interface TransactItem {
  Put?: { Item: Keyed & Record<string, unknown> };
  Update?: { Key: Keyed; ExpressionAttributeNames?: Record<string, string> };
  Delete?: { Key: Keyed };
  ConditionCheck?: { Key: Keyed };
}
export interface TableRequest {
  Key?: Keyed;
  Item?: Keyed;
  IndexName?: string;
  KeyConditionExpression?: string;
  ExpressionAttributeValues?: Record<string, Text>;
  RequestItems?: Record<string, { Keys: Keyed[] }>;
  TransactItems?: TransactItem[];
}

export interface TableNeed {
  action: string;
  index?: string;
  /** All must match the keys of one statement. */
  leadingKeys: string[];
  attributes?: string[];
}

const transactActions = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

export const tableNeeds = (operation: string, body: TableRequest): TableNeed[] => {
  if (operation === 'TransactWriteItems')
    return (body.TransactItems ?? []).flatMap((item) =>
      Object.entries(item).map(([kind, { Item, Key, ExpressionAttributeNames = {} }]) => ({
        action: transactActions[kind as keyof typeof transactActions],
        leadingKeys: [(Item ?? Key).pk.S],
        attributes: ['pk', 'sk', ...Object.values<string>(ExpressionAttributeNames)],
      })),
    );
  if (operation === 'BatchGetItem')
    return Object.values(body.RequestItems ?? {}).map(({ Keys }) => ({
      action: operation,
      leadingKeys: Keys.map(({ pk }) => pk.S),
    }));
  if (operation === 'Query') {
    const value = /^#\w+ = (:\w+)/.exec(body.KeyConditionExpression ?? '')?.[1] ?? '';
    const leadingKeys = [body.ExpressionAttributeValues?.[value]?.S ?? ''];
    return [{ action: operation, leadingKeys, ...(body.IndexName ? { index: body.IndexName } : {}) }];
  }
  return [{ action: operation, leadingKeys: [(body.Item ?? body.Key)?.pk.S ?? ''] }];
};
