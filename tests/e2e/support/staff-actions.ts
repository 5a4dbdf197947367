import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, type TestInfo } from '@playwright/test';
import type { IntakeSubmissionInput } from '#domain/intake/intake.schema.ts';
import { exampleIntake } from '#tests/support/example-intake.ts';
import type { Product } from './product.ts';

export const accountOf = (name: 'owner' | 'admin' | 'director' | 'coordinator' | 'office'): string =>
  `${name}@whitcomb-ames.example`;

/** Fills and sends the sign-in form that the page shows. */
export const enterCredentials = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

/** Opens a page of the staff site as a member of the staff; without a path, by the sign-in page. */
export const openAs = async (page: Page, product: Product, email: string, path = '/signin'): Promise<void> => {
  await page.goto(`${product.staffUrl}${path}`);
  await enterCredentials(page, email, product.password);
  await expect(page).not.toHaveURL(/signin/);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
};

/** A family's report, sent as the public form sends it; answers its reference. */
export const reportDeath = async (product: Product, changes: Partial<IntakeSubmissionInput>): Promise<string> => {
  const response = await fetch(`${product.intakeUrl}/api/forms/public/submit/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(exampleIntake(changes)),
  });
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  return ((await response.json()) as { reference: string }).reference;
};

/** Opens the submission of a reference from the list. */
export const openSubmission = async (page: Page, reference: string, name: string): Promise<void> => {
  await page.goto(`${new URL(page.url()).origin}/submissions?search=${reference}`);
  await page.getByRole('link', { name }).click();
  await expect(page.getByText(`Reference ${reference}`)).toBeVisible();
};

/** The faults that axe finds, as short texts. */
export const accessibilityFaults = async (page: Page): Promise<string[]> => {
  // A dialog that is still fading in has pale letters.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(
    ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
};

/** Keeps a picture of the screen beside the test's results. */
export const picture = async (page: Page, info: TestInfo, name: string): Promise<void> => {
  await page.screenshot({ path: `test-results/screens/${name}-${info.project.name}.png`, animations: 'disabled' });
};

/** Everything the browser keeps of the site beyond its memory. */
export const storedInBrowser = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const caches_ = await caches.keys();
    return JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie, databases, caches_]);
  });
