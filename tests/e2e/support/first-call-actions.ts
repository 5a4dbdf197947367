import type { Locator, Page } from '@playwright/test';

/** Returns the control of a field; its card may have the same name. */
export const field = (page: Page, label: string): Locator =>
  page
    .getByLabel(label, { exact: true })
    .or(page.getByLabel(`${label} *`, { exact: true }))
    .and(page.locator('input, select'));

export const question = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, expanded: false });

/** Answers the questions of a call in order; each answer opens the next question. */
export const answerCall = async (page: Page, name: { first: string; last: string; phone?: string }): Promise<void> => {
  await field(page, 'First name').fill(name.first);
  await field(page, 'Last name').fill(name.last);
  await page.keyboard.press('Enter');
  await field(page, 'Date of birth').fill('1941-03-09');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Now', exact: true }).click();
  await field(page, 'Location and room').fill('Moultrie Creek Care Center, room 118');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await field(page, 'First name').fill('Loretta');
  await field(page, 'Last name').fill(name.last);
  await field(page, 'Relationship').selectOption('sibling');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await field(page, 'Phone number').pressSequentially(name.phone ?? '9045550171');
};

export const takeCall = async (page: Page, name: { first: string; last: string; phone?: string }): Promise<void> => {
  await page.getByRole('link', { name: 'Take a call' }).first().click();
  await answerCall(page, name);
};

export const finishCall = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Not known' }).click();
  await page.getByRole('button', { name: 'In 1 hour' }).click();
};
