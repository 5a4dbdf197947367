import { expect } from '@playwright/test';
import { type Measured, measureUntil } from './support/lighthouse.ts';
import { test } from './support/product.ts';

const isGood = ({ performance, accessibility, bestPractices, seo, cls }: Measured): boolean =>
  Math.min(performance, accessibility, bestPractices, seo) >= 98 && cls <= 0.02;

for (const [what, address] of [
  ['the intake page', '/whitcomb-ames'],
  ['the intake page in Spanish', '/whitcomb-ames?lang=es'],
] as const) {
  test(`keeps the Lighthouse budget of ${what}`, { tag: ['@phone', '@long'] }, async ({ demonstration }, info) => {
    const measured = await measureUntil(`${demonstration.intakeUrl}${address}`, info, isGood);
    expect(measured.some(isGood)).toBe(true);
    for (const { accessibility, bestPractices } of measured) expect([accessibility, bestPractices]).toEqual([100, 100]);
  });
}
