import { resolve } from 'node:path';

export const bundledFunctions = resolve(import.meta.dirname, '../dist/functions');

export const entryFile = (entry: string): string => `functions/lambdas/${entry}.ts`;
