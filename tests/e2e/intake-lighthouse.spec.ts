import { expect } from '@playwright/test';
import { type Measured, measureUntil } from './support/lighthouse.ts';
import { test } from './support/product.ts';

const isFast = ({ performance, cls }: Measured): boolean => performance >= 90 && cls <= 0.02;

test('the intake page keeps its Lighthouse budget', { tag: '@phone' }, async ({ product }, info) => {
  const measured = await measureUntil(`${product.intakeUrl}/whitcomb-ames`, info, isFast);
  expect(measured.some(isFast)).toBe(true);
  for (const { accessibility, bestPractices } of measured) expect([accessibility, bestPractices]).toEqual([100, 100]);
});
