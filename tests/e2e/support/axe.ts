import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, type TestInfo } from '@playwright/test';
import { picture } from './staff-actions.ts';

/**
 * Returns axe's violations on a page, or in a part of it, as short texts. Legacy mode and `resultTypes` take a third of
 * the time: the default opens a second page for frames, which the sites do not have, and describes what is right.
 */
export const accessibilityViolations = async (page: Page, part?: string): Promise<string[]> => {
  // A dialog that is still fading in has pale letters.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], preload: false });
  const { violations } = await (part ? builder.include(part) : builder).analyze();
  return violations.map(
    ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
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
