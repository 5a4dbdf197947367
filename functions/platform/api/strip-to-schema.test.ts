import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { currentOf } from '#domain/shared/contract/wire.ts';
import { conflictError, stripStoredResponse, stripToSchema } from './strip-to-schema.ts';

const Person = z.object({ name: z.string().max(10), age: z.number().int().optional(), born: z.iso.date().nullable() });
const Answer = z.lazy(() =>
  z.object({
    person: Person,
    people: z.array(Person),
    by_kind: z.record(z.string(), Person),
    kind: z.enum(['a', 'b']),
    one: z.literal(1),
    isDone: z.boolean().optional(),
    any: z.unknown(),
    either: z.union([z.string(), z.object({ id: z.string() })]),
    given: z.string().default('usual'),
    upper: z.string().transform((text) => text.toUpperCase()),
    trimmed: z.string().trim(),
    even: z.number().refine((n) => n % 2 === 0),
    open: z.object({ id: z.string() }).catchall(z.number()),
  }),
);
const ann = { name: 'Ann', born: null };
const good = {
  ...{ person: { ...ann, age: 3 }, people: [ann], by_kind: { x: ann }, kind: 'a', one: 1, any: { all: 1 } },
  ...{ either: { id: 'x' }, upper: 'x', trimmed: ' x ', even: 2, open: { id: 'x', n: 1 } },
};
/** The same in a response: with its default and transforms. */
const answered = { ...good, given: 'usual', upper: 'X', trimmed: 'x' };

describe('stripToSchema', () => {
  it('applies defaults and transforms, and omits undefined values', () => {
    expect(stripToSchema(Answer, good)).toEqual(answered);
    const answer = stripToSchema(Answer, { ...good, isDone: undefined, given: 'own' });
    expect(answer).toEqual({ ...answered, given: 'own' });
    expect(JSON.stringify(answer)).not.toContain('isDone');
  });

  it('S-04 removes undocumented fields at every depth', () => {
    const secret = { organization_id: 'secret', ssn: 'secret', __proto__: { inherited: 'secret' } };
    const sent = {
      ...good,
      ...secret,
      person: { ...ann, ...secret },
      people: [{ ...ann, ...secret }],
      by_kind: { x: { ...ann, ...secret } },
      either: { id: 'x', ...secret },
    };
    const answer = stripToSchema(Answer, sent);
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(answer).toEqual({ ...answered, person: ann });
  });

  it.each<[string, unknown]>([
    ['a value of another type', { ...good, person: { name: { first: 'Ann' }, born: null } }],
    ['a list in place of an object', { ...good, person: [] }],
    ['an object in place of a list', { ...good, people: ann }],
    ['a value that is missing further in', { ...good, people: [{ name: 'Ann' }] }],
    ['null where nothing says so', { ...good, person: null }],
    ['a choice that there is not', { ...good, kind: 'c' }],
    ['what a refinement refuses', { ...good, even: 3 }],
    ['what other keys may not be', { ...good, open: { id: 'x', n: 'secret' } }],
    ['nothing', undefined],
  ])('rejects a mismatch: %s', (_, value) => {
    expect(() => stripToSchema(Answer, value)).toThrow(z.ZodError);
  });

  it('S-04 returns an older stored response without new or undocumented fields', () => {
    const secret = { ssn: 'secret' };
    const stored = {
      ...secret,
      person: { name: 'Ann', ...secret },
      people: [
        { born: null, ...secret },
        { ...ann, ...secret },
      ],
      by_kind: { x: { ...ann, ...secret }, y: { name: 'Ann', ...secret } },
      either: { id: 'x', ...secret },
      trimmed: { ...secret },
      kind: 'c',
    };
    expect(JSON.parse(JSON.stringify(stripStoredResponse(Answer, stored)))).toEqual({
      ...{ person: { name: 'Ann' }, people: [{ born: null }, ann], either: { id: 'x' }, kind: 'c' },
    });
    expect(stripStoredResponse(Answer, { ...good, given: 'own', ...secret })).toEqual({ ...answered, given: 'own' });
  });
});

describe('conflictError', () => {
  it('S-04 returns only what its endpoint documents, with the catalog message', () => {
    const row = { conflict: currentOf(z.object({ id: z.string(), version: z.number() })) };
    const current = { id: 'a', version: 2, organization_id: 'secret' };
    const { status, body } = conflictError(row, { current });
    expect([status, body]).toEqual([
      409,
      { detail: 'Someone else changed this in the meantime.', current: { id: 'a', version: 2 } },
    ]);
  });
});
