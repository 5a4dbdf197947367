import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allEndpoints } from '#domain/contract/endpoints.ts';
import { openapiOf } from '#domain/contract/openapi.ts';

/**
 * The contract of the last release, reduced to what a page in somebody's browser relies on. `npm run record-contract`
 * writes it when a release is made; tests/contract/released-contract.test.ts holds the present contract to it.
 */
const file = fileURLToPath(new URL('../../tests/contract/released-contract.json', import.meta.url));

/** What is known of the values at one place of a body or an answer, such as `results[].status`. */
interface Place {
  types: string[];
  required?: true;
  /** The closed list, where the values are one. */
  values?: string[];
  maxLength?: number;
}

/** Places by path; '' is the whole. */
export type Shape = Record<string, Place>;

interface Call {
  public: boolean;
  /** `path:id`, `query:page`, `body` and `body.email`. */
  request: Shape;
  /** By status and content type. */
  answers: Record<string, Shape>;
}

/** By method and path. */
export type Contract = Record<string, Call>;

type Schema = Record<string, unknown>;

interface Operation {
  security: unknown[];
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

const listOf = (value: unknown): Schema[] => (Array.isArray(value) ? (value as Schema[]) : []);

/** The alternatives of a schema, with references to definitions of the same document followed. */
function* alternatives(schema: Schema, root: Schema): Generator<Schema> {
  const { $ref: reference, anyOf, oneOf, allOf, ...own } = schema;
  if (typeof reference === 'string') {
    const target = reference
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Schema | undefined)?.[key], root);
    yield* alternatives((target ?? {}) as Schema, root);
    return;
  }
  const parts = [...listOf(anyOf), ...listOf(oneOf), ...listOf(allOf)];
  if (parts.length === 0 || own.type !== undefined || own.properties !== undefined) yield own;
  for (const part of parts) yield* alternatives(part, root);
}

const typesOf = ({ type, enum: list, const: only }: Schema): string[] => {
  if (type !== undefined) return [type].flat() as string[];
  const values = list ?? (only === undefined ? undefined : [only]);
  if (!Array.isArray(values)) return ['any'];
  return [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
};

const valuesOf = ({ enum: list, const: only }: Schema): string[] | undefined => {
  const values = list ?? (only === undefined ? undefined : [only]);
  return Array.isArray(values) ? values.map(String) : undefined;
};

function look(schema: Schema, path: string, root: Schema, shape: Shape, required: boolean): void {
  const found = [...alternatives(schema, root)];
  const texts = found.filter((one) => !typesOf(one).includes('null'));
  const closed = texts.map(valuesOf);
  const lengths = texts.map(({ maxLength }) => maxLength);
  shape[path] = {
    types: [...new Set(found.flatMap(typesOf))].sort(),
    ...(required ? { required: true as const } : {}),
    ...(closed.length > 0 && closed.every((values) => values !== undefined) ? { values: closed.flat().sort() } : {}),
    ...(lengths.length > 0 && lengths.every((length) => typeof length === 'number')
      ? { maxLength: Math.max(...(lengths as number[])) }
      : {}),
  };
  for (const one of found) {
    const needed = new Set(one.required as string[] | undefined);
    for (const [name, inner] of Object.entries((one.properties ?? {}) as Record<string, Schema>))
      look(inner, path ? `${path}.${name}` : name, root, shape, needed.has(name));
    if (one.items) look(one.items as Schema, `${path}[]`, root, shape, false);
  }
}

/** What an answer's text is limited to is nothing that a page relies on. */
const withoutLimits = (shape: Shape): Shape =>
  Object.fromEntries(
    Object.entries(shape).map(([path, { types, required }]) => [path, { types, ...(required && { required }) }]),
  );

const shapeOf = (schema: Schema, path = '', required = false): Shape => {
  const shape: Shape = {};
  look(schema, path, schema, shape, required);
  return shape;
};

const callOf = ({ security, parameters, requestBody, responses }: Operation): Call => ({
  public: security.length === 0,
  request: Object.assign(
    {},
    ...parameters.map(({ name, in: where, required, schema }) => shapeOf(schema, `${where}:${name}`, required)),
    ...Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) =>
      shapeOf(schema, type === 'application/json' ? 'body' : `body ${type}`, true),
    ),
  ) as Shape,
  answers: Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => /^[23]/.test(status))
      .flatMap(([status, { content = { none: { schema: {} } } }]) =>
        Object.entries(content).map(([type, { schema }]) => [`${status} ${type}`, withoutLimits(shapeOf(schema))]),
      ),
  ),
});

/** The reduced form of an OpenAPI document. */
export const contractOf = (document: Record<string, unknown>): Contract =>
  Object.fromEntries(
    Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, callOf(operation)]),
    ),
  );

const accepts = ({ types }: Place, type: string): boolean =>
  types.includes(type) || types.includes('any') || (type === 'integer' && types.includes('number'));

function* brokenRequest(before: Shape, now: Shape): Generator<string> {
  for (const [path, old] of Object.entries(before)) {
    const place = now[path];
    if (!place) {
      yield `${path} is not taken any more`;
      continue;
    }
    if (place.required && !old.required) yield `${path} is required now`;
    for (const type of old.types) if (!accepts(place, type)) yield `${path} does not take ${type} any more`;
    const { values, maxLength } = place;
    if (values && !old.values) yield `${path} takes a closed list now`;
    for (const value of old.values ?? [])
      if (values && !values.includes(value)) yield `${path} does not take ${value} any more`;
    if (maxLength !== undefined && maxLength < (old.maxLength ?? Number.POSITIVE_INFINITY))
      yield `${path} takes ${maxLength} characters at most now`;
  }
  for (const [path, { required }] of Object.entries(now)) {
    // Within something that is new and optional, no old page is asked for anything.
    const parent = path.replace(/(\.[^.[]+|\[\])$/, '');
    if (required && !before[path] && (parent === path || before[parent])) yield `${path} is required and is new`;
  }
}

function* brokenAnswer(before: Shape, now: Shape): Generator<string> {
  for (const [path, old] of Object.entries(before)) {
    const place = now[path];
    if (!place) {
      yield `${path || 'the answer'} is not there any more`;
      continue;
    }
    if (old.required && !place.required) yield `${path} may be absent now`;
    for (const type of place.types) if (!accepts(old, type)) yield `${path} may be ${type} now`;
  }
}

/** What a page of the one contract could not do any more against the other, in sentences. */
export function* breaks(before: Contract, now: Contract): Generator<string> {
  for (const [name, old] of Object.entries(before)) {
    const call = now[name];
    if (!call) {
      yield `${name} is gone`;
      continue;
    }
    if (old.public && !call.public) yield `${name} needs a session now`;
    for (const fault of brokenRequest(old.request, call.request)) yield `${name}: request: ${fault}`;
    for (const [kind, shape] of Object.entries(old.answers)) {
      const answer = call.answers[kind];
      if (!answer) yield `${name} does not answer ${kind} any more`;
      else for (const fault of brokenAnswer(shape, answer)) yield `${name}: answer: ${fault}`;
    }
  }
}

export const presentContract = (): Contract => contractOf(openapiOf(allEndpoints()));

// In the file a place is one line: 'null|string! <=100 =a|b', where ! says that it is required.
const written = ({ types, required, maxLength, values }: Place): string =>
  [
    types.join('|') + (required ? '!' : ''),
    ...(maxLength === undefined ? [] : [`<=${maxLength}`]),
    ...(values ? [`=${values.join('|')}`] : []),
  ].join(' ');

const read = (text: string): Place => {
  const [, types = '', required, maxLength, values] = /^([\w|]+)(!?)(?: <=(\d+))?(?: =(.*))?$/.exec(text) ?? [];
  return {
    types: types.split('|'),
    ...(required ? { required: true as const } : {}),
    ...(maxLength ? { maxLength: Number(maxLength) } : {}),
    ...(values === undefined ? {} : { values: values.split('|') }),
  };
};

const eachPlace = <From, To>(
  calls: Record<
    string,
    { public: boolean; request: Record<string, From>; answers: Record<string, Record<string, From>> }
  >,
  change: (place: From) => To,
) => {
  const all = (shape: Record<string, From>) =>
    Object.fromEntries(Object.entries(shape).map(([path, place]) => [path, change(place)]));
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      {
        public: call.public,
        request: all(call.request),
        answers: Object.fromEntries(Object.entries(call.answers).map(([kind, shape]) => [kind, all(shape)])),
      },
    ]),
  );
};

/** The text of the file for a contract, and the contract of a text. */
export const toText = (contract: Contract): string => `${JSON.stringify(eachPlace(contract, written), null, 2)}\n`;
export const fromText = (text: string): Contract =>
  eachPlace(JSON.parse(text) as Parameters<typeof eachPlace<string, Place>>[0], read);

export const releasedContract = (): Contract => fromText(readFileSync(file, 'utf8'));

if (import.meta.main) {
  writeFileSync(file, toText(presentContract()));
  process.stdout.write(`${file}\n`);
}
