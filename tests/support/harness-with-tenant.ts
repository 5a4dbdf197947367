import { afterAll } from 'vitest';
import { type Harness, type HarnessOptions, startHarness } from './harness.ts';

/** Starts a harness for all tests of a file and closes it after them. */
export const openHarness = async (options: HarnessOptions = {}): Promise<Harness> => {
  const harness = await startHarness(options);
  afterAll(() => harness.close());
  return harness;
};

/** The same with one organization. */
export const startHarnessWithTenant = async (slug = 'whitcomb-ames', options: HarnessOptions = {}) => {
  const harness = await openHarness(options);
  return { harness, tenant: await harness.addTenant(slug) };
};
