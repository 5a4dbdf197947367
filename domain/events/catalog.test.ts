import { expect, it } from 'vitest';
import * as z from 'zod';
import { events } from './catalog.ts';

interface Field {
  type?: string;
  format?: string;
  enum?: readonly unknown[];
  anyOf?: readonly Field[];
}

/** Ids, days and words of a closed list can hold neither a name, nor what somebody wrote, nor a number of a document. */
const tellsNothing = ({ type, format, enum: words, anyOf }: Field): boolean =>
  anyOf?.every(tellsNothing) ||
  type === 'null' ||
  type === 'integer' ||
  words !== undefined ||
  (type === 'string' && (format === 'uuid' || format === 'date'));

/** The fields of a payload that can hold one. */
const telling = (schema: z.ZodObject): string[] =>
  Object.entries((z.toJSONSchema(schema).properties ?? {}) as Record<string, Field>)
    .filter(([, field]) => !tellsNothing(field))
    .map(([name]) => name);

it.each(Object.entries(events))(
  'S-35 %s carries ids, counts, days and kinds alone, on a bus that has no key of ours',
  (_, payload) => {
    expect(telling(payload)).toEqual([]);
  },
);
