import { expect, type Locator, type Page } from '@playwright/test';
import { tagText } from '#domain/care/tag-code.ts';
import { checkScreen } from './support/axe.ts';
import { test } from './support/product.ts';
import { addCase, callAs, downloadBy, openAs, overflowOf, picture, storedInBrowser } from './support/staff-actions.ts';

interface Subject {
  id: string;
  tag: string;
  number: number;
  entries: { kind: string; note: string; to: { name: string } | null }[];
}
type Custody = { subjects: Subject[] };
const custodyPath = (caseId: string): string => `/api/services/cases/${caseId}/custody/`;
const bodyOf = async (page: Page, caseId: string, method = 'GET'): Promise<Subject> => {
  const { subjects } = await callAs<Custody>(page, method, custodyPath(caseId));
  return subjects[0] as Subject;
};

const kinds = { cooler: 'Cooler 1', prep_room: 'Room 2', vehicle: 'Van 1', another_firm: 'Palatka Mortuary' };
/** Adds a place of each kind to the home of the caller; returns their ids by kind. */
const addPlaces = async (page: Page): Promise<Record<string, string>> => {
  const { funeral_home } = await callAs<{ funeral_home: string }>(
    page,
    'GET',
    '/api/customers/user-profiles/current_user/',
  );
  const ids: Record<string, string> = {};
  for (const [kind, name] of Object.entries(kinds)) {
    const place = { funeral_home_id: funeral_home, name, kind, capacity: kind === 'cooler' ? 4 : null };
    ids[kind] = (await callAs(page, 'POST', '/api/care/places/', place)).id;
  }
  return ids;
};
const move = (page: Page, caseId: string, body: Subject, to: string | undefined) =>
  callAs(page, 'POST', `${custodyPath(caseId)}moves/`, {
    ...{ subject: body.id, expected: body.number, to_place: to, from_text: '118 Marine Street' },
    happened_at: new Date().toISOString(),
  });

const typeTag = async (page: Page, tag: string): Promise<void> => {
  await page.getByLabel('Or type the ten letters').fill(tagText(tag).toLowerCase());
  await page.getByRole('button', { name: 'Continue' }).click();
};
const sign = async (page: Page, pad: Locator): Promise<void> => {
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('The pad is not shown');
  await page.mouse.move(box.x + 20, box.y + 30);
  await page.mouse.down();
  for (const [x, y] of [
    [60, 60],
    [100, 20],
    [150, 70],
  ] as const)
    await page.mouse.move(box.x + x, box.y + y);
  await page.mouse.up();
};
const pad = (page: Page, of: string) => page.getByRole('img', { name: `Signature of ${of}` });

test('follows a body from the removal to a signed release', async ({ page, product }, info) => {
  await openAs(page, product, 'owner');
  await addPlaces(page);
  const { id } = await addCase(page, {
    ...{ deceased_first_name: 'Dorothy', deceased_last_name: 'Briggs', state_of_death: 'WY' },
    ...{ date_of_death: '2026-11-20', service_type: 'graveside' },
  });
  await page.goto(`${product.staffUrl}/cases/${id}/care`);
  await page.getByRole('button', { name: 'Assign a tag' }).click();
  await expect(page.getByText('No entry yet.')).toBeVisible();
  const { tag } = await bodyOf(page, id);
  // The name is from the row of the case, which follows it.
  const named = () => callAs<{ name: string }>(page, 'GET', `/api/care/tags/${tag}/`);
  await expect.poll(async () => (await named()).name).toBe('Dorothy Briggs');
  await page.getByRole('link', { name: 'Record a move' }).click();
  await typeTag(page, tag);
  await page.getByLabel('Where were they before?').fill('118 Marine Street');
  await page.getByLabel('Who gives', { exact: true }).fill('Grace Tan');
  await page.getByRole('radio', { name: /^Cooler 1/ }).check();
  await checkScreen(page, info, 'care-first-move', { fullPage: true });
  await page.getByRole('button', { name: 'Move to Cooler 1' }).click();
  await expect(page.getByText('Dorothy Briggs: Cooler 1. Recorded.')).toBeVisible();
  await page.getByRole('link', { name: 'Case', exact: true }).click();
  const chain = page.getByRole('region', { name: 'Chain of custody' });
  await expect(chain.getByRole('listitem')).toContainText(['118 Marine Street → Cooler 1']);
  await page.getByRole('button', { name: 'Add item' }).click();
  await page.getByLabel('Description').fill('Wedding ring, yellow metal');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Family to decide')).toBeVisible();
  await checkScreen(page, info, 'care-case', { fullPage: true });

  const release = async () => {
    await page.getByRole('link', { name: 'Record a move' }).click();
    await typeTag(page, tag);
    await page.getByRole('radio', { name: /^Palatka Mortuary/ }).check();
    await page.getByLabel('Who takes', { exact: true }).fill('Alison Marsh');
    await sign(page, pad(page, 'Eleanor Whitcomb'));
    await sign(page, pad(page, 'Alison Marsh'));
    await page.getByRole('button', { name: 'Release to Palatka Mortuary' }).click();
  };
  await release();
  const refusal = page.getByRole('alert').filter({ hasText: 'Not recorded' });
  await expect(refusal).toContainText('checks missing');
  await expect(refusal.getByRole('link', { name: 'Open the checks' })).toBeVisible();
  await checkScreen(page, info, 'care-release-refused', { fullPage: true });

  await callAs(page, 'PUT', `/api/services/cases/${id}/gates/identification/`, {
    ...{ identified_by: 'Robert Briggs', relationship: 'son', how: 'in_person' },
    happened_at: '2026-11-21T09:00',
  });
  await page.getByRole('link', { name: 'Case', exact: true }).click();
  await page.getByRole('button', { name: 'Decide: Wedding ring, yellow metal' }).click();
  await page.getByLabel('What happens with it').selectOption('Stays with the deceased');
  await page.getByLabel('Decided by').fill('Robert Briggs');
  await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click();
  await expect(page.getByText('Decision recorded')).toBeVisible();
  await release();
  await expect(page.getByText('Dorothy Briggs: Palatka Mortuary. Recorded.')).toBeVisible();
  await page.getByRole('link', { name: 'Case', exact: true }).click();
  await expect(chain.getByRole('img', { name: 'Signature of Alison Marsh' })).toBeVisible();
  await checkScreen(page, info, 'care-released', { fullPage: true });
  const paper = await downloadBy(page.getByRole('button', { name: 'Chain of custody' }));
  expect(paper.suggestedFilename()).toMatch(/\.pdf$/);
});

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' });

  test(
    'sends moves when it can, and leaves a stale one to settle',
    { tag: '@phone' },
    async ({ page, product, context }, info) => {
      await openAs(page, product, 'owner');
      // The device knows its user from here on.
      await expect.poll(() => storedInBrowser(page)).toContain('"data"');
      const places = await addPlaces(page);
      const people = [];
      for (const last of ['Nightingale', 'Wrenfield']) {
        const { id } = await addCase(page, { deceased_first_name: 'Ada', deceased_last_name: last });
        const opened = await bodyOf(page, id, 'PUT');
        await move(page, id, opened, places.cooler);
        people.push({ id, body: await bodyOf(page, id) });
      }
      const [first, second] = people as [(typeof people)[0], (typeof people)[0]];
      await expect(async () => {
        await page.goto(`${product.staffUrl}/care`);
        await expect(page.getByRole('link', { name: /Wrenfield/ })).toBeVisible({ timeout: 5_000 });
        await expect(page.getByRole('link', { name: /Nightingale/ })).toBeVisible({ timeout: 5_000 });
      }).toPass();
      await checkScreen(page, info, 'care-board', { fullPage: true });
      expect(await overflowOf(page)).toBe(0);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await expect.poll(() => storedInBrowser(page)).toContain('stillwater-parts');

      await context.setOffline(true);
      await page.getByRole('link', { name: 'Scan or move' }).click();
      for (const { body } of people) {
        await typeTag(page, body.tag);
        await page.getByRole('radio', { name: /^Room 2/ }).check();
        await page.getByRole('button', { name: 'Move to Room 2' }).click();
        await expect(page.getByText('Kept on this device until it is sent.')).toBeVisible();
      }
      await page.reload();
      await expect(page.getByText('No connection. Keep working', { exact: false })).toBeVisible();
      await checkScreen(page, info, 'care-scan-offline');
      await typeTag(page, first.body.tag);
      await expect(page.getByText('Room 2, 0 min · entry 2')).toBeVisible();
      expect(await storedInBrowser(page)).not.toContain('Nightingale');
      // A colleague is faster with the other one.
      await move(page, second.id, second.body, places.vehicle);

      await context.setOffline(false);
      await expect(async () => {
        await page.goto(`${product.staffUrl}/care/waiting`);
        await expect(page.getByRole('region', { name: 'To settle' })).toBeVisible({ timeout: 10_000 });
      }).toPass();
      const toSettle = page.getByRole('region', { name: 'To settle' });
      await expect(toSettle).toContainText('recorded Cooler 1 → Van 1 first');
      await expect(toSettle).toContainText('This device: Cooler 1 → Room 2');
      await expect(page.getByRole('region', { name: 'Waiting for a connection' })).toHaveCount(0);
      await checkScreen(page, info, 'care-to-settle');
      expect((await bodyOf(page, first.id)).entries.map(({ to }) => to?.name)).toEqual(['Cooler 1', 'Room 2']);

      await page.getByRole('link', { name: 'Scan next' }).click();
      await typeTag(page, second.body.tag);
      await expect(page.getByText('To settle: two versions')).toBeVisible();
      await page.getByLabel('Not in Van 1: found elsewhere').check();
      await page.getByLabel('Reason').fill('Carried over while the phone was offline');
      await page.getByRole('radio', { name: /^Room 2/ }).check();
      await picture(page, info, 'care-settling', true);
      await page.getByRole('button', { name: 'Found in Room 2' }).click();
      await expect(page.getByText('Ada Wrenfield: Room 2. Recorded.')).toBeVisible();
      expect((await bodyOf(page, second.id)).entries.at(-1)).toMatchObject({
        ...{ kind: 'found', note: expect.stringContaining('Not recorded: Cooler 1 → Room 2') },
      });
      await page.goto(`${product.staffUrl}/care/waiting`);
      await expect(page.getByText('Everything was sent')).toBeVisible();
    },
  );
});
