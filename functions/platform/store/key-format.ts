export interface Key {
  pk: string;
  sk: string;
}
export type Item = Key & Record<string, unknown>;

/**
 * The item exists, is absent, has these values (undefined: no such attribute), or is absent or past its `expires_at`
 * (in seconds); `orEquals` also allows these values. `absentOrAbove`: each attribute is absent or sorts above its
 * value.
 */
export type Condition =
  | 'exists'
  | 'absent'
  | { expiredAt: number; orEquals?: Record<string, unknown> }
  | { equals: Record<string, unknown> }
  | { absentOrAbove: Record<string, string>; exists: boolean }
  | { absentOr: Record<string, unknown> };

/** Receives the current item when the condition fails; the returned error is thrown. */
type Refusal = (current: Item | undefined) => Error;

interface Guarded {
  when?: Condition;
  refused?: Refusal;
}
interface Update {
  update: Key;
  set?: Record<string, unknown>;
  add?: Record<string, number>;
  remove?: readonly string[];
}
/** One action of a transaction. Values reach DynamoDB only through placeholders. */
export type Write = Guarded & ({ put: Item } | Update | { delete: Key } | { check: Key });

export type UnconditionalUpdate = Update & { [guard in keyof Guarded]?: never };

/** Returns the DynamoDB expressions of a write, with placeholders for all names and values. */
export const expression = (write: Write) => {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const name = (attribute: string): string => {
    const found = Object.entries(names).find(([, known]) => known === attribute);
    if (found) return found[0];
    const placeholder = `#n${Object.keys(names).length}`;
    names[placeholder] = attribute;
    return placeholder;
  };
  const value = (given: unknown): string => {
    const placeholder = `:v${Object.keys(values).length}`;
    values[placeholder] = given;
    return placeholder;
  };
  const condition = ((): string | undefined => {
    const when = write.when;
    if (when === undefined) return undefined;
    if (when === 'exists') return `attribute_exists(${name('pk')})`;
    if (when === 'absent') return `attribute_not_exists(${name('pk')})`;
    const equal = (values: Record<string, unknown>): string =>
      Object.entries(values)
        .map(([key, expected]) =>
          expected === undefined ? `attribute_not_exists(${name(key)})` : `${name(key)} = ${value(expected)}`,
        )
        .join(' AND ');
    if ('equals' in when) return equal(when.equals);
    if ('absentOrAbove' in when)
      return Object.entries(when.absentOrAbove)
        .map(([key, below]) => `(attribute_not_exists(${name(key)}) OR ${name(key)} > ${value(below)})`)
        .concat(when.exists ? [`attribute_exists(${name('pk')})`] : [])
        .join(' AND ');
    if ('absentOr' in when) return `attribute_not_exists(${name('pk')}) OR ${equal(when.absentOr)}`;
    const free = `attribute_not_exists(${name('pk')}) OR ${name('expires_at')} < ${value(when.expiredAt)}`;
    return when.orEquals ? `${free} OR ${equal(when.orEquals)}` : free;
  })();
  const clauses: string[] = [];
  if ('update' in write) {
    const { set = {}, add = {}, remove = [] } = write;
    const given = Object.entries(set).filter(([, to]) => to !== undefined);
    if (given.length) clauses.push(`SET ${given.map(([key, to]) => `${name(key)} = ${value(to)}`).join(', ')}`);
    if (Object.keys(add).length)
      clauses.push(
        `ADD ${Object.entries(add)
          .map(([key, by]) => `${name(key)} ${value(by)}`)
          .join(', ')}`,
      );
    if (remove.length) clauses.push(`REMOVE ${remove.map(name).join(', ')}`);
  }
  return {
    ConditionExpression: condition,
    UpdateExpression: clauses.length ? clauses.join(' ') : undefined,
    ExpressionAttributeNames: Object.keys(names).length ? names : undefined,
    ExpressionAttributeValues: Object.keys(values).length ? values : undefined,
  };
};

/** Returns the transaction action of a write; a failed condition returns the current item. */
export const action = (write: Write, TableName: string) => {
  const { UpdateExpression, ConditionExpression, ...placeholders } = expression(write);
  const shared = {
    TableName,
    ...(ConditionExpression ? { ConditionExpression, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const } : {}),
    ...placeholders,
  };
  if ('put' in write) return { Put: { ...shared, Item: write.put } };
  if ('delete' in write) return { Delete: { ...shared, Key: write.delete } };
  if ('check' in write)
    return { ConditionCheck: { ...shared, Key: write.check, ConditionExpression: ConditionExpression ?? '' } };
  return { Update: { ...shared, Key: write.update, UpdateExpression } };
};

/** Prefix of every partition key of an organization. */
export const tenantPrefix = (organizationId: string): string => `T#${organizationId}`;

export interface Partition {
  readonly organizationId: string;
  readonly kind: string;
  readonly names: readonly string[];
}

/** Parses a partition key; undefined if it belongs to no organization. */
export const partitionOf = (pk: string): Partition | undefined => {
  const [tenant, organizationId, kind, ...names] = pk.split('#');
  return tenant === 'T' && organizationId && kind ? { organizationId, kind, names } : undefined;
};

/** Returns the record whose own partition this is (`T#organization#KIND#id`), or undefined. */
export const parseRecordPartition = (pk: string): { organizationId: string; kind: string; id: string } | undefined => {
  const partition = partitionOf(pk);
  const [id, ...more] = partition?.names ?? [];
  if (!partition || !id || more.length) return undefined;
  return { organizationId: partition.organizationId, kind: partition.kind, id };
};

/** Returns a key as one text, used in ROW items and maps. */
export const keyName = ({ pk, sk }: Key): string => `${pk}\n${sk}`;
/** Returns the key of a name. */
export const parseKeyName = (name: string): Key => {
  const [pk = '', sk = ''] = name.split('\n');
  return { pk, sk };
};

/** Returns the first position after a sort key: no key sorts between it and itself plus a space. */
export const exclusiveStart = (sk: string): string => `${sk} `;

/** Returns the sort value and the record id as one key, so that no two are equal. */
export const orderKey = (sortedBy: string, id: string): string => `${sortedBy}#${id}`;
const endOfOrder = (place: string): number => place.lastIndexOf('#');
/** Returns the sort value of an order key, such as a search token. */
export const valueInOrderKey = (place: string): string => place.slice(0, endOfOrder(place));
/** Returns the record id of an order key. */
export const idInOrderKey = (place: string): string => place.slice(endOfOrder(place) + 1);
