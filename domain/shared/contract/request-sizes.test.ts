import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { allEndpoints } from '#domain/registry/endpoints.ts';
import { figureGroups } from '#domain/reports/contributions.ts';
import { requestSizes } from '#domain/shared/operations/deployment.ts';

const lengths = [
  ...Array.from({ length: 60 }, (_, at) => at + 1),
  ...Array.from({ length: 60 }, (_, at) => (at + 2) * 50),
];
/** Texts of each length; a Chinese character takes nine bytes in a URL. */
const texts = lengths.flatMap((length) => ['漢', 'a', 'A', '1'].map((letter) => letter.repeat(length)));
const others = [
  ...['2026-03-10', '2026-03', '2026-03-10T12:00:00.000Z', '0190a000-0000-7000-8000-000000000000', 'true'],
  ...['GA', '-created_at', '12:00', '2026-03-10T12:00:00.000+00:00', `${figureGroups[0]}.`.padEnd(120, 'a')],
];
const optionsOf = (schema: z.ZodType): string[] => {
  const { enum: options } = schema.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as { enum?: unknown[] };
  return (options ?? []).map(String);
};
const accepted = (schema: z.ZodType): string[] =>
  [...texts, ...others, ...optionsOf(schema)].filter((text) => schema.safeParse(text).success);
const fieldsOf = (object: z.ZodObject): [string, z.ZodType][] =>
  Object.entries(object.shape as Record<string, z.ZodType>);

describe('maximum request size', () => {
  const sizes = allEndpoints().map(({ name, endpoint }) => {
    const measured = (fields: z.ZodObject | undefined) =>
      (fields ? fieldsOf(fields) : []).map(([field, schema]) => {
        const taken = accepted(schema);
        return {
          field,
          isKnown: taken.length > 0,
          bytes: Math.max(0, ...taken.map((text) => encodeURIComponent(text).length)),
          letters: Math.max(0, ...taken.map((text) => text.length)),
        };
      });
    return { name, endpoint, query: measured(endpoint.query), params: measured(endpoint.params) };
  });

  it('knows the maximum of each field', () => {
    const unknown = sizes.flatMap(({ name, query, params }) =>
      [...query, ...params].filter(({ isKnown }) => !isKnown).map(({ field }) => `${name} ${field}`),
    );
    expect(unknown).toEqual([]);
  });

  it('fits the firewall limit of queries, in any script', () => {
    const queries = sizes.map(({ name, query }) => ({
      name,
      bytes: query.reduce((sum, { field, bytes }) => sum + field.length + bytes + 2, 0),
    }));
    expect(queries.filter(({ bytes }) => bytes > requestSizes.query)).toEqual([]);
    // A Chinese search in the case list exceeds AWS's own rule.
    expect(Math.max(...queries.map(({ bytes }) => bytes))).toBeGreaterThan(2048);
  });

  it('fits the firewall limit of paths with ids, references and codes', () => {
    const paths = sizes.map(({ name, endpoint, params }) => ({
      name,
      bytes: params.reduce((sum, { letters }) => sum + letters, endpoint.path.length),
    }));
    expect(paths.filter(({ bytes }) => bytes > requestSizes.path)).toEqual([]);
  });
});
