import { expect, type Page } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { answerCall, field, finishCall, question, takeCall } from './support/first-call-actions.ts';
import { watchPolicy } from './support/intake-form.ts';
import { test } from './support/product.ts';
import { callAs, enterCredentials, listed, openAs, signInAs, storedInBrowser } from './support/staff-actions.ts';

test.use({ serviceWorkers: 'allow' });

const rows = (page: Page) => page.locator('main tbody tr, main ul[aria-label="First calls"] > li');
/** Waits until the device has cached the page of a call and its user; returns the cached paths. */
const partsAreCached = async (page: Page) => {
  await expect.poll(() => storedInBrowser(page)).toContain('"data"');
  return page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const keys = await caches.keys();
    const kept = await Promise.all(keys.map(async (key) => (await caches.open(key)).keys()));
    return kept.flat().map(({ url }) => new URL(url).pathname);
  });
};
const namesOnDevice = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opened = indexedDB.open('first-calls');
        opened.onerror = () => reject(opened.error);
        opened.onsuccess = () => {
          const keys = opened.result.transaction('calls').objectStore('calls').getAllKeys();
          keys.onsuccess = () => {
            opened.result.close();
            resolve(keys.result.map(String));
          };
        };
      }),
  );
const onDevice = (page: Page) => page.getByRole('status').filter({ hasText: 'Offline · on this device' });
const rightSave = (page: Page) => page.getByRole('button', { name: 'All correct, save' }).click();

test(
  'keeps a call offline through a reload, sends it once online, and deletes it',
  { tag: '@phone' },
  async ({ page, product, context }, info) => {
    const last = 'Nightingale';
    const policyReports = await watchPolicy(page);
    await openAs(page, product, 'coordinator', '/first-calls');
    const parts = await partsAreCached(page);
    expect(parts).toContain('/index.html');
    // Only files of the site are cached, and no response of the API.
    expect(parts.filter((path) => !/^\/(?:index\.html|color-scheme\.js|assets\/)/.test(path))).toEqual([]);
    await context.setOffline(true);
    await takeCall(page, { first: 'Offline', last });
    const kept = onDevice(page);
    await expect(kept).toHaveAttribute('aria-busy', 'false');

    await page.reload();
    await expect(kept).toBeVisible();
    await expect(question(page, /^Deceased/)).toContainText(`Offline ${last}`);
    await question(page, /Callback number/).click();
    await expect(field(page, 'Phone number')).toHaveValue('(904) 555-0171');
    await checkScreen(page, info, 'first-call-offline-reloaded');
    expect(await storedInBrowser(page)).not.toContain(last);

    await page.getByRole('button', { name: 'Close and save' }).click();
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'First calls on this device' })).toContainText('unfinished');
    await checkScreen(page, info, 'offline');
    await page.getByRole('link', { name: 'Take a call' }).click();
    await question(page, /Callback number/).click();
    await finishCall(page);
    await rightSave(page);
    await expect(page.getByText(/^Saved on this device\./)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^Saved on this device\./)).toBeVisible();

    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: `Offline ${last}` })).toBeVisible();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await listed(page, `${product.staffUrl}/first-calls?search=${last.toLowerCase()}`, rows(page).first());
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByText('on this device')).toHaveCount(0);
    expect(await policyReports()).toEqual([]);
  },
);

test('keeps a call of a signed-out user encrypted, and sends it after the sign-in', async ({
  page,
  product,
  context,
}, info) => {
  const last = 'Wrenfield';
  await openAs(page, product, 'office', '/first-calls');
  await partsAreCached(page);
  await expect.poll(() => namesOnDevice(page)).toContain('person');
  const secondPage = await context.newPage();
  await page.close();
  await context.setOffline(true);
  await secondPage.goto(`${product.staffUrl}/signin`);
  await expect(secondPage.getByText('You are offline.', { exact: false })).toBeVisible();
  await checkScreen(secondPage, info, 'sign-in-offline');
  await secondPage.getByRole('link', { name: 'Take a call' }).click();
  await answerCall(secondPage, { first: 'Una', last });
  await finishCall(secondPage);
  await rightSave(secondPage);
  await expect(secondPage.getByText(/It will be sent when you sign in again/)).toBeVisible();
  await secondPage.getByRole('button', { name: 'Close and send later' }).click();
  await secondPage.getByRole('link', { name: 'Take a call' }).click();
  await expect(question(secondPage, /Date of birth/)).toBeVisible();
  await expect(secondPage.getByText(last)).toHaveCount(0);
  await context.setOffline(false);
  await signInAs(secondPage, product, 'office');
  await expect(secondPage.getByText(`The first call of Una ${last} was sent`)).toBeVisible();
  await listed(secondPage, `${product.staffUrl}/first-calls?search=${last.toLowerCase()}`, rows(secondPage).first());
  await expect(rows(secondPage)).toHaveCount(1);
});

test('keeps a call when the session expires, and deletes it when it is revoked', {
  tag: '@long',
}, async ({ page, browser, product, context }) => {
  await signInAs(page, product, 'owner', '/first-calls');
  await partsAreCached(page);
  await context.setOffline(true);
  await takeCall(page, { first: 'Orla', last: 'Vesper' });
  await expect(onDevice(page)).toHaveAttribute('aria-busy', 'false');
  await page.evaluate(() => {
    for (const key of Object.keys(sessionStorage)) {
      if (key.endsWith('.refreshToken')) sessionStorage.setItem(key, 'gone');
      if (key.endsWith('.accessToken')) {
        const [head, body = '', seal] = (sessionStorage.getItem(key) ?? '').split('.');
        const claims = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')));
        sessionStorage.setItem(key, [head, btoa(JSON.stringify({ ...claims, exp: 1 })), seal].join('.'));
      }
    }
  });
  await page.reload();
  await expect(question(page, /^Deceased/)).toContainText('Orla Vesper');
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/signin/);
  await enterCredentials(page, product.emails.owner, product.password);
  await expect(question(page, /^Deceased/)).toContainText('Orla Vesper');
  await expect(page.getByText('Draft saved')).toBeVisible();

  const other = await (await browser.newContext({ locale: 'en-US', serviceWorkers: 'block' })).newPage();
  await signInAs(other, product, 'owner', '/first-calls');
  const profile = await callAs(other, 'GET', '/api/customers/user-profiles/current_user/');
  await callAs(other, 'POST', `/api/customers/user-profiles/${profile.id}/sign_out_everywhere/`, {});
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await expect.poll(() => namesOnDevice(page)).toEqual([]);
  await other.context().close();
});

test('sends a call from a device that cannot store it while the page is open', { tag: '@long' }, async ({
  page,
  product,
  context,
}) => {
  // A private window rejects the storage, and a full disk rejects writes.
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    };
    CacheStorage.prototype.open = () => Promise.reject(new DOMException('Refused', 'SecurityError'));
  });
  await openAs(page, product, 'director', '/first-calls');
  await page.getByRole('link', { name: 'Take a call' }).first().click();
  await expect(field(page, 'First name')).toBeVisible();
  await context.setOffline(true);
  await answerCall(page, { first: 'Nell', last: 'Fullbright' });
  await expect(page.getByText('Offline · not saved')).toBeVisible();
  await expect(page.getByText(/^This device cannot save the call\./)).toBeVisible();
  await finishCall(page);
  await rightSave(page);
  await expect(page.getByText(/^It will be sent when you are back online/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Nell Fullbright' })).toBeVisible();
});
