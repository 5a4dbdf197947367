import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';

const problem = z
  .record(z.string(), z.unknown())
  .meta({ description: '`{detail}` or a map of field names to messages' });

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const parametersOf = (schema: z.ZodObject | undefined, where: 'path' | 'query') =>
  Object.entries(schema?.shape ?? {}).map(([name, value]) => ({
    name,
    in: where,
    required: where === 'path' || !(value as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(value as z.ZodType, 'input'),
  }));

const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const failuresOf = (row: Endpoint): Record<string, unknown> => ({
  ...(row.query || row.body || row.method !== 'GET' ? { 400: failure('The input is not valid.') } : {}),
  ...(row.may === 'public'
    ? { 403: failure('It comes from another site.') }
    : { 401: failure('No session.'), 403: failure('The role does not permit it.') }),
  ...(row.params ? { 404: failure('There is no such record in the organization.') } : {}),
  ...(row.method === 'PATCH' || row.idempotent
    ? { 409: failure('Changed meanwhile, or the key was used for something else.') }
    : {}),
  ...Object.fromEntries(Object.entries(row.refusals ?? {}).map(([status, words]) => [status, failure(words)])),
  ...(row.method === 'GET' ? {} : { 413: failure('The body is too large.'), 415: failure('The body is not JSON.') }),
  // Staff calls have a limit in common.
  ...(row.limits || row.may !== 'public' ? { 429: failure('Too many requests; see Retry-After.') } : {}),
  default: failure('The server failed or is busy (503, see Retry-After); `request_id` names the call in its logs.'),
});

/** The contract as an OpenAPI 3.1 document. */
export const openapiOf = (rows: readonly { area: string; name: string; row: Endpoint }[]): Record<string, unknown> => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { area, name, row } of rows) {
    const path = row.path === '/api/openapi.json/' ? '/api/openapi.json' : row.path;
    const idempotency = {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', maxLength: 255 },
    };
    const parameters = [
      ...parametersOf(row.params, 'path'),
      ...parametersOf(row.query, 'query'),
      ...(row.idempotent ? [idempotency] : []),
    ];
    paths[path] ??= {};
    paths[path][row.method.toLowerCase()] = {
      operationId: name,
      tags: [area],
      summary: row.summary,
      security: row.may === 'public' ? [] : [{ session: [] }],
      ...(row.may === 'public' ? {} : { 'x-permission': row.may }),
      parameters,
      ...(row.body
        ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(row.body, 'input') } } } }
        : {}),
      responses: {
        [String(row.status ?? 200)]: {
          description: 'Success',
          content: { 'application/json': { schema: schemaOf(row.response, 'output') } },
        },
        ...failuresOf(row),
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Stillwater', version: '1.0.0', description: 'The API a funeral home runs on.' },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Cognito access token' },
      },
      schemas: { Problem: schemaOf(problem, 'output') },
    },
  };
};
