import { randomUUID } from 'node:crypto';
import type { DynamoDBClient, QueryCommandOutput, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  type ScanCommandOutput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { IndexName } from '#domain/shared/operations/deployment.ts';
import { ContendedError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import {
  action,
  type Condition,
  expression,
  type Item,
  type Key,
  keyName,
  type UnconditionalUpdate,
  type Write,
} from './key-format.ts';
import { PartialResultError, wasNotRun, withRetries } from './retries.ts';

const isPlain = (value: object): value is Record<string, unknown> => {
  const prototype = Object.getPrototypeOf(value) as unknown;
  return prototype === Object.prototype || prototype === null;
};

/** Returns a value as DynamoDB requires it: a lone surrogate, as at the end of a cut text, becomes U+FFFD. */
export const wellFormed = <Value>(value: Value): Value => {
  if (typeof value === 'string') return (value.isWellFormed() ? value : value.toWellFormed()) as Value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const all = value.map(wellFormed);
    return all.some((element, at) => element !== value[at]) ? (all as Value) : value;
  }
  if (value instanceof Set) return new Set([...value].map(wellFormed)) as Value;
  if (!isPlain(value)) return value;
  let changed: Record<string, unknown> | undefined;
  for (const [name, field] of Object.entries(value)) {
    const [goodName, good] = [wellFormed(name), wellFormed(field)];
    if (goodName === name && good === field) continue;
    changed ??= { ...value };
    if (goodName !== name) delete changed[name];
    changed[goodName] = good;
  }
  return (changed as Value) ?? value;
};

export type { Condition, IndexName, Item, Key, Write };

/** DynamoDB rejects an empty key, also as a bound; the local engine accepts it. */
const lowestKey = '\u0000';

export interface Query {
  pk: string;
  index?: IndexName;
  /** Inclusive bounds of the sort key, '' for no lower one; cheaper than `begins_with` in the local engine. */
  between?: readonly [string, string];
  newestFirst?: boolean;
  limit?: number;
  consistent?: boolean;
  /** DynamoDB charges for whole items either way; omitted attributes are not sent or parsed. */
  only?: readonly string[];
}

/** Returns a text after every string that starts with the prefix. */
export const prefixEnd = (prefix: string): string => `${prefix}\u{10FFFF}`;

/** A query without a limit that finds more items is a bug. */
const maxItems = 5_000;
const keysPerCall = 100;

const meetsAnother = (error: unknown): boolean =>
  (error as Partial<TransactionCanceledException>).CancellationReasons?.some(
    ({ Code }) => Code === 'TransactionConflict',
  ) ?? false;

const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });

const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/** The only access to DynamoDB. It retries failures itself, so the client should try once and stop after `callMs`. */
export class Table {
  readonly name: string;
  readonly #client: DynamoDBDocumentClient;

  constructor(client: DynamoDBClient, name: string) {
    this.name = name;
    this.#client = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
    // It copies every request and response for an unused log.
    this.#client.middlewareStack.remove('loggerMiddleware');
    this.#client.middlewareStack.add((next) => (args) => next({ ...args, input: wellFormed(args.input) }), {
      step: 'initialize',
      name: 'wellFormed',
      override: true,
    });
  }

  async get(key: Key, { consistent = true } = {}): Promise<Item | undefined> {
    const command = new GetCommand({ TableName: this.name, Key: keyOf(key), ConsistentRead: consistent });
    return (await withRetries(() => this.#client.send(command))).Item as Item | undefined;
  }

  /** Returns items in the order of the keys; missing ones are omitted, a repeated key returns its item twice. */
  async getAll(keys: readonly Key[], { consistent = true } = {}): Promise<Item[]> {
    const found = await this.#findAll(keys, consistent);
    return keys.flatMap((key) => found.get(keyName(key)) ?? []);
  }

  async #findAll(keys: readonly Key[], consistent: boolean): Promise<Map<string, Item>> {
    const distinct = new Map(keys.map((key) => [keyName(key), keyOf(key)]));
    const found = new Map<string, Item>();
    await Promise.all(
      chunksOf([...distinct.values()], keysPerCall).map((chunk) => this.#getChunk(chunk, consistent, found)),
    );
    return found;
  }

  async #getChunk(keys: readonly Key[], ConsistentRead: boolean, found: Map<string, Item>): Promise<void> {
    let pending: readonly Key[] = keys;
    await withRetries(async () => {
      const Keys = pending.map(keyOf);
      const command = new BatchGetCommand({ RequestItems: { [this.name]: { Keys, ConsistentRead } } });
      const answer = await this.#client.send(command);
      for (const item of (answer.Responses?.[this.name] ?? []) as Item[]) found.set(keyName(item), item);
      pending = (answer.UnprocessedKeys?.[this.name]?.Keys ?? []) as Key[];
      if (pending.length) throw new PartialResultError();
    });
  }

  /** Returns all matching items, or the first `limit`. Throws above 5,000 items without a limit. */
  async query({ pk, index, between, newestFirst, limit, consistent, only }: Query): Promise<Item[]> {
    const items: Item[] = [];
    // DynamoDB rejects empty ranges.
    if (between && Buffer.compare(Buffer.from(between[0]), Buffer.from(between[1])) > 0) return items;
    let start: Record<string, unknown> | undefined;
    do {
      const command: QueryCommand = new QueryCommand({
        TableName: this.name,
        IndexName: index,
        KeyConditionExpression: between ? '#pk = :pk AND #sk BETWEEN :from AND :to' : '#pk = :pk',
        ExpressionAttributeNames: {
          '#pk': index ? `${index}pk` : 'pk',
          ...(between ? { '#sk': index ? `${index}sk` : 'sk' } : {}),
          ...Object.fromEntries((only ?? []).map((attribute, n) => [`#a${n}`, attribute])),
        },
        ProjectionExpression: only?.map((_, n) => `#a${n}`).join(', '),
        ExpressionAttributeValues: {
          ':pk': pk,
          ...(between ? { ':from': between[0] || lowestKey, ':to': between[1] } : {}),
        },
        ScanIndexForward: !newestFirst,
        Limit: limit === undefined ? undefined : limit - items.length,
        ConsistentRead: index ? undefined : (consistent ?? true),
        ExclusiveStartKey: start,
      });
      const answer: QueryCommandOutput = await withRetries(
        () => this.#client.send(command) as Promise<QueryCommandOutput>,
      );
      items.push(...((answer.Items ?? []) as unknown as Item[]));
      start = answer.LastEvaluatedKey;
      if (limit === undefined && items.length > maxItems) throw new Error(`a query of more than ${maxItems} items`);
    } while (start && (limit === undefined || items.length < limit));
    return items;
  }

  /** Returns the next items of the table or a segment, unordered: for operator jobs, never for a response. */
  async scan(from?: Key, part?: { segment: number; of: number }): Promise<{ items: Item[]; next?: Key }> {
    const command: ScanCommand = new ScanCommand({
      TableName: this.name,
      ConsistentRead: true,
      ExclusiveStartKey: from,
      ...(part ? { Segment: part.segment, TotalSegments: part.of } : {}),
    });
    const answer: ScanCommandOutput = await withRetries(() => this.#client.send(command) as Promise<ScanCommandOutput>);
    const next = answer.LastEvaluatedKey as Key | undefined;
    return { items: (answer.Items ?? []) as Item[], ...(next ? { next } : {}) };
  }

  /**
   * Commits all writes or none, once even if a response is lost. A failed condition throws its write's `refused`. With
   * `isNewRequest`, a conflict that was certainly not executed throws {@link ContendedError}.
   */
  async transact(writes: readonly Write[], { isNewRequest = false }: { isNewRequest?: boolean } = {}): Promise<void> {
    let mayHaveRun = false;
    const input: TransactWriteCommandInput = {
      TransactItems: writes.map((write) => action(write, this.name)),
      ClientRequestToken: randomUUID(),
    };
    await withRetries(
      () => this.#client.send(new TransactWriteCommand(input)),
      (error) => {
        this.#throwRefusal(error, writes);
        if (isNewRequest && !mayHaveRun && meetsAnother(error)) throw new ContendedError();
        mayHaveRun ||= !wasNotRun(error);
      },
    );
  }

  /** Runs a single unconditional update outside a transaction; returns the new item. */
  async update(write: UnconditionalUpdate): Promise<Item> {
    const parts = expression(write);
    const command = new UpdateCommand({
      TableName: this.name,
      Key: keyOf(write.update),
      ...parts,
      ReturnValues: 'ALL_NEW',
    });
    return (await withRetries(() => this.#client.send(command))).Attributes as Item;
  }

  /** Puts a single item unconditionally, outside a transaction: half the price, and faster. */
  async put(item: Item): Promise<void> {
    const command = new PutCommand({ TableName: this.name, Item: item });
    await withRetries(() => this.#client.send(command));
  }

  async delete(key: Key): Promise<void> {
    const command = new DeleteCommand({ TableName: this.name, Key: keyOf(key) });
    await withRetries(() => this.#client.send(command));
  }

  #throwRefusal(error: unknown, writes: readonly Write[]): void {
    const reasons = (error as Partial<TransactionCanceledException>).CancellationReasons;
    if ((error as Error).name !== 'TransactionCanceledException' || !reasons) return;
    // An idempotency record comes first, so that a replay wins over its own effects.
    const failed = reasons.flatMap(({ Code, Item: current }, at) => {
      const write = writes[at];
      return Code === 'ConditionalCheckFailed' && write
        ? [{ write, current: current && (unmarshall(current) as Item) }]
        : [];
    });
    const [first] = failed.filter(({ write }) => write.refused).concat(failed);
    if (first) throw first.write.refused?.(first.current) ?? new AppError('conflict', { reason: 'a condition failed' });
  }
}
