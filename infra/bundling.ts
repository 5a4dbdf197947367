import { resolve } from 'node:path';

/** Where the bundles stand that a deployment takes; scripts/cdk-app.mjs makes them. */
export const bundledFunctions = resolve(import.meta.dirname, '../dist/functions');

/**
 * How every function is bundled, for CDK and for the budget tests alike: one minified ES module that carries its own
 * SDK clients. The runtime's copy of the SDK would load slower and change under us.
 */
export const bundling = {
  format: 'esm',
  target: 'node24',
  mainFields: ['module', 'main'],
  minify: true,
  sourceMap: false,
  charset: 'utf8',
  externalModules: [] as string[],
  // CommonJS packages inside an ES module still call require.
  banner: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
} as const;

/** The entry file of a function, from the repository's root. */
export const entryFile = (entry: string): string => `functions/lambdas/${entry}.ts`;
