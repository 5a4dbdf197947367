import { resolve } from 'node:path';

/** Folder of the deployed bundles, built by scripts/cdk-app.mjs. */
export const bundledFunctions = resolve(import.meta.dirname, '../dist/functions');

export const entryFile = (entry: string): string => `functions/lambdas/${entry}.ts`;
