import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, type TestInfo } from '@playwright/test';
import type axeCore from 'axe-core';
import { picture } from './staff-actions.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns axe's violations on a page, or in a part of it, as short texts. Axe is large, so a page loads it once. */
export const accessibilityViolations = async (page: Page, part?: string): Promise<string[]> => {
  // A dialog that is still fading in has pale letters; what follows scrolling, such as the fade of tabs, never ends.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
      );
    return Promise.allSettled(ending.map(({ finished }) => finished));
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (part): Promise<string[]> => {
    const { axe } = window as unknown as { axe: typeof axeCore };
    const { violations } = await axe.run(part ?? document, { resultTypes: ['violations'], preload: false });
    return violations.map(
      ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  }, part);
};

export const checkScreen = async (
  page: Page,
  info: TestInfo,
  name: string,
  { part, fullPage }: { part?: string; fullPage?: boolean } = {},
): Promise<void> => {
  await picture(page, info, name, fullPage);
  expect(await accessibilityViolations(page, part)).toEqual([]);
};
