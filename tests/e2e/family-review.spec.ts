import { expect } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { test } from './support/product.ts';
import { callAs, openNewCase, picture } from './support/staff-actions.ts';

test('takes corrections of the certificate from a family, which confirms changes again', async ({
  page,
  product,
  browser,
}, info) => {
  test.setTimeout(300_000);
  const { id } = await openNewCase(page, product, {
    deceased_first_name: 'Harold',
    deceased_last_name: 'Hjelmgren',
    date_of_birth: '1937-05-14',
    gender: 'male',
    mother_maiden_name: 'Sandstrom',
    occupation: 'Retired',
    informant_name: 'Karin Hjelmgren',
  });
  const part = page.getByRole('region', { name: 'Family page' });
  await part.getByRole('button', { name: 'Family page' }).click();
  const panel = page.getByRole('complementary', { name: 'Family page' });
  const facts = panel.getByRole('region', { name: 'Certificate review' });
  await expect(facts.getByRole('button', { name: 'Send for family review' })).toBeDisabled();
  await panel.getByRole('button', { name: 'Print a code' }).click();
  await expect(panel.getByText('Write down this code. You will not see it again.')).toBeVisible();
  const code = (await panel.getByText(/^[2-9B-Z]{5}-[2-9B-Z]{5}$/).textContent()) ?? '';
  const opened = (await panel.getByText(/^The page is open\. Reference:/).textContent()) ?? '';
  const [reference = ''] = /R-\w{4}-\w{4}/.exec(opened) ?? [];
  await facts.getByRole('button', { name: 'Send for family review' }).click();
  await expect(facts.getByText('Not confirmed yet.')).toBeVisible();

  const family = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  await expect(async () => {
    await family.goto(`${product.intakeUrl}/status/${reference}/${code}`);
    await family.getByRole('button', { name: 'Review the death certificate information' }).click({ timeout: 10_000 });
  }).toPass();
  await expect(family.getByRole('heading', { name: 'Information for Harold’s death certificate' })).toBeFocused();
  const correct = async (line: string, value: string) => {
    await family.getByRole('button', { name: new RegExp(`^(Change|Add) ${line}$`) }).click();
    await expect(family.getByLabel(line, { exact: true })).toBeFocused();
    await family.getByLabel(line, { exact: true }).fill(value);
    await family.getByRole('button', { name: 'Save correction' }).click();
    await expect(family.getByRole('button', { name: `Undo ${line}` })).toBeFocused();
  };
  await correct('Mother’s maiden name', 'Sandström');
  await correct('Occupation', 'Boat builder');
  await correct('Industry', 'Nothing');
  await family.getByRole('button', { name: 'Undo Industry' }).click();
  await expect(family.getByRole('button', { name: 'Add Industry' })).toBeFocused();
  await expect(family.getByRole('heading', { name: '2 of 38 lines corrected' })).toBeVisible();
  await family.getByRole('button', { name: 'Confirm this information' }).click();
  await expect(family.getByText('Please enter your name and check')).toBeVisible();
  await family.getByRole('checkbox').check();
  await checkScreen(family, info, 'family-review', { fullPage: true });
  await family.getByRole('button', { name: 'Confirm this information' }).click();
  await expect(family.getByText(/^By Karin Hjelmgren, on /)).toBeVisible();
  await expect(family.getByText('corrected by you')).toHaveCount(2);
  // Given answers precede missing ones.
  await expect(family.getByRole('heading', { name: 'Still missing' })).toBeVisible();
  await expect(family.locator('dl').first()).not.toContainText('Not given');
  await expect(family.getByRole('button', { name: /^Change/ })).toHaveCount(0);
  await picture(family, info, 'family-locked', true);

  await page.reload();
  await part.getByRole('button', { name: 'Family page' }).click();
  await expect(facts.getByText(/Confirmed by Karin Hjelmgren/)).toBeVisible();
  await checkScreen(page, info, 'family-corrections');
  await facts.getByRole('button', { name: 'Apply Mother’s maiden name' }).click();
  await expect(facts.getByText('Applied')).toHaveCount(1);
  await facts.getByRole('button', { name: 'Apply Occupation' }).click();
  await expect(facts.getByText('Applied')).toHaveCount(2);
  await expect(facts.getByRole('button', { name: 'Request new confirmation' })).toHaveCount(0);

  await callAs(page, 'PATCH', `/api/services/cases/${id}/`, { industry: 'Shipbuilding' });
  await page.reload();
  await part.getByRole('button', { name: 'Family page' }).click();
  await expect(facts.getByText('Needs new confirmation')).toBeVisible();
  await facts.getByRole('button', { name: 'Request new confirmation' }).click();
  await expect(facts.getByText('Not confirmed yet.')).toBeVisible();
  await expect(async () => {
    await family.reload();
    await family.getByRole('button', { name: 'Review the death certificate information' }).click({ timeout: 10_000 });
    await expect(family.getByText('Industry · changed')).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await family.getByRole('checkbox').check();
  await family.getByRole('button', { name: 'Confirm this information' }).click();
  await expect(family.getByText('Confirmed and locked')).toBeVisible();
});
