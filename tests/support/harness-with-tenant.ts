import { afterAll } from 'vitest';
import { type Harness, type HarnessOptions, startHarness } from './harness.ts';

export const openHarness = async (options: HarnessOptions = {}): Promise<Harness> => {
  const harness = await startHarness(options);
  afterAll(() => harness.close());
  return harness;
};

export const startHarnessWithTenant = async (slug = 'whitcomb-ames', options: HarnessOptions = {}) => {
  const harness = await openHarness(options);
  return { harness, tenant: await harness.addTenant(slug) };
};
