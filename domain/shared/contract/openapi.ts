import * as z from 'zod';
import { type BodyKind, type Endpoint, isJson, isJsonAnswer, type Multipart, successStatus } from './endpoint.ts';

const problem = z
  .record(z.string(), z.unknown())
  .meta({ description: '`{detail}` or a map of field names to messages' });

type Json = Record<string, unknown>;

const withoutNull = (property: Json): Json => {
  const { anyOf, ...rest } = property as { anyOf?: Json[] };
  const left = anyOf?.filter(({ type }) => type !== 'null');
  if (!left) return property;
  return left.length === 1 ? { ...left[0], ...rest } : { ...rest, anyOf: left };
};

/** What a schema itself calls required counts as missing when it is null: the judging behind it refuses both alike. */
const asJudged = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }): void => {
  const { required } = (z.globalRegistry.get(zodSchema) ?? {}) as { required?: string[] };
  const properties = jsonSchema.properties as Record<string, Json> | undefined;
  for (const name of required ?? []) if (properties?.[name]) properties[name] = withoutNull(properties[name]);
};

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: asJudged });
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

/** A 409 that tells something beside its words, where it is about what others have changed. */
const conflictOf = ({ conflict, errorResponses: refusals }: Endpoint): Record<string, unknown> => {
  if (!conflict) return {};
  const told = schemaOf(conflict.partial(), 'output');
  const schema = { allOf: [{ $ref: '#/components/schemas/Problem' }, told] };
  const description = refusals?.[409] ?? 'Changed meanwhile: what is told says how it stands.';
  return { 409: { description, content: { 'application/json': { schema } } } };
};

const failuresOf = (row: Endpoint): Record<string, unknown> => ({
  ...(row.query || row.body || row.method !== 'GET' ? { 400: failure('The input is not valid.') } : {}),
  ...(row.permission === 'public'
    ? { 403: failure('It comes from another site.') }
    : { 401: failure('No session.'), 403: failure('The role does not permit it.') }),
  ...(row.params ? { 404: failure('There is no such record in the organization.') } : {}),
  ...(row.method === 'PATCH' || row.idempotent
    ? { 409: failure('Changed meanwhile, or the key was used for something else.') }
    : {}),
  ...Object.fromEntries(
    Object.entries(row.errorResponses ?? {}).map(([status, description]) => [status, failure(description)]),
  ),
  ...conflictOf(row),
  ...(row.method === 'GET'
    ? {}
    : { 413: failure('The body is too large.'), 415: failure('The body is of another type.') }),
  // Staff calls have a limit in common.
  ...(row.limits || row.permission !== 'public' ? { 429: failure('Too many requests; see Retry-After.') } : {}),
  default: failure('The server failed or is busy (503, see Retry-After); `request_id` names the call in its logs.'),
});

const binary = { type: 'string', format: 'binary' };

const formOf = ({ fields, files }: Multipart): Record<string, unknown> => {
  const { properties, required, ...rest } = schemaOf(fields, 'input') as { properties?: object; required?: string[] };
  const needed = Object.entries(files).flatMap(([name, { optional }]) => (optional ? [] : [name]));
  return {
    ...rest,
    properties: { ...properties, ...Object.fromEntries(Object.keys(files).map((name) => [name, binary])) },
    required: [...(required ?? []), ...needed],
  };
};

/** Whether a call cannot come without a body: an empty one lacks something. */
const needsBody = (body: BodyKind): boolean => !isJson(body) || !body.safeParse({}).success;

const contentOf = (body: BodyKind): Record<string, unknown> => {
  if (isJson(body)) return { 'application/json': { schema: schemaOf(body, 'input') } };
  if (body.kind === 'multipart') return { 'multipart/form-data': { schema: formOf(body) } };
  return Object.fromEntries(body.types.map((type) => [type, { schema: binary }]));
};

const answerOf = ({ response }: Endpoint): Record<string, unknown> => {
  if (isJsonAnswer(response))
    return { description: 'Success', content: { 'application/json': { schema: schemaOf(response, 'output') } } };
  if (response.kind === 'file')
    return {
      description: 'Success: a file; its name is in `Content-Disposition`',
      content: Object.fromEntries(response.types.map((type) => [type, { schema: binary }])),
    };
  if (response.kind === 'empty') return { description: 'Success: nothing to tell' };
  const headers = { Location: { schema: { type: 'string', format: 'uri-reference' }, required: true } };
  return { description: 'The browser goes on elsewhere', headers };
};

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
      security: row.permission === 'public' ? [] : [{ session: [] }],
      ...(row.permission === 'public' ? {} : { 'x-permission': row.permission }),
      parameters,
      ...(row.body ? { requestBody: { required: needsBody(row.body), content: contentOf(row.body) } } : {}),
      responses: {
        [String(successStatus(row))]: answerOf(row),
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
