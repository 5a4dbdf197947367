import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { allEndpoints } from '#domain/registry/endpoints.ts';
import { openapiOf } from '#domain/shared/contract/openapi.ts';
import { countryOptions } from '#domain/shared/reference-data/countries-and-states.ts';
import { unknown } from '#domain/shared/reference-data/unknown.ts';
import { jurisdictionOptions } from '#domain/shared/values/us-state.ts';

const domain = join(import.meta.dirname, '../../domain');

/** Returns the schemas of the domain by their export names. */
const namedSchemas = async (): Promise<Record<string, z.ZodType>> => {
  const named: Record<string, z.ZodType> = {};
  const names = new Map<z.ZodType, string>();
  const files = globSync('**/*.ts', { cwd: domain, exclude: (name) => /\.test\.ts$|testing$/.test(name) }).sort();
  for (const file of files)
    for (const [name, schema] of Object.entries(await import(pathToFileURL(join(domain, file)).href))) {
      if (!/^[A-Z]\w*[a-z]/.test(name) || !(schema instanceof z.ZodType) || names.has(schema)) continue;
      if (named[name]) throw new Error(`Two schemas are exported as ${name}; the second by domain/${file}`);
      named[name] = schema;
      names.set(schema, name);
    }
  return named;
};

const countries = countryOptions.map(({ value }) => value);
const states = jurisdictionOptions.map(({ value }) => value);
const lists = {
  Country: countries,
  CountryOrUnknown: [...countries, unknown],
  State: states,
  StateOrUnknown: [...states, unknown],
};

/** Bundling replaces this module by the document that it makes (infra/bundle-functions.ts). */
export const openapiDocument = openapiOf(allEndpoints(), await namedSchemas(), lists);
