import { functionBundles } from './function-bundles.ts';
import { synthesize } from './synthesis.ts';

/** Before the first test file: what most of them look at is made once. */
export default async (): Promise<void> => {
  await Promise.all([synthesize(), functionBundles()]);
};
