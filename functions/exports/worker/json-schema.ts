import type * as z from 'zod';

type Json = Record<string, unknown>;

/** What zod tells of a schema, as far as records use it. */
interface Told {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  valueType?: z.ZodType;
  options?: readonly z.ZodType[];
  entries?: Record<string, string>;
  values?: readonly unknown[];
}

const toldOf = (schema: z.ZodType): Told => (schema as unknown as { def: Told }).def;

const isOptional = (schema: z.ZodType): boolean => toldOf(schema).type === 'optional';

/**
 * The JSON Schema of what records hold, in few words: zod's own way there is larger than all else that the worker carries.
 * Throws for a kind of schema that no record has had.
 */
export const jsonSchemaOf = (schema: z.ZodType): Json => {
  const { type, shape = {}, element, innerType, valueType, options = [], entries = {}, values = [] } = toldOf(schema);
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
      return { type };
    case 'unknown':
      return {};
    case 'enum':
      return { enum: Object.values(entries) };
    case 'literal':
      return { enum: [...values] };
    case 'array':
      return { type, ...(element ? { items: jsonSchemaOf(element) } : {}) };
    case 'record':
      return { type: 'object', ...(valueType ? { additionalProperties: jsonSchemaOf(valueType) } : {}) };
    case 'object':
      return {
        type,
        properties: Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, jsonSchemaOf(one)])),
        required: Object.entries(shape).flatMap(([name, one]) => (isOptional(one) ? [] : [name])),
      };
    case 'union':
      return { anyOf: options.map(jsonSchemaOf) };
  }
  if (!innerType) throw new Error(`no JSON Schema of ${type}`);
  return type === 'nullable' ? { anyOf: [jsonSchemaOf(innerType), { type: 'null' }] } : jsonSchemaOf(innerType);
};
