import { afterAll } from 'vitest';
import { type HarnessOptions, startHarness } from './harness.ts';

/** A harness with one organization, for all tests of a file; closed after them. */
export const startHarnessWithTenant = async (slug = 'whitcomb-ames', options: HarnessOptions = {}) => {
  const harness = await startHarness(options);
  afterAll(() => harness.close());
  return { harness, tenant: await harness.addTenant(slug) };
};
