import { expect, type Locator, type Page, type TestInfo } from '@playwright/test';
import type { IntakeSubmissionInput } from '#domain/intake/intake.schema.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { axeViolations } from './axe.ts';
import type { Product } from './product.ts';

export const accountOf = (name: 'owner' | 'admin' | 'director' | 'coordinator' | 'office'): string =>
  `${name}@whitcomb-ames.example`;

/** Fills and sends the sign-in form that the page shows. */
export const enterCredentials = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

/** In the frame of those who are signed in: the sign-in page, whose heading may still stand, has a main of its own. */
const arrived = (page: Page) => page.locator('#main').getByRole('heading', { level: 1 });

/** Opens a page of the staff site over the sign-in form; without a path, by the sign-in page. For what is about sessions. */
export const signInAs = async (page: Page, product: Product, email: string, path = '/signin'): Promise<void> => {
  await page.goto(`${product.staffUrl}${path}`);
  await enterCredentials(page, email, product.password);
  await expect(page).not.toHaveURL(/\/signin(\?|$)/);
  await expect(arrived(page)).toBeVisible();
};

/** By the product and the e-mail address: what a tab that has signed in keeps. A worker has one product of its own. */
const sessions = new Map<string, { storage: Record<string, string>; at: number }>();
/** Its access token is good for a quarter of an hour; whoever is given it works with it for some minutes more. */
const keptMs = 7 * 60_000;

/** For stories that end sessions: whoever comes next signs in anew. */
export const forgetSessions = (): void => sessions.clear();

/**
 * Opens a page of the staff site as a member of the staff who is signed in, as the first one of this worker has done
 * over the form; without a path, home.
 */
export const openAs = async (page: Page, product: Product, email: string, path = '/'): Promise<void> => {
  const name = `${product.staffUrl} ${email}`;
  const kept = sessions.get(name);
  if (!kept || Date.now() - kept.at > keptMs) {
    // A tab in which somebody is signed in is not asked who it is.
    if (page.url().startsWith(product.staffUrl)) await page.evaluate(() => sessionStorage.clear());
    await signInAs(page, product, email, path === '/' ? undefined : path);
    sessions.set(name, { storage: await page.evaluate(() => ({ ...sessionStorage })), at: Date.now() });
    return;
  }
  // A tab's session storage can be filled only on a page of the site: on an empty one, before the application runs.
  const empty = `${product.staffUrl}/empty-page`;
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(empty);
  await page.unroute(empty);
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) sessionStorage.setItem(key, value);
  }, kept.storage);
  await page.goto(`${product.staffUrl}${path}`);
  await expect(arrived(page)).toBeVisible();
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

/** Opens a list until it shows what was made a moment ago: lists follow their records. */
export const listed = (page: Page, url: string, what: Locator): Promise<void> =>
  expect(async () => {
    await page.goto(url);
    await expect(what).toBeVisible({ timeout: 10_000 });
  }).toPass();

/** Opens the submission of a reference from the list. */
export const openSubmission = async (page: Page, reference: string, name: string): Promise<void> => {
  const link = page.getByRole('link', { name });
  await listed(page, `${new URL(page.url()).origin}/submissions?search=${reference}`, link);
  await link.click();
  await expect(page.getByText(`Reference ${reference}`)).toBeVisible();
};

/** Converts the open submission, which no case and no other report resembles, with one click. */
export const convertSubmission = async (page: Page): Promise<void> => {
  await expect(page.getByText('No case of this person was found.')).toBeVisible();
  await page.getByRole('button', { name: 'Convert to case' }).click();
};

/** The faults that axe finds on a page, or in a part of it, as short texts. */
export const accessibilityViolations = async (page: Page, part?: string): Promise<string[]> => {
  // A dialog that is still fading in has pale letters.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished));
  });
  return (await axeViolations(page, part)).map(
    ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
};

/** Keeps a picture of the screen beside the test's results where `SCREENS=1` asks for them: drawing them takes a while. */
export const picture = async (page: Page, info: TestInfo, name: string, fullPage = false): Promise<void> => {
  if (!process.env.SCREENS) return;
  const path = `test-results/screens/${name}-${info.project.name}.png`;
  await page.screenshot({ path, animations: 'disabled', fullPage });
};

/** Everything the browser keeps of the site beyond its memory. */
export const storedInBrowser = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const text = (value: unknown): unknown => {
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return new TextDecoder('latin1').decode(value);
      if (value && typeof value === 'object' && !(value instanceof CryptoKey))
        return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, text(inner)]));
      return value;
    };
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const contents = async (name = ''): Promise<unknown[]> => {
      const database = await settled(indexedDB.open(name));
      const stores = [...database.objectStoreNames];
      const all = stores.map((store) => settled(database.transaction(store).objectStore(store).getAll()));
      const found = (await Promise.all(all)).flat().map(text);
      database.close();
      return [name, stores, found];
    };
    const databases = await Promise.all((await indexedDB.databases()).map(({ name }) => contents(name)));
    // A database without an entry says nothing.
    const filled = databases.filter(([, , entries]) => Array.isArray(entries) && entries.length > 0);
    const caches_ = await caches.keys();
    return JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie, filled, caches_]);
  });

/** A call of the signed-in page's own session. */
export const callAs = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([verb, to, sent]) => {
      const token = Object.entries({ ...sessionStorage }).find(([key]) => key.endsWith('.accessToken'))?.[1];
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(to, { method: verb, headers, body: sent ? JSON.stringify(sent) : null });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      return (await answer.json()) as { id: string; case_number: string };
    },
    [method, path, body] as const,
  );
