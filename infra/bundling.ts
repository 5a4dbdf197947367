import { resolve } from 'node:path';

/** Where the bundles stand that a deployment takes; scripts/cdk-app.mjs makes them. */
export const bundledFunctions = resolve(import.meta.dirname, '../dist/functions');

/** The entry file of a function, from the repository's root. */
export const entryFile = (entry: string): string => `functions/lambdas/${entry}.ts`;
