import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { storedSchema, UnreadableItemError } from './stored-schema.ts';
import type { Item } from './table.ts';

const key = { pk: 'T#o#THING#1', sk: 'THING' };
const now = storedSchema({
  kind: 'thing',
  shape: 2,
  schema: z.object({ given: z.string(), family: z.string(), tags: z.array(z.string()).default([]) }),
  upcasters: {
    0: ({ called, ...rest }) => ({ ...rest, name: called }),
    1: ({ name, ...rest }) => {
      const [given = '', family = ''] = String(name).split(' ');
      return { ...rest, given, family };
    },
  },
});
/** The next release: it added an attribute and handles the tags. */
const next = storedSchema({
  kind: 'thing',
  shape: 3,
  schema: z.object({ given: z.string(), family: z.string(), tags: z.array(z.string()), colour: z.string().optional() }),
});

describe('storedSchema', () => {
  it('stores the schema version next to the record and reads the record without it', () => {
    const record = { given: 'Ada', family: 'King', tags: ['a'] };
    const item = now.item(key, record);
    expect(item).toEqual({ ...key, shape: 2, ...record });
    expect(now.parse(item)).toEqual(record);
  });

  it('returns records without key or version attributes', () => {
    const record = { given: 'Ada', family: 'King', tags: ['a'] };
    const index = { gsi1pk: 'T#o#THINGS', gsi1sk: 'Ada' };
    const stored: Item[] = [
      { ...key, shape: 2, ...record },
      { ...key, ...index, shape: 2, ...record },
      { ...key, ...index, shape: 3, ...record, colour: 'red' },
      { ...key, ...index, shape: 1, name: 'Ada King', tags: ['a'] },
      { ...key, ...index, called: 'Ada King', tags: ['a'] },
    ];
    for (const item of stored) {
      const before = structuredClone(item);
      const parsed = now.parse(item);
      expect(Object.keys(parsed)).toEqual(['given', 'family', 'tags']);
      expect(JSON.parse(JSON.stringify({ ...parsed }))).toEqual(record);
      // Under another key, as when a record is moved: nothing of the old item is copied.
      const other = { pk: 'T#o#THING#2', sk: 'OTHER' };
      expect(now.item(other, parsed)).toMatchObject({ ...other, shape: Math.max(2, Number(item.shape ?? 0)) });
      expect(Object.entries(now.item(other, parsed)).filter(([name]) => name === 'called' || name === 'name')).toEqual(
        [],
      );
      parsed.tags.push('b');
      parsed.given = 'Augusta';
      expect(item).toEqual(before);
    }
  });

  it('upgrades items from every earlier version, also unnumbered ones', () => {
    const record = { given: 'Ada', family: 'King', tags: [] };
    expect(now.parse({ ...key, shape: 1, name: 'Ada King' })).toEqual(record);
    expect(now.parse({ ...key, called: 'Ada King' })).toEqual(record);
  });

  it("R-18 keeps a newer release's attributes when an older one changes the record", () => {
    const written = next.item(key, { given: 'Ada', family: 'King', tags: [], colour: 'red' });
    const changed = { ...now.parse(written), given: 'Augusta' };
    expect(Object.keys(changed)).toEqual(['given', 'family', 'tags']);
    const rewritten = now.item(key, changed);
    expect(rewritten).toMatchObject({ shape: 3, given: 'Augusta', colour: 'red' });
    expect(next.parse(rewritten)).toEqual({ given: 'Augusta', family: 'King', tags: [], colour: 'red' });
  });

  it('R-18 keeps them in nested objects that are copied, written back or updated', () => {
    const entry = { id: 'a', place: { town: 'Bath' } };
    const schema = z.object({ entries: z.array(z.object({ id: z.string(), place: z.object({ town: z.string() }) })) });
    const older = storedSchema({ kind: 'trip', shape: 1, schema });
    const written = {
      ...key,
      shape: 1,
      entries: [{ ...entry, by: 'rail', place: { ...entry.place, gate: 4 } }, entry],
    };
    const { entries } = older.parse(written);
    expect(JSON.stringify(entries)).toBe(JSON.stringify([entry, entry]));

    const moved = entries.map((one) => ({ ...one, place: { ...one.place, town: 'Wells' } })).reverse();
    const stored = [
      { ...entry, place: { town: 'Wells' } },
      { id: 'a', by: 'rail', place: { town: 'Wells', gate: 4 } },
    ];
    expect(older.item(key, { entries: moved }).entries).toEqual(stored);
    expect(older.update(key, { set: { entries: moved } }).set).toEqual({ entries: stored });
    // A replacement is a new entry.
    expect(older.item(key, { entries: [entry] }).entries).toEqual([entry]);
  });

  it('R-18 updates an attribute of an item of any version without changing the version', () => {
    const written = { ...key, shape: 1, name: 'Ada King', tags: ['a'] };
    const { set } = now.update(key, { set: { tags: ['b'] } });
    expect(now.parse({ ...written, ...set })).toEqual({ given: 'Ada', family: 'King', tags: ['b'] });
    expect(now.update(key, { remove: ['tags'] })).toEqual({ update: key, remove: ['tags'] });
  });

  it('R-18 rejects an update of an attribute that an upcaster produces', () => {
    expect(() => now.update(key, { set: { given: 'Augusta' } })).toThrow('thing: given cannot be updated');
    expect(() => now.update(key, { remove: ['family'] })).toThrow('thing: family cannot be updated');
  });

  it('rejects an item that does not match, naming the path without the value', () => {
    const read = () => now.parse({ ...key, shape: 2, given: 'Ada', family: 911234567 });
    expect(read).toThrow(UnreadableItemError);
    expect(read).toThrow('thing, shape 2: family (invalid_type)');
    expect(read).not.toThrow(/911/);
  });
});
