/** What an operation does to items, as far as others may not do so at the same time. */
type Use = { kind: 'transaction'; token: string; keys: string[] } | { kind: 'write'; keys: string[] };

/** How DynamoDB refuses it. */
export type Refusal =
  | { type: 'TransactionConflictException' | 'TransactionInProgressException' }
  | { reasons: boolean[] };

type Attributes = Record<string, unknown>;
interface Action {
  TableName: string;
  Key?: Attributes;
  Item?: Attributes;
}

const keyOf = ({ TableName, Key, Item }: Action): string => {
  const { pk, sk } = Key ?? Item ?? {};
  return JSON.stringify([TableName, pk, sk]);
};

/** The items that a request uses; undefined when it locks none. */
export const itemUseOf = (operation: string, body: Buffer): Use | undefined => {
  if (operation === 'TransactWriteItems') {
    const { TransactItems, ClientRequestToken = '' } = JSON.parse(String(body)) as {
      TransactItems: Record<string, Action>[];
      ClientRequestToken?: string;
    };
    const actions = TransactItems.flatMap((item) => Object.values(item));
    return { kind: 'transaction', token: ClientRequestToken, keys: actions.map(keyOf) };
  }
  if (!/^(?:Put|Update|Delete)Item$/.test(operation)) return undefined;
  return { kind: 'write', keys: [keyOf(JSON.parse(String(body)) as Action)] };
};

/**
 * Items in use, as DynamoDB has them: while a transaction works on an item, every other transaction and every single
 * write on it is refused; while a single write works on it, transactions are. Single writes wait for each other and
 * are never refused for that. The local engines do one thing after the other and know no conflict.
 */
export class ItemLocks {
  readonly #transactions = new Map<string, string>();
  readonly #writes = new Map<string, number>();
  readonly #tokens = new Set<string>();

  /** Why the request is refused now; undefined when nothing is in its way. */
  refusal(use: Use): Refusal | undefined {
    if (use.kind === 'write') {
      const meets = use.keys.some((key) => this.#transactions.has(key));
      return meets ? { type: 'TransactionConflictException' } : undefined;
    }
    if (use.token && this.#tokens.has(use.token)) return { type: 'TransactionInProgressException' };
    const reasons = use.keys.map((key) => this.#transactions.has(key) || this.#writes.has(key));
    return reasons.includes(true) ? { reasons } : undefined;
  }

  /** Holds the items until what it answers is called. */
  take(use: Use): () => void {
    if (use.kind === 'transaction') {
      for (const key of use.keys) this.#transactions.set(key, use.token);
      if (use.token) this.#tokens.add(use.token);
      return () => {
        for (const key of use.keys) this.#transactions.delete(key);
        this.#tokens.delete(use.token);
      };
    }
    for (const key of use.keys) this.#writes.set(key, (this.#writes.get(key) ?? 0) + 1);
    return () => {
      for (const key of use.keys) {
        const left = (this.#writes.get(key) ?? 1) - 1;
        if (left) this.#writes.set(key, left);
        else this.#writes.delete(key);
      }
    };
  }
}
