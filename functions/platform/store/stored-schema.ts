import * as z from 'zod';
import type { Measured } from '#domain/system-status/health.rules.ts';
import { exclusiveStart } from './key-format.ts';
import type { SharedRepository } from './repository.ts';
import { type Item, type Key, prefixEnd, type Table, type Write } from './table.ts';
import { attributesWithObjects, keepUnknown, unknownAttributes, withUnknown } from './unknown-attributes.ts';

type Carrier = { [unknownAttributes]?: { shape: number; attributes: Record<string, unknown> } };

const itemsOwn: ReadonlySet<string> = new Set(['pk', 'sk', 'shape']);

const withoutOwn = ({ pk: _pk, sk: _sk, shape: _shape, ...attributes }: Item): Record<string, unknown> => attributes;

type Upcaster = (attributes: Record<string, unknown>) => Record<string, unknown>;

/** The error names the path, never a value. */
export class UnreadableItem extends Error {
  override readonly name = 'UnreadableItem';
}

interface Changes<Stored> {
  set?: Partial<Stored>;
  add?: { [Name in keyof Stored as Stored[Name] extends number ? Name : never]?: number };
  remove?: readonly (keyof Stored & string)[];
}

interface Definition<Schema extends z.ZodObject> {
  kind: string;
  /** Raised when an attribute is renamed, split or redefined. */
  shape: number;
  /** The stored form without key attributes; never reused as an API schema. */
  schema: Schema;
  /** From each earlier version to the next. Items without a version have version 0. */
  upcasters?: Readonly<Record<number, Upcaster>>;
}

/**
 * Defines how one kind of record is stored. Attributes of a newer release are carried along and written back with its
 * version number, so that two releases running at once lose no data. A newer version may therefore add
 * attributes, but not rename any until the older release is gone.
 */
export const storedSchema = <Schema extends z.ZodObject>({
  kind,
  shape,
  schema,
  upcasters = {},
}: Definition<Schema>) => {
  type Stored = z.output<Schema>;
  const known = new Set(Object.keys(schema.shape));
  const nested = attributesWithObjects(schema);
  const stored = <Attributes extends Record<string, unknown>>(attributes: Attributes): Attributes => {
    const present = nested.filter((name) => name in attributes);
    return present.length
      ? { ...attributes, ...Object.fromEntries(present.map((name) => [name, withUnknown(attributes[name])])) }
      : attributes;
  };

  const current = (attributes: Record<string, unknown>, from: number): Record<string, unknown> => {
    let result = attributes;
    for (let at = from; at < shape; at++) result = upcasters[at]?.(result) ?? result;
    return result;
  };

  return {
    kind,
    shape,
    schema,
    /** Upgrades the item from its version; throws {@link UnreadableItem}. */
    parse(item: Item): Stored {
      const { shape: written = 0 } = item;
      // The schema drops the item's own attributes; copying every item without them would cost as much as parsing.
      const attributes = Number(written) < shape ? current(withoutOwn(item), Number(written)) : item;
      const parsed = schema.safeParse(attributes);
      if (!parsed.success) {
        const places = parsed.error.issues.map(({ path, code }) => `${path.join('.')} (${code})`);
        throw new UnreadableItem(`${kind}, shape ${written}: ${places.join(', ')}`);
      }
      const record = parsed.data as Stored & Carrier;
      for (const name of nested) keepUnknown(attributes[name], record[name as keyof Stored]);
      const unknown = Object.keys(attributes).filter((name) => !known.has(name) && !itemsOwn.has(name));
      if (unknown.length || Number(written) > shape)
        record[unknownAttributes] = {
          shape: Number(written),
          attributes: Object.fromEntries(unknown.map((name) => [name, attributes[name]])),
        };
      return record;
    },
    /** Returns a parser for some attributes, read with a query's `only`. No upcaster may produce them. */
    part<Name extends keyof Stored & string>(...names: readonly Name[]) {
      if (Object.keys(upcasters).length) throw new Error(`${kind}: an earlier shape is read whole`);
      const parts = schema.pick(Object.fromEntries(names.map((name) => [name, true])) as never);
      return {
        only: names,
        parse(item: Record<string, unknown>): Pick<Stored, Name> {
          const parsed = parts.safeParse(item);
          if (!parsed.success) throw new UnreadableItem(`${kind}: ${names.join(', ')}`);
          return parsed.data as Pick<Stored, Name>;
        },
      };
    },
    item(key: Key, record: Stored): Item {
      const { [unknownAttributes]: carried, ...attributes } = record as Stored & Carrier;
      return { ...carried?.attributes, ...stored(attributes), ...key, shape: Math.max(shape, carried?.shape ?? 0) };
    },
    /**
     * Returns an update of some attributes of an item of any version. The version number stays, so it throws for
     * attributes that an upcaster produces.
     */
    update(key: Key, { set = {}, add = {}, remove = [] }: Changes<Stored>): Extract<Write, { update: Key }> {
      const given: Record<string, unknown> = { ...set, ...add };
      for (const upcast of Object.values(upcasters)) {
        const before = { ...given, ...Object.fromEntries(remove.map((name) => [name, 'to be removed'])) };
        const after = upcast(before);
        const made = Object.keys(before).find((name) => after[name] !== before[name as keyof typeof before]);
        if (made) throw new Error(`${kind}: ${made} cannot be updated, an upcaster makes it anew`);
      }
      return {
        update: key,
        ...(Object.keys(set).length ? { set: stored(set) } : {}),
        ...(Object.keys(add).length ? { add: add as Record<string, number> } : {}),
        ...(remove.length ? { remove } : {}),
      };
    },
  };
};

/** Index partitions for unsent events. */
export const unsentShards = 16;

/** Keys that are read before an organization is known, and keys without one. */
export const sharedKeys = {
  subject: (sub: string): Key => ({ pk: `SUB#${sub}`, sk: 'SUB' }),
  slug: (slug: string): Key => ({ pk: `SLUG#${slug}`, sk: 'SLUG' }),
  addressLook: (look: string): Key => ({ pk: `LOOK#${look}`, sk: 'LOOK' }),
  /** An address that looks the same, which an operator allowed another organization. */
  allowedAddress: (look: string, slug: string): Key => ({ pk: `LOOK#${look}`, sk: `ALLOWED#${slug}` }),
  homeCard: (homeId: string): Key => ({ pk: `CARD#${homeId}`, sk: 'CARD' }),
  openForm: (homeId: string, slug: string): Key => ({ pk: `CARD#${homeId}`, sk: `FORM#${slug}` }),
  formVersion: (homeId: string, formId: string, number: number): Key => ({
    pk: `CARD#${homeId}`,
    sk: `FORMVERSION#${formId}#${String(number).padStart(4, '0')}`,
  }),
  reportStatus: (reference: string): Key => ({ pk: `STATUS#${reference}`, sk: 'STATUS' }),
  reportProgress: (reference: string): Key => ({ pk: `STATUS#${reference}`, sk: 'PROGRESS' }),
  familyView: (reference: string): Key => ({ pk: `STATUS#${reference}`, sk: 'FAMILYVIEW' }),
  /** A family's review of the information sent to it. */
  familyAnswer: (reference: string, revision: number): Key => ({ pk: `STATUS#${reference}`, sk: `REVIEW#${revision}` }),
  reportDraft: (id: string): Key => ({ pk: `REPORTDRAFT#${id}`, sk: 'REPORTDRAFT' }),
  publicIdempotency: (hash: string): Key => ({ pk: `PUBLIC#IDEMPOTENCY#${hash}`, sk: 'IDEMPOTENCY' }),
  invite: (tokenHash: string): Key => ({ pk: `INVITE#${tokenHash}`, sk: 'INVITE' }),
  feedAddress: (tokenHash: string): Key => ({ pk: `FEED#${tokenHash}`, sk: 'FEED' }),
  rate: (limit: string, caller: string, window: string): Key => ({ pk: `RATE#${limit}#${caller}`, sk: window }),
  webhook: (token: string): Key => ({ pk: `WEBHOOK#${token}`, sk: 'WEBHOOK' }),
  unsentEvents: (shard: number): string => `OUTBOX#UNSENT#${shard.toString(16)}`,
  poisonEvents: 'OUTBOX#POISON',
  documentsDue: 'DOCUMENTS#DUE',
  envelopesOpen: 'ENVELOPES#OPEN',
  /** Where the next reminder run continues. */
  envelopesReminded: { pk: 'ENVELOPES#REMINDED', sk: 'PLACE' } as Key,
  organizations: 'ORGANIZATIONS',
  /** Contains no personal data; any caller may read it. */
  health: { pk: 'HEALTH', sk: 'HEALTH' } as Key,
} as const;

/** The product's own health; names no organization. */
export const healthSchema = storedSchema({
  kind: 'health',
  shape: 1,
  schema: z.object({ measured_at: z.string(), waiting_seconds: z.number().int() }),
});

export const lastHealth = {
  grants: ['table:health-read'],
  shared: (table) => ({
    async find(): Promise<Measured | undefined> {
      const item = await table.get(sharedKeys.health, { consistent: false });
      return item && healthSchema.parse(item);
    },
  }),
} as const satisfies SharedRepository;

/** Replaces the previous measurement. */
export const keepHealth = (table: Table, measured: Measured): Promise<void> =>
  table.transact([{ put: healthSchema.item(sharedKeys.health, measured) }]);

/**
 * Returns the write that adds an organization to the registry of scheduled jobs; no function may change or delete it.
 */
export const registerOrganization = (organizationId: string): Write => ({
  put: { pk: sharedKeys.organizations, sk: `ORG#${organizationId}`, organization_id: organizationId },
});

const readAtOnce = 1_000;

/** Returns all organizations. */
export const organizationRegistry = async (table: Table): Promise<{ readonly id: string }[]> => {
  const found: { id: string }[] = [];
  for (let from: string | undefined = 'ORG#'; from !== undefined; ) {
    const items = await table.query({
      ...{ pk: sharedKeys.organizations, between: [from, prefixEnd('ORG#')], limit: readAtOnce },
    });
    for (const { organization_id } of items) found.push({ id: String(organization_id) });
    from = items.length === readAtOnce ? exclusiveStart(String(items.at(-1)?.sk)) : undefined;
  }
  return found;
};

/**
 * Returns the organizations rotated, so that a run that ends early starts elsewhere than the run `everyMs` ago.
 * Multiples of the golden ratio are spread evenly, so none waits long.
 */
export const rotatedStart = <One>(all: readonly One[], now: Date, everyMs: number): One[] => {
  const first = Math.floor(((Math.floor(now.getTime() / everyMs) * 0.618_033_988_75) % 1) * all.length);
  return [...all.slice(first), ...all.slice(0, first)];
};
