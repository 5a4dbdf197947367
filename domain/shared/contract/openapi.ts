import * as z from 'zod';
import { type BodyKind, type Endpoint, isJson, isJsonResponse, type Multipart, successStatus } from './endpoint.ts';

type Json = Record<string, unknown>;
type Schemas = Readonly<Record<string, z.ZodType>>;
interface Call {
  area: string;
  name: string;
  endpoint: Endpoint;
}

const schemaPath = '#/components/schemas/';

const withoutNull = (property: Json): Json => {
  const { anyOf, ...rest } = property as { anyOf?: Json[] };
  const left = anyOf?.filter(({ type }) => type !== 'null');
  if (!left) return property;
  return left.length === 1 ? { ...left[0], ...rest } : { ...rest, anyOf: left };
};

const complete = ({ zodSchema, jsonSchema: json }: { zodSchema: z.core.$ZodType; jsonSchema: Json }): void => {
  // A field that the schema's own rules require is rejected when it is null.
  const { required } = (z.globalRegistry.get(zodSchema) ?? {}) as { required?: string[] };
  const properties = json.properties as Record<string, Json> | undefined;
  for (const name of required ?? []) if (properties?.[name]) properties[name] = withoutNull(properties[name]);
  // A record with a key for each value of an enum is an object of these properties.
  if (json.propertyNames && json.required) {
    const { required: keys, additionalProperties: value } = json as { required: string[]; additionalProperties: Json };
    json.properties = Object.fromEntries(keys.map((key) => [key, { ...value }]));
    json.additionalProperties = false;
    delete json.propertyNames;
  }
  // Zod adds a long pattern to each format and the bounds of safe integers to each integer.
  if (json.format) delete json.pattern;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
};

const convert = (io: 'input' | 'output', schemasByName: Schemas, used: Schemas) => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemasByName)) registry.add(schema, { id });
  registry.add(z.object(used), { id: 'used' });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    override: complete,
    uri: (id) => `${schemaPath}${id}`,
  });
  const { used: root, ...rest } = schemas as unknown as Record<string, Json>;
  const components = Object.entries(rest).map(([id, { $schema, $id, ...json }]) => [id, json] as const);
  return { components: new Map(components), used: root?.properties as Record<string, Json> };
};

const namesIn = (json: unknown): string[] =>
  [...JSON.stringify(json).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);

const reachable = (json: unknown, components: ReadonlyMap<string, Json>): Set<string> => {
  const referencedNames = new Set(namesIn(json));
  for (const name of referencedNames) for (const inner of namesIn(components.get(name))) referencedNames.add(inner);
  return referencedNames;
};

/** Returns the components whose input differs from their output, or that reference such a component. */
const differing = (names: readonly string[], input: ReadonlyMap<string, Json>, output: ReadonlyMap<string, Json>) => {
  const differingNames = new Set(
    names.filter((name) => JSON.stringify(input.get(name)) !== JSON.stringify(output.get(name))),
  );
  for (let size = -1; size !== differingNames.size; ) {
    size = differingNames.size;
    for (const name of names)
      if (namesIn(input.get(name)).some((inner) => differingNames.has(inner))) differingNames.add(name);
  }
  return differingNames;
};

const parametersOf = ({ params, query }: Endpoint) =>
  Object.entries({ path: params, query }).flatMap(([where, object]) =>
    Object.entries(object?.shape ?? {}).map(([parameter, schema]) => ({
      where,
      parameter,
      schema: schema as z.ZodType,
    })),
  );

/** Converts the schemas of all calls, by `name:part`. */
const schemasOf = (calls: readonly Call[], schemasByName: Schemas) => {
  const sentSchemas: Record<string, z.ZodType> = {};
  const answered: Record<string, z.ZodType> = {};
  for (const { name, endpoint } of calls) {
    for (const { where, parameter, schema } of parametersOf(endpoint))
      sentSchemas[`${name}:${where}:${parameter}`] = schema;
    if (isJson(endpoint.body)) sentSchemas[`${name}:body`] = endpoint.body;
    else if (endpoint.body?.kind === 'multipart') sentSchemas[`${name}:body`] = z.object(endpoint.body.fields.shape);
    if (isJsonResponse(endpoint.response)) answered[`${name}:response`] = endpoint.response;
    if (endpoint.conflict) answered[`${name}:conflict`] = endpoint.conflict.partial();
  }
  const input = convert('input', schemasByName, sentSchemas);
  const output = convert('output', schemasByName, answered);
  const inputNames = reachable(input.used, input.components);
  const outputNames = reachable(output.used, output.components);
  const split = differing(
    [...inputNames].filter((name) => outputNames.has(name)),
    input.components,
    output.components,
  );
  const ofInput = <T>(json: T): T =>
    JSON.parse(
      JSON.stringify(json).replace(/("#\/components\/schemas\/(\w+))"/g, (reference, ref: string, name: string) =>
        split.has(name) ? `${ref}Input"` : reference,
      ),
    );
  const components = [
    ...[...outputNames].map((name) => [name, output.components.get(name)] as const),
    ...[...inputNames].map(
      (name) => [split.has(name) ? `${name}Input` : name, ofInput(input.components.get(name))] as const,
    ),
  ];
  return {
    used: { ...ofInput(input.used), ...output.used },
    components: Object.fromEntries(components.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
};
type Used = Readonly<Record<string, Json>>;

const problem = { $ref: `${schemaPath}Problem` };
const failure = (description: string, schema: Json = problem) => ({
  description,
  content: { 'application/json': { schema } },
});

const failures = {
  Invalid: failure('The input is not valid.'),
  OtherSite: failure('The request comes from another site.'),
  Unauthenticated: failure('There is no valid session.'),
  Forbidden: failure('The role does not have the permission.'),
  NotFound: failure('The organization has no such record.'),
  Conflict: failure('The record has changed, or the idempotency key was used for another request.'),
  TooLarge: failure('The body is too large.'),
  OtherType: failure('The content type is not supported.'),
  TooMany: failure('Too many requests. `Retry-After` is the number of seconds to wait.'),
  Failed: failure(
    'The server failed or is busy (503, with `Retry-After`). `request_id` identifies the call in the logs.',
  ),
};
const failed = (name: keyof typeof failures): Json => ({ $ref: `#/components/responses/${name}` });

const conflictOf = ({ conflict, errorResponses }: Endpoint, schema: Json | undefined): Record<string, Json> => {
  if (!conflict) return {};
  const description = errorResponses?.[409] ?? 'The record has changed. The answer contains its current values.';
  return { 409: failure(description, { allOf: [problem, schema] }) };
};

const failuresOf = (endpoint: Endpoint, conflict?: Json): Record<string, Json> => ({
  ...(endpoint.query || endpoint.body || endpoint.method !== 'GET' ? { 400: failed('Invalid') } : {}),
  ...(endpoint.permission === 'public'
    ? { 403: failed('OtherSite') }
    : { 401: failed('Unauthenticated'), 403: failed('Forbidden') }),
  ...(endpoint.params ? { 404: failed('NotFound') } : {}),
  ...(endpoint.method === 'PATCH' || endpoint.idempotent ? { 409: failed('Conflict') } : {}),
  ...Object.fromEntries(
    Object.entries(endpoint.errorResponses ?? {}).map(([status, description]) => [status, failure(description)]),
  ),
  ...conflictOf(endpoint, conflict),
  ...(endpoint.method === 'GET' ? {} : { 413: failed('TooLarge'), 415: failed('OtherType') }),
  ...(endpoint.limits || endpoint.permission !== 'public' ? { 429: failed('TooMany') } : {}),
  default: failed('Failed'),
});

/** Returns the statuses documented for a call; `default` means failures of the server. */
export const documentedStatuses = (endpoint: Endpoint): string[] => [
  String(successStatus(endpoint)),
  ...Object.keys(failuresOf(endpoint)),
];

const binary = { type: 'string', format: 'binary' };

const formOf = ({ files }: Multipart, fields: Json): Json => {
  const { properties, required, ...rest } = fields as { properties?: object; required?: string[] };
  const needed = Object.entries(files).flatMap(([name, { optional }]) => (optional ? [] : [name]));
  return {
    ...rest,
    properties: { ...properties, ...Object.fromEntries(Object.keys(files).map((name) => [name, binary])) },
    required: [...(required ?? []), ...needed],
  };
};

const needsBody = (body: BodyKind): boolean => !isJson(body) || !body.safeParse({}).success;

const contentOf = (body: BodyKind, json: Json = {}): Json => {
  if (isJson(body)) return { 'application/json': { schema: json } };
  if (body.kind === 'multipart') return { 'multipart/form-data': { schema: formOf(body, json) } };
  return Object.fromEntries(body.types.map((type) => [type, { schema: binary }]));
};

const answerOf = ({ response }: Endpoint, schema: Json | undefined): Json => {
  if (isJsonResponse(response)) return { description: 'Success', content: { 'application/json': { schema } } };
  if (response.kind === 'file')
    return {
      description: 'A file. Its name is in `Content-Disposition`',
      content: Object.fromEntries(response.types.map((type) => [type, { schema: binary }])),
    };
  if (response.kind === 'empty') return { description: 'Success, without content' };
  const headers = { Location: { schema: { type: 'string', format: 'uri-reference' }, required: true } };
  return { description: 'A redirect to another page', headers };
};

const operationOf = ({ area, name, endpoint }: Call, used: Used): Json => ({
  operationId: name,
  tags: [area],
  summary: endpoint.summary,
  security: endpoint.permission === 'public' ? [] : [{ session: [] }],
  ...(endpoint.permission === 'public' ? {} : { 'x-permission': endpoint.permission }),
  parameters: [
    ...parametersOf(endpoint).map(({ where, parameter, schema }) => ({
      name: parameter,
      in: where,
      required: where === 'path' || !schema.safeParse(undefined).success,
      schema: used[`${name}:${where}:${parameter}`],
    })),
    ...(endpoint.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ],
  ...(endpoint.body
    ? { requestBody: { required: needsBody(endpoint.body), content: contentOf(endpoint.body, used[`${name}:body`]) } }
    : {}),
  responses: {
    [String(successStatus(endpoint))]: answerOf(endpoint, used[`${name}:response`]),
    ...failuresOf(endpoint, used[`${name}:conflict`]),
  },
});

type Lists = Readonly<Record<string, readonly string[]>>;

/** Replaces each copy of a list's values by a reference to the component of its name. */
const withLists = <T>(json: T, lists: Lists): T => {
  const names = new Map(Object.entries(lists).map(([name, values]) => [values.join(), name]));
  return JSON.parse(JSON.stringify(json), (_, value) => {
    const name = Array.isArray(value?.enum) && names.get(value.enum.join());
    if (!name) return value;
    const { type, enum: values, ...rest } = value;
    return { ...rest, $ref: `${schemaPath}${name}` };
  });
};

/** Returns the contract as an OpenAPI 3.1 document with the named schemas and lists of values as components. */
export const openapiOf = (calls: readonly Call[], schemasByName: Schemas, lists: Lists): Json => {
  const { used, components } = withLists(schemasOf(calls, schemasByName), lists);
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const path = call.endpoint.path === '/api/openapi.json/' ? '/api/openapi.json' : call.endpoint.path;
    paths[path] ??= {};
    paths[path][call.endpoint.method.toLowerCase()] = operationOf(call, used);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stillwater',
      version: '1.0.0',
      description: 'The API a funeral home runs on.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Cognito access token' },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', maxLength: 255 },
        },
      },
      responses: failures,
      schemas: {
        ...components,
        ...Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, { type: 'string', enum: values }])),
        Problem: { type: 'object', description: '`{detail}` or a map of field names to messages' },
      },
    },
  };
};
