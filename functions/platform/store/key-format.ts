export interface Key {
  pk: string;
  sk: string;
}
export type Item = Key & Record<string, unknown>;

/**
 * What must hold for a write: the item is there, is not there, has these values (undefined: not that attribute), or is past its `expires_at` at an
 * instant (in seconds) or not there at all; `orEquals` allows a record with these values too. `absentOrAbove`: each of these
 * attributes is not there or sorts above its value; `exists`: and the item is there.
 */
export type Condition =
  | 'exists'
  | 'absent'
  | { expiredAt: number; orEquals?: Record<string, unknown> }
  | { equals: Record<string, unknown> }
  | { absentOrAbove: Record<string, string>; exists: boolean }
  | { absentOr: Record<string, unknown> };

/** Called with the item as it stands when its write's condition failed; what it returns is thrown. */
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

/** An update that nothing refuses; one that a condition guards goes into a transaction. */
export type UnconditionalUpdate = Update & { [guard in keyof Guarded]?: never };

/** A write as the expressions of DynamoDB, with a placeholder for every name and value. */
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

/** A write as an action of a transaction; a condition that fails answers the item as it stands. */
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

/** What every partition key of an organization begins with. */
export const tenantPrefix = (organizationId: string): string => `T#${organizationId}`;

/** A partition key of an organization, taken apart as `keysOf` puts it together: `T#organization#KIND#name#name`. */
export interface Partition {
  readonly organizationId: string;
  readonly kind: string;
  /** What the key names behind its kind: a record, a list and its view, a home. */
  readonly names: readonly string[];
}

/** What a partition key says; undefined for one that is of no organization. */
export const partitionOf = (pk: string): Partition | undefined => {
  const [tenant, organizationId, kind, ...names] = pk.split('#');
  return tenant === 'T' && organizationId && kind ? { organizationId, kind, names } : undefined;
};

/** The record whose own partition this is, `T#organization#KIND#id`; undefined for any other partition. */
export const parseRecordPartition = (pk: string): { organizationId: string; kind: string; id: string } | undefined => {
  const partition = partitionOf(pk);
  const [id, ...more] = partition?.names ?? [];
  if (!partition || !id || more.length) return undefined;
  return { organizationId: partition.organizationId, kind: partition.kind, id };
};

/** One text for a key, by which a ROW and a Map name an item. */
export const keyName = ({ pk, sk }: Key): string => `${pk}\n${sk}`;
/** The key of such a name. */
export const parseKeyName = (name: string): Key => {
  const [pk = '', sk = ''] = name.split('\n');
  return { pk, sk };
};

/**
 * Where reading goes on behind a sort key: no other one lies between it and itself with a blank at its end, and bounds of
 * queries are inclusive.
 */
export const exclusiveStart = (sk: string): string => `${sk} `;

/** A place in an order: whatever it is sorted by, then the record, so that no two are the same. */
export const orderKey = (sortedBy: string, id: string): string => `${sortedBy}#${id}`;
const endOfOrder = (place: string): number => place.lastIndexOf('#');
/** What a place is sorted by, such as a search token. */
export const valueInOrderKey = (place: string): string => place.slice(0, endOfOrder(place));
/** The record that stands at a place. */
export const idInOrderKey = (place: string): string => place.slice(endOfOrder(place) + 1);
