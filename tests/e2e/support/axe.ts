import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * The faults that axe finds on a page, or in a part of it. It looks from within the page and describes faults alone: its
 * usual way opens a second page for every look, to gather what is in frames, of which we have none, and describes
 * everything that is right as well, which takes three times as long.
 */
export const axeViolations = async (page: Page, part?: string) => {
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], preload: false });
  const { violations } = await (part ? builder.include(part) : builder).analyze();
  return violations;
};
