import { expect } from '@playwright/test';
import { test } from './support/product.ts';
import { accessibilityViolations, accountOf, callAs, openAs, picture } from './support/staff-actions.ts';

test('a family corrects two lines of the certificate and confirms; staff take them over; a change asks once more', async ({
  page,
  product,
  browser,
}, info) => {
  test.setTimeout(300_000);
  await openAs(page, product, accountOf('director'), '/cases');
  const { id } = await callAs(page, 'POST', '/api/services/cases/', {
    deceased_first_name: 'Harold',
    deceased_last_name: `Hjelmgren ${info.project.name}`,
    date_of_birth: '1937-05-14',
    gender: 'male',
    mother_maiden_name: 'Sandstrom',
    occupation: 'Retired',
    informant_name: 'Karin Hjelmgren',
  });
  await page.goto(`${product.staffUrl}/cases/${id}`);
  const part = page.getByRole('region', { name: 'Family’s page' });
  await part.getByRole('button', { name: 'What the family sees' }).click();
  const panel = page.getByRole('complementary', { name: 'What the family sees' });
  const facts = panel.getByRole('region', { name: 'Facts of the certificate' });
  await expect(facts.getByRole('button', { name: 'Send the facts to the family' })).toBeDisabled();
  await panel.getByRole('button', { name: 'Code on paper' }).click();
  await expect(panel.getByText('The code is told this once')).toBeVisible();
  const code = (await panel.getByText(/^[2-9B-Z]{5}-[2-9B-Z]{5}$/).textContent()) ?? '';
  const said = (await panel.getByText(/^The page is open under the reference/).textContent()) ?? '';
  const [reference = ''] = /R-\w{4}-\w{4}/.exec(said) ?? [];
  await facts.getByRole('button', { name: 'Send the facts to the family' }).click();
  await expect(facts.getByText('Not confirmed yet.')).toBeVisible();

  const family = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  await expect(async () => {
    await family.goto(`${product.intakeUrl}/status/${reference}/${code}`);
    await family.getByRole('button', { name: 'Read the facts for the certificate' }).click({ timeout: 10_000 });
  }).toPass();
  await expect(family.getByRole('heading', { name: 'The facts for Harold’s death certificate' })).toBeFocused();
  const correct = async (line: string, value: string) => {
    await family.getByRole('button', { name: new RegExp(`^(Change|Add) ${line}$`) }).click();
    await expect(family.getByLabel(line, { exact: true })).toBeFocused();
    await family.getByLabel(line, { exact: true }).fill(value);
    await family.getByRole('button', { name: 'Use this' }).click();
    await expect(family.getByRole('button', { name: `Undo ${line}` })).toBeFocused();
  };
  await correct('Mother’s maiden name', 'Sandström');
  await correct('Occupation', 'Boat builder');
  await correct('Industry', 'Nothing');
  await family.getByRole('button', { name: 'Undo Industry' }).click();
  await expect(family.getByRole('button', { name: 'Add Industry' })).toBeFocused();
  await expect(family.getByRole('heading', { name: 'You corrected 2 of 37 lines' })).toBeVisible();
  await family.getByRole('button', { name: 'Confirm these facts' }).click();
  await expect(family.getByText('Please enter your name, and say that')).toBeVisible();
  await family.getByRole('checkbox').check();
  await picture(family, info, 'family-review', true);
  expect(await accessibilityViolations(family)).toEqual([]);
  await family.getByRole('button', { name: 'Confirm these facts' }).click();
  await expect(family.getByText(/^By Karin Hjelmgren, on /)).toBeVisible();
  await expect(family.getByText('corrected by you')).toHaveCount(2);
  // What was told comes first, whatever the order of the certificate.
  await expect(family.getByRole('heading', { name: 'What we do not have yet' })).toBeVisible();
  await expect(family.locator('dl').first()).not.toContainText('Not given');
  await expect(family.getByRole('button', { name: /^Change/ })).toHaveCount(0);
  await picture(family, info, 'family-locked', true);

  await page.reload();
  await part.getByRole('button', { name: 'What the family sees' }).click();
  await expect(facts.getByText(/Confirmed by Karin Hjelmgren/)).toBeVisible();
  await picture(page, info, 'family-corrections');
  expect(await accessibilityViolations(page)).toEqual([]);
  await facts.getByRole('button', { name: 'Take over Mother’s maiden name' }).click();
  await expect(facts.getByText('Taken over')).toHaveCount(1);
  await facts.getByRole('button', { name: 'Take over Occupation' }).click();
  await expect(facts.getByText('Taken over')).toHaveCount(2);
  await expect(facts.getByRole('button', { name: 'Ask for a new confirmation' })).toHaveCount(0);

  await callAs(page, 'PATCH', `/api/services/cases/${id}/`, { industry: 'Shipbuilding' });
  await page.reload();
  await part.getByRole('button', { name: 'What the family sees' }).click();
  await expect(facts.getByText('Needs a new confirmation')).toBeVisible();
  await facts.getByRole('button', { name: 'Ask for a new confirmation' }).click();
  await expect(facts.getByText('Not confirmed yet.')).toBeVisible();
  await expect(async () => {
    await family.reload();
    await family.getByRole('button', { name: 'Read the facts for the certificate' }).click({ timeout: 10_000 });
    await expect(family.getByText('Industry · changed')).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await family.getByRole('checkbox').check();
  await family.getByRole('button', { name: 'Confirm these facts' }).click();
  await expect(family.getByText('Confirmed and locked')).toBeVisible();
});
