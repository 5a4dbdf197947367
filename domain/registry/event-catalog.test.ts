import { expect, it } from 'vitest';
import * as z from 'zod';
import { events } from './event-catalog.ts';

interface Field {
  type?: string;
  format?: string;
  enum?: readonly unknown[];
  pattern?: string;
  items?: Field;
  properties?: Record<string, Field>;
  anyOf?: readonly Field[];
}

/** A pattern of only digits and dashes. */
const isOfDigits = (pattern: string): boolean => /^\^(\\d|[\d\-()|[\]{},?+])+\$$/.test(pattern);

/** Ids, keys of a home's checklist, numbers, dates and enum values contain no name, free text or document number. */
const tellsNothing = ({ type, format, enum: words, pattern, items, properties, anyOf }: Field): boolean =>
  anyOf?.every(tellsNothing) ||
  type === 'null' ||
  type === 'integer' ||
  words !== undefined ||
  (items !== undefined && tellsNothing(items)) ||
  (properties !== undefined && Object.values(properties).every(tellsNothing)) ||
  (type === 'string' &&
    (['uuid', 'date', 'date-time', 'digest', 'task', 'day event'].includes(format ?? '') || isOfDigits(pattern ?? '')));

/** Returns the fields of a payload that can contain such data. */
const telling = (schema: z.ZodObject): string[] =>
  Object.entries((z.toJSONSchema(schema).properties ?? {}) as Record<string, Field>)
    .filter(([, field]) => !tellsNothing(field))
    .map(([name]) => name);

it.each(Object.entries(events))(
  'S-35 %s carries only ids, counts, dates and kinds, as the bus is not encrypted by us',
  (_, payload) => {
    expect(telling(payload)).toEqual([]);
  },
);
