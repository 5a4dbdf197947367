import { expect } from '@playwright/test';
import { addDays, todayIn } from '#domain/shared/values/calendar-date.ts';
import { checkScreen } from './support/axe.ts';
import { test } from './support/product.ts';
import { callAs, listed, openNewCase, overflowOf, picture } from './support/staff-actions.ts';

const today = todayIn('America/New_York', new Date());
const deceased = { deceased_first_name: 'Dorothy', deceased_last_name: 'Briggs', state_of_death: 'WY' };
const son = {
  ...{ first_name: 'Robert', last_name: 'Briggs', relationship: 'son', phone: '9045550171' },
  ...{ address_street: '7 Oak Lane', city: 'Palatka', state: 'FL', zip_code: '32177', address_country: 'USA' },
};

test('leads from an unchecked cremation to a recorded one', async ({ page, product }, info) => {
  const { id } = await openNewCase(page, product, {
    ...{ ...deceased, date_of_death: addDays(today, -5), time_of_death: '10:00', next_of_kins: [son] },
    ...{ service_type: 'direct_cremation', cremation_date: addDays(today, 1), crematory_name: 'Ames Cremation Care' },
    ...{ has_pacemaker: true, personal_effects_decision: 'return', crematory_state: 'WY' },
  });
  const strip = page.getByRole('region', { name: 'Checks', exact: true });
  await strip.getByRole('button', { name: 'Yes, cremation' }).click();
  await expect(strip.getByRole('button')).toHaveCount(0);
  await expect(strip).toContainText('Before cremation: 4 of 9');
  await checkScreen(page, info, 'gates-strip', { part: '#main' });

  await strip.getByRole('link', { name: 'See all checks' }).click();
  const missing = page.getByRole('region', { name: 'Missing', exact: true });
  await expect(page.getByRole('button', { name: 'Record cremation · 5 missing' })).toBeVisible();
  await checkScreen(page, info, 'gates', { fullPage: true });

  await missing.getByRole('button', { name: 'Record identification: Identified' }).press('Enter');
  const identification = page.getByRole('dialog', { name: 'Record identification' });
  await identification.getByLabel('Identified by').fill('Robert Briggs');
  await identification.getByLabel('How').selectOption('In person');
  await checkScreen(page, info, 'gates-identification');
  await identification.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByText(/^Robert Briggs: in person/)).toBeVisible();

  await page.getByRole('button', { name: 'Record answer of Robert Briggs' }).click();
  const answer = page.getByRole('dialog', { name: 'Answer of Robert Briggs' });
  await answer.getByLabel('Signed on paper').check();
  await answer.getByLabel('Name of the deceased on the paper').fill('Dorothy Briggs');
  await answer.getByRole('button', { name: 'Record answer' }).click();
  await expect(page.getByRole('button', { name: 'Record cremation · 2 missing' })).toBeVisible();

  await missing.getByRole('link', { name: 'Record removal: Pacemaker removed' }).click();
  await expect(page.getByLabel('Pacemaker removed by')).toBeFocused();
  await page.getByLabel('Pacemaker removed by').fill('Dr. Ngozi Okafor');
  await page.getByLabel('Pacemaker removed on').fill(addDays(today, -4));
  await expect(strip).toContainText('Before cremation: 8 of 9');

  await strip.getByRole('link', { name: 'See all checks' }).click();
  await page.getByRole('button', { name: 'Override a check…' }).click();
  const override = page.getByRole('dialog', { name: 'Override a check' });
  await expect(override.getByLabel(/^Check/)).toHaveValue('permit');
  await override.getByLabel('Reason').fill('The registrar issues it by telephone today');
  await override.getByLabel('Second person').selectOption({ label: 'Tomás Ibarra' });
  await checkScreen(page, info, 'gates-override');
  await override.getByRole('button', { name: 'Override', exact: true }).click();
  const overridden = page.getByRole('region', { name: 'Overridden', exact: true });
  await expect(overridden.getByText('“The registrar issues it by telephone today”')).toBeVisible();

  await page.getByRole('button', { name: 'Record cremation', exact: true }).click();
  const step = page.getByRole('dialog', { name: 'Record cremation' });
  await expect(step.getByLabel('Place')).toHaveValue('Ames Cremation Care');
  await step.getByRole('button', { name: 'Record cremation' }).click();
  await expect(page.getByRole('region', { name: 'Cremated' })).toContainText('Ames Cremation Care');
  await checkScreen(page, info, 'gates-recorded', { fullPage: true });
  await page.getByRole('link', { name: 'Case', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/cases/${id}`));
  await expect(strip).toContainText('Cremated');
});

test(
  'tells from Home to the preparation room whether embalming is approved',
  { tag: '@phone' },
  async ({ page, product }, info) => {
    const { id } = await openNewCase(page, product, {
      ...{ ...deceased, date_of_death: today, next_of_kins: [son], informant_name: 'Robert Briggs' },
      ...{ service_type: 'graveside', service_date: addDays(today, 1), service_time: '10:00' },
    });
    const row = page.getByRole('region', { name: 'Now' }).getByRole('listitem').filter({ hasText: 'Dorothy Briggs' });
    const checks = row.getByRole('link', { name: 'Checks: Dorothy Briggs' }).first();
    await listed(page, `${product.staffUrl}/`, checks);
    await picture(page, info, 'gates-home', true);
    await checks.click();
    await expect(page.getByRole('heading', { name: /^Before burial: / })).toBeVisible();
    await page.getByRole('link', { name: 'Preparation' }).click();
    const verdict = page.getByRole('region', { name: 'Embalming' });
    await expect(verdict.getByRole('heading', { name: 'Not approved yet' })).toBeInViewport();
    await checkScreen(page, info, 'gates-not-asked');
    expect(await overflowOf(page)).toBe(0);

    const approval = { embalming_approval: 'in_person', embalming_approved_on: today };
    await callAs(page, 'PATCH', `/api/services/cases/${id}/`, { ...approval, embalming_approved_by: 'Robert Briggs' });
    await page.reload();
    await expect(verdict.getByRole('heading', { name: 'Embalming approved' })).toBeInViewport();
    await expect(verdict).toContainText('by Robert Briggs');
    if (info.project.name === 'phone')
      await expect(page.getByRole('link', { name: 'Call Robert Briggs' })).toBeInViewport();
    await checkScreen(page, info, 'gates-approved');
  },
);
