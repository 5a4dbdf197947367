import { CognitoIdentityProviderClient, InitiateAuthCommand } from '@aws-sdk/client-cognito-identity-provider';
import { type Download, expect, type Locator, type Page, type TestInfo } from '@playwright/test';
import type { IntakeSubmissionInput } from '#domain/intake/intake.schema.ts';
import { USER_POOL_CLIENT_ID } from '#local/environment.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import type { StaffName } from './organization.ts';
import type { Product } from './product.ts';

export const enterCredentials = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

/** The heading of a page for signed-in staff, not of the sign-in page before it. */
const staffHeading = (page: Page) => page.locator('#main').getByRole('heading', { level: 1 });

/** Opens a page of the staff site through the sign-in form, for stories about sessions. */
export const signInAs = async (page: Page, product: Product, who: StaffName, path = '/signin'): Promise<void> => {
  await page.goto(`${product.staffUrl}${path}`);
  await enterCredentials(page, product.emails[who], product.password);
  await expect(page).not.toHaveURL(/\/signin(\?|$)/);
  await expect(staffHeading(page)).toBeVisible();
};

export const userPoolOf = ({ userPoolUrl }: Product): CognitoIdentityProviderClient =>
  new CognitoIdentityProviderClient({
    endpoint: userPoolUrl,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

/** Signs in without the form; returns what web-staff/src/session/token-storage.ts stores. */
const sessionOf = async (product: Product, email: string): Promise<Record<string, string>> => {
  const AuthParameters = { USERNAME: email, PASSWORD: product.password };
  const { AuthenticationResult } = await userPoolOf(product).send(
    new InitiateAuthCommand({ AuthFlow: 'USER_PASSWORD_AUTH', ClientId: USER_POOL_CLIENT_ID, AuthParameters }),
  );
  const { AccessToken = '', RefreshToken = '' } = AuthenticationResult ?? {};
  const { username } = JSON.parse(Buffer.from(AccessToken.split('.')[1] ?? '', 'base64url').toString());
  const prefix = `CognitoIdentityServiceProvider.${USER_POOL_CLIENT_ID}`;
  return {
    [`${prefix}.LastAuthUser`]: username,
    [`${prefix}.${username}.accessToken`]: AccessToken,
    [`${prefix}.${username}.refreshToken`]: RefreshToken,
    [`${prefix}.${username}.clockDrift`]: '0',
  };
};

export const openAs = async (page: Page, product: Product, who: StaffName, path = '/'): Promise<void> => {
  const session = await sessionOf(product, product.emails[who]);
  // Only a page of the site can fill its session storage: an empty one, so that it precedes the application.
  const empty = `${product.staffUrl}/empty-page`;
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(empty);
  await page.unroute(empty);
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) sessionStorage.setItem(key, value);
  }, session);
  await page.goto(`${product.staffUrl}${path}`);
  await expect(staffHeading(page)).toBeVisible();
};

const send = async <T>(url: string, token: string | undefined, method: string, body?: object): Promise<T> => {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
};

interface Created {
  id: string;
  case_number: string;
}

export const callAs = async <T = Created>(page: Page, method: string, path: string, body?: object): Promise<T> => {
  const token = await page.evaluate(
    () => Object.entries({ ...sessionStorage }).find(([key]) => key.endsWith('.accessToken'))?.[1],
  );
  return send<T>(`${new URL(page.url()).origin}${path}`, token, method, body);
};

const casesPath = '/api/services/cases/';
export const addCase = (page: Page, values: object) => callAs(page, 'POST', casesPath, values);

/** Creates a case, and opens a section of it, as the director. */
export const openNewCase = async (page: Page, product: Product, values: object, section = ''): Promise<Created> => {
  const session = Object.entries(await sessionOf(product, product.emails.director));
  const token = session.find(([key]) => key.endsWith('.accessToken'))?.[1];
  const created = await send<Created>(`${product.staffUrl}${casesPath}`, token, 'POST', values);
  await openAs(page, product, 'director', `/cases/${created.id}${section && `?section=${section}`}`);
  return created;
};

export const downloadBy = async (control: Locator): Promise<Download> => {
  const downloading = control.page().waitForEvent('download');
  await control.click();
  return downloading;
};

export const emailsTo = async ({ mailboxUrl }: Product, address: string) => {
  const response = await fetch(`${mailboxUrl}/api/mails?to=${encodeURIComponent(address)}`);
  return (await response.json()) as { subject: string; text: string }[];
};

/** Waits for an email to an address that contains a pattern; returns the pattern's group in the newest one. */
export const emailed = async (product: Product, address: string, pattern: RegExp): Promise<string> => {
  const find = async () =>
    (await emailsTo(product, address)).flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])[0] ?? '';
  await expect.poll(find).not.toBe('');
  return find();
};

/** Sends a family's report as the public form does; returns its reference. */
export const reportDeath = async (product: Product, changes: Partial<IntakeSubmissionInput>): Promise<string> => {
  const report = exampleIntake({ funeral_home_slug: product.slugs['whitcomb-ames'], ...changes });
  const response = await fetch(`${product.intakeUrl}/api/forms/public/submit/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(report),
  });
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  return ((await response.json()) as { reference: string }).reference;
};

/** Opens a list until it shows a new record: lists follow their records after some milliseconds. */
export const listed = (page: Page, url: string, what: Locator): Promise<void> =>
  expect(async () => {
    await page.goto(url);
    await expect(what).toBeVisible({ timeout: 10_000 });
  }).toPass();

export const openSubmission = async (page: Page, reference: string, name: string): Promise<void> => {
  const link = page.getByRole('link', { name });
  await listed(page, `${new URL(page.url()).origin}/submissions?search=${reference}`, link);
  await link.click();
  await expect(page.getByText(`Reference ${reference}`)).toBeVisible();
};

/** Converts the open submission, which no case resembles. */
export const convertToCase = async (page: Page): Promise<void> => {
  await expect(page.getByText('No case of this person was found.')).toBeVisible();
  await page.getByRole('button', { name: 'Convert to case' }).click();
  const dialog = page.getByRole('dialog', { name: 'Convert to case' });
  await dialog.getByRole('button', { name: 'Convert to case' }).click();
};

export const openDocuments = async (page: Page, info: TestInfo): Promise<Locator> => {
  await page
    .getByRole('button', { name: info.project.name === 'phone' ? 'Documents' : 'Open documents', exact: true })
    .first()
    .click();
  return page.getByRole('complementary', { name: 'Documents', exact: true });
};

/** Moves the focus with the Tab key until the element has it. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  const isFocused = () => target.evaluate((element) => element === document.activeElement).catch(() => false);
  for (let presses = 0; presses < 80 && !(await isFocused()); presses++) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
};

/** Returns how many pixels the page is wider than the screen; 0 if it fits. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));

/** Stores a picture of the screen with the test's results if `SCREENS=1`: taking one is slow. */
export const picture = async (page: Page, info: TestInfo, name: string, fullPage = false): Promise<void> => {
  if (!process.env.SCREENS) return;
  const path = `test-results/screens/${name}-${info.project.name}.png`;
  await page.screenshot({ path, animations: 'disabled', fullPage });
};

/** Returns everything that the browser stores of the site, as text. */
export const storedInBrowser = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const text = (value: unknown): unknown => {
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return new TextDecoder('latin1').decode(value);
      if (value instanceof CryptoKey) return value.extractable ? 'extractable key' : 'key';
      if (value && typeof value === 'object')
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
      return found.length ? [name, stores, found] : [];
    };
    const databases = await Promise.all((await indexedDB.databases()).map(({ name }) => contents(name)));
    const filled = databases.filter(({ length }) => length > 0);
    return JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie, filled, await caches.keys()]);
  });
