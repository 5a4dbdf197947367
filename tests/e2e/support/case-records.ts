import { expect, type Page } from '@playwright/test';
import type { Case, CasePatch } from '#domain/cases/case-wire.schema.ts';
import { callAs } from './customer-records.ts';

const cases = '/api/services/cases/';

/** A case as a client of the API opens it; answers it. */
export const addCase = (page: Page, values: CasePatch & Record<string, unknown>): Promise<Case> =>
  callAs<Case>(page, 'POST', cases, values);

export const readCase = (page: Page, id: string): Promise<Case> => callAs<Case>(page, 'GET', `${cases}${id}/`);

/** Opens a case at its next of kin. */
export const openKin = async (page: Page, id: string): Promise<void> => {
  await page.goto(`${new URL(page.url()).origin}/cases/${id}`);
  const head = page.getByRole('button', { name: /^Informant\/Next of Kin/ }).and(page.locator('[aria-expanded]'));
  await head.click();
  await expect(head).toHaveAttribute('aria-expanded', 'true');
};
