import { functionBundles } from './function-bundles.ts';
import { synthesize } from './synthesis.ts';

/** Makes shared output before the first test file. */
export default async (): Promise<void> => {
  await Promise.all([synthesize(), functionBundles()]);
};
