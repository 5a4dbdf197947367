import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Resource } from './synthesis.ts';

interface Property {
  causesReplacement?: 'yes' | 'maybe' | 'no';
}
interface Specification {
  schema: {
    resource: { entities: { cloudFormationType: string; properties: Record<string, Property> }[] };
  };
}

const file = join(resolve(import.meta.dirname, '../..'), 'node_modules/aws-cdk/db.json.gz');
let known: Map<string, Record<string, Property>> | undefined;

const propertiesOf = (type: string): Record<string, Property> => {
  known ??= new Map(
    (JSON.parse(gunzipSync(readFileSync(file)).toString()) as Specification).schema.resource.entities.map(
      ({ cloudFormationType, properties }) => [cloudFormationType, properties],
    ),
  );
  const properties = known.get(type);
  // CDK's custom resources are replaced when their handler says so.
  if (!properties && !type.startsWith('Custom::')) throw new Error(`the specification does not know ${type}`);
  return properties ?? {};
};

/**
 * Returns the changed properties that make CloudFormation replace a resource: it creates the new one before it deletes
 * the old one.
 */
export const replacedBy = (before: Resource, after: Resource): string[] =>
  Object.entries(propertiesOf(before.Type)).flatMap(([name, { causesReplacement = 'no' }]) =>
    causesReplacement === 'no' || isDeepStrictEqual(before.Properties?.[name], after.Properties?.[name]) ? [] : [name],
  );
