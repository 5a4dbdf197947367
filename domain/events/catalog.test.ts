import { expect, it } from 'vitest';
import * as z from 'zod';
import { events } from './catalog.ts';

/** A field of a payload that can hold a word, a name or a number of a document. */
const telling = (schema: z.ZodObject): string[] =>
  Object.entries((z.toJSONSchema(schema).properties ?? {}) as Record<string, { type?: string; format?: string }>)
    .filter(([, { type, format }]) => !(type === 'string' && format === 'uuid') && type !== 'integer')
    .map(([name]) => name);

it.each(Object.entries(events))('S-35 %s carries ids and counts, on a bus that has no key of ours', (_, payload) => {
  expect(telling(payload)).toEqual([]);
});
