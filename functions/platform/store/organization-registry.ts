import * as z from 'zod';
import type { Measured } from '#domain/system-status/health.rules.ts';
import { exclusiveStart } from './key-format.ts';
import type { SharedRepository } from './repository.ts';
import { type Item, type Key, prefixEnd, type Table, type Write } from './table.ts';
import { attributesWithObjects, keepUnknown, unknownAttributes, withUnknown } from './unknown-attributes.ts';

type Carrier = { [unknownAttributes]?: { shape: number; attributes: Record<string, unknown> } };

/** What an item has besides its record. */
const itemsOwn: ReadonlySet<string> = new Set(['pk', 'sk', 'shape']);

const withoutOwn = ({ pk: _pk, sk: _sk, shape: _shape, ...attributes }: Item): Record<string, unknown> => attributes;

/** Turns the attributes of one shape into those of the next. */
type Upcaster = (attributes: Record<string, unknown>) => Record<string, unknown>;

/** An item that is not what its record kind stores; says where, never what stood there. */
export class UnreadableItem extends Error {
  override readonly name = 'UnreadableItem';
}

/** What an update changes of a record; numbers can be added to. */
interface Changes<Stored> {
  set?: Partial<Stored>;
  add?: { [Name in keyof Stored as Stored[Name] extends number ? Name : never]?: number };
  remove?: readonly (keyof Stored & string)[];
}

interface Definition<Schema extends z.ZodObject> {
  /** What the records are called in errors. */
  kind: string;
  /** Number of this shape; it rises when an attribute is renamed, split or given another meaning. */
  shape: number;
  /** The stored form, key attributes left out. Written for storage: never the schema of a call. */
  schema: Schema;
  /** Per earlier shape, what makes the next one of it. Items from before there were numbers have shape 0. */
  upcasters?: Readonly<Record<number, Upcaster>>;
}

/**
 * How one kind of record rests in the table. `parse` makes a record of an item, brought up from whichever shape it was
 * written in; `item` makes the item of a record, with the number of its shape. What a newer release has added is carried
 * along unseen and written back, and so is its number: two releases that run side by side lose nothing of each other's
 * . A newer shape may therefore add and must not rename before the older release is gone.
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
  /** Attributes as they are to be stored, with what a newer release has written further in. */
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
    /** The record of an item; throws {@link UnreadableItem}. */
    parse(item: Item): Stored {
      const { shape: written = 0 } = item;
      // The schema leaves out what is the item's own: copying every item that is read, without that, would cost as much as parsing it.
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
    /**
     * Some attributes of a record, for what needs no more of it: a query brings the item's `only`. No upcaster may make one
     * of them; such a record is read whole.
     */
    part<Name extends keyof Stored & string>(...names: readonly Name[]) {
      if (Object.keys(upcasters).length) throw new Error(`${kind}: an earlier shape is read whole`);
      const parts = schema.pick(Object.fromEntries(names.map((name) => [name, true])) as never);
      return {
        only: names,
        /** Throws {@link UnreadableItem}. */
        parse(item: Record<string, unknown>): Pick<Stored, Name> {
          const parsed = parts.safeParse(item);
          if (!parsed.success) throw new UnreadableItem(`${kind}: ${names.join(', ')}`);
          return parsed.data as Pick<Stored, Name>;
        },
      };
    },
    /** The item of a record. */
    item(key: Key, record: Stored): Item {
      const { [unknownAttributes]: carried, ...attributes } = record as Stored & Carrier;
      return { ...carried?.attributes, ...stored(attributes), ...key, shape: Math.max(shape, carried?.shape ?? 0) };
    },
    /**
     * Changes some attributes of an item in place, whichever shape it was written in. Its number stays, as everything else
     * in it is still of that shape; so only attributes may be changed that no upcaster makes anew. Throws for others:
     * such a record is read and put back whole.
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

/** Over how many index partitions unsent events are spread. */
export const unsentShards = 16;

/** Keys that are looked up before an organization is known, and what belongs to nobody. */
export const sharedKeys = {
  subject: (sub: string): Key => ({ pk: `SUB#${sub}`, sk: 'SUB' }),
  slug: (slug: string): Key => ({ pk: `SLUG#${slug}`, sk: 'SLUG' }),
  addressLook: (look: string): Key => ({ pk: `LOOK#${look}`, sk: 'LOOK' }),
  /** An address of that look that an operator allows another organization. */
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
  /** What a family said of the facts that it was sent. */
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
  /** Where the next run of reminders goes on. */
  envelopesReminded: { pk: 'ENVELOPES#REMINDED', sk: 'PLACE' } as Key,
  organizations: 'ORGANIZATIONS',
  /** Names nobody: anybody may ask for it. */
  health: { pk: 'HEALTH', sk: 'HEALTH' } as Key,
} as const;

/** The one item of the product's own health: it names no organization, and counts nothing of one. */
export const healthSchema = storedSchema({
  kind: 'health',
  shape: 1,
  schema: z.object({ measured_at: z.string(), waiting_seconds: z.number().int() }),
});

/** What was measured last. */
export const lastHealth = {
  grants: ['table:health-read'],
  shared: (table) => ({
    async find(): Promise<Measured | undefined> {
      const item = await table.get(sharedKeys.health, { consistent: false });
      return item && healthSchema.parse(item);
    },
  }),
} as const satisfies SharedRepository;

/** In place of what was measured before. */
export const keepHealth = (table: Table, measured: Measured): Promise<void> =>
  table.transact([{ put: healthSchema.item(sharedKeys.health, measured) }]);

/**
 * Makes an organization known to what goes through all of them by the clock. It commits with the organization; no function
 * may write or remove it.
 */
export const registerOrganization = (organizationId: string): Write => ({
  put: { pk: sharedKeys.organizations, sk: `ORG#${organizationId}`, organization_id: organizationId },
});

const readAtOnce = 1_000;

/** All organizations. */
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
 * The same ones for a run that may end before the last of them, which begins with another one than the run before, `everyMs`
 * ago: multiples of the golden section lie evenly however many there are, so that none waits for long.
 */
export const rotatedStart = <One>(all: readonly One[], now: Date, everyMs: number): One[] => {
  const first = Math.floor(((Math.floor(now.getTime() / everyMs) * 0.618_033_988_75) % 1) * all.length);
  return [...all.slice(first), ...all.slice(0, first)];
};
