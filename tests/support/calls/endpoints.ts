import * as z from 'zod';
import { caseFields } from '#domain/cases/sections/case-sections.ts';
import { firstCallFields, firstCallKinFields } from '#domain/first-calls/first-call.sections.ts';
import { allEndpoints } from '#domain/registry/endpoints.ts';
import { type Endpoint, isJson } from '#domain/shared/contract/endpoint.ts';
import { type RecordKind, recordKey } from '#domain/shared/contract/ids.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import { type EndpointName, examples } from './examples.ts';

const isNamed = (name: string): name is EndpointName => Object.hasOwn(examples, name);

export const namedEndpoints: readonly { name: EndpointName; endpoint: Endpoint }[] = allEndpoints().map(
  ({ name, endpoint }) => {
    if (!isNamed(name)) throw new Error(`${name} has no example: add one to tests/support/calls/examples`);
    return { name, endpoint };
  },
);

export const staffEndpoints = namedEndpoints.filter(({ endpoint }) => endpoint.permission !== 'public');

/** Such as `body.customer_ids.0`. */
export interface IdPlace {
  path: readonly string[];
  kind: RecordKind;
}

interface Place {
  path: readonly string[];
  kind: RecordKind | undefined;
}

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  format?: string;
  description?: string;
  [recordKey]?: RecordKind;
}

const kindsOfReferences: Record<string, RecordKind> = { customer: 'customer', 'funeral-home': 'home' };
const withEntries = (fields: readonly FormField[]): FormField[] =>
  fields.flatMap((field) => [field, ...withEntries(field.entry ?? [])]);
/** References of forms by name and label, because the schema of submitted values does not mark them as ids. */
const references = new Map(
  withEntries([...Object.values(caseFields).flat(), ...firstCallFields, ...firstCallKinFields] as FormField[])
    .filter(({ kind }) => kind === 'reference')
    .flatMap(({ name, alsoNamed, label, of = '' }) =>
      [name, ...(alsoNamed ? [alsoNamed] : [])].map((noun) => [`${noun} ${label}`, kindsOfReferences[of]] as const),
    ),
);

const placesIn = (schema: JsonSchema, path: readonly string[]): Place[] => [
  ...(schema.format === 'uuid' || schema[recordKey] ? [{ path, kind: schema[recordKey] }] : []),
  ...(references.has(`${path.at(-1)} ${schema.description}`)
    ? [{ path, kind: references.get(`${path.at(-1)} ${schema.description}`) }]
    : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => placesIn(inner, [...path, name])),
  ...(schema.items ? placesIn(schema.items, [...path, '0']) : []),
  ...(schema.anyOf ?? []).flatMap((inner) => placesIn(inner, path)),
];

const schemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

const namesIn = ({ properties = {}, anyOf = [] }: JsonSchema): string[] => [
  ...Object.keys(properties),
  ...anyOf.flatMap(namesIn),
];

export const bodyNames = ({ body }: Endpoint): string[] => (isJson(body) ? namesIn(schemaOf(body)) : []);

const places = ({ params, query, body }: Endpoint): Place[] => [
  ...(params ? placesIn(schemaOf(params), ['params']) : []),
  ...(query ? placesIn(schemaOf(query), ['query']) : []),
  ...(isJson(body) ? placesIn(schemaOf(body), ['body']) : []),
];

export const idPlaces = (endpoint: Endpoint): IdPlace[] =>
  places(endpoint).flatMap(({ path, kind }) => (kind === undefined ? [] : [{ path, kind }]));

export const unnamedIds = (endpoint: Endpoint): string[] =>
  places(endpoint).flatMap(({ path, kind }) => (kind === undefined ? [path.join('.')] : []));

export const everyParam = ({ params }: Endpoint, id: string): Record<string, string> =>
  Object.fromEntries(Object.keys(params?.shape ?? {}).map((name) => [name, id]));

export const queryNames = ({ query }: Endpoint): string[] => Object.keys(query?.shape ?? {});
