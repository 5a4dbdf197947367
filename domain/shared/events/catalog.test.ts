import { expect, it } from 'vitest';
import * as z from 'zod';
import { events } from './catalog.ts';

interface Field {
  type?: string;
  format?: string;
  enum?: readonly unknown[];
  pattern?: string;
  items?: Field;
  properties?: Record<string, Field>;
  anyOf?: readonly Field[];
}

/** A pattern in which digits stand alone, with dashes between them. */
const isOfDigits = (pattern: string): boolean => /^\^(\\d|[\d\-()|[\]{},?+])+\$$/.test(pattern);

/** Ids, numbers, days and words of a closed list can hold neither a name, nor what somebody wrote, nor a number of a document. */
const tellsNothing = ({ type, format, enum: words, pattern, items, properties, anyOf }: Field): boolean =>
  anyOf?.every(tellsNothing) ||
  type === 'null' ||
  type === 'integer' ||
  words !== undefined ||
  (items !== undefined && tellsNothing(items)) ||
  (properties !== undefined && Object.values(properties).every(tellsNothing)) ||
  (type === 'string' && (['uuid', 'date', 'date-time', 'digest'].includes(format ?? '') || isOfDigits(pattern ?? '')));

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
