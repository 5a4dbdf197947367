import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { jsonSchemaOf, lineSchemas } from './archive-files.ts';

/** As zod returns it, without bounds, defaults and `additionalProperties`. */
const plain = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(plain);
  if (schema === null || typeof schema !== 'object') return schema;
  const {
    type,
    properties,
    required,
    items,
    oneOf,
    anyOf = oneOf,
    enum: values,
    const: only,
    additionalProperties,
  } = schema as Record<string, unknown>;
  const named = properties as Record<string, unknown> | undefined;
  if (Array.isArray(type)) return { anyOf: type.map((one) => plain({ ...schema, type: one })) };
  return {
    ...(values ? { enum: values } : only === undefined ? {} : { enum: [only] }),
    ...(type && !values && only === undefined ? { type: type === 'integer' ? 'number' : type } : {}),
    ...(named
      ? { properties: Object.fromEntries(Object.entries(named).map(([name, one]) => [name, plain(one)])) }
      : {}),
    ...(named ? { required: (required as string[] | undefined) ?? [] } : {}),
    ...(items ? { items: plain(items) } : {}),
    ...(anyOf ? { anyOf: plain(anyOf) } : {}),
    ...(!named && additionalProperties ? { additionalProperties: plain(additionalProperties) } : {}),
  };
};

describe('jsonSchemaOf', () => {
  it.each(Object.entries(lineSchemas))('returns for %s what zod returns', (_, schema) => {
    expect(jsonSchemaOf(schema)).toEqual(plain(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })));
  });

  it('throws for a kind of schema that no record has', () => {
    expect(() => jsonSchemaOf(z.bigint())).toThrow('bigint');
  });
});
