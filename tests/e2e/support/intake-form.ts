import { expect, type Locator, type Page } from '@playwright/test';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';

export type Answers = Record<string, string | boolean | readonly string[]>;

const {
  funeral_home_slug: _slug,
  recaptcha_token: _token,
  service_type: _type,
  // The form does not ask it for an adult.
  stillborn: _stillborn,
  additional_notes,
  ...sent
} = exampleIntake();

/** Answers of the example as values of the form's controls. */
export const exampleAnswers: Answers = {
  ...(sent as Answers),
  special_requests: String(additional_notes),
  is_veteran: 'yes',
  cemetery_choice: 'other',
  cemetery_name: 'Moultrie Creek Cemetery',
  race: ['white', 'other_asian'],
  race_other_asian_specify: 'Hmong',
};

/** The sections of each page. */
export const pagesOfForm = [
  ['contact', 'deceased', 'family', 'next-of-kin'],
  ['death', 'cemetery', 'employment', 'additional'],
  ['agreement'],
].map((ids) => intakeSections.filter(({ id }) => ids.includes(id)));

const answer = async (page: Page, control: Locator, name: string, value: Answers[string]): Promise<void> => {
  const type = await control
    .first()
    .evaluate((element) => (element instanceof HTMLInputElement ? element.type : element.tagName));
  if (type === 'SELECT') await control.selectOption(String(value));
  else if (type === 'radio') await page.locator(`[name="${name}"][value="${value}"]`).check();
  else if (type === 'checkbox' && typeof value === 'object') {
    for (const one of value) await page.locator(`[name="${name}"][value="${one}"]`).check();
  } else if (type === 'checkbox') await control.setChecked(value === true);
  else if (type === 'tel' || name === 'social_security_number') {
    // These controls format the number with each key.
    await control.fill('');
    await control.pressSequentially(String(value));
  } else await control.fill(String(value));
};

/** Types a date; two digits move the focus to the next part. */
const typeDate = async (page: Page, name: string, date: string): Promise<void> => {
  const [year = '', month = '', day = ''] = date.split('-');
  await page.locator(`[name="${name}-month"]`).pressSequentially(`${month}${day}${year}`);
};

/** Answers the fields of the open section that have an answer; those in `notKnown` with "I don't know". */
export const fillSection = async (
  page: Page,
  section: (typeof intakeSections)[number],
  answers: Answers = exampleAnswers,
  notKnown: readonly string[] = [],
): Promise<void> => {
  for (const { name, kind } of section.fields) {
    const value = answers[name];
    if (notKnown.includes(name)) await page.locator(`#field-${name}-unknown`).click();
    else if (value === undefined || (await page.locator(`#field-${name}`).count()) === 0) continue;
    else if (kind === 'date') await typeDate(page, name, String(value));
    else await answer(page, page.locator(`[name="${name}"]`), name, value);
  }
};

export const fillIntake = async (page: Page, answers: Answers = exampleAnswers): Promise<void> => {
  await page.getByRole('link', { name: /^Start/ }).click();
  for (const sections of pagesOfForm) {
    await expect(page).toHaveURL(new RegExp(`#${sections[0]?.id}$`));
    for (const section of sections) await fillSection(page, section, answers);
    const on = page.locator('.way-on');
    if (sections !== pagesOfForm.at(-1)) await on.click();
  }
};

/** Opens a section from the list, in the bar or in the column. */
export const openSection = async (page: Page, id: string): Promise<void> => {
  const bar = page.locator('.bar summary');
  if (await bar.isVisible()) await bar.click();
  await page.locator(`.section-list a[href="#${id}"]`).filter({ visible: true }).click();
  await expect(page).toHaveURL(new RegExp(`#${id}$`));
  const heading = id === 'agreement' ? page.locator('h1') : page.locator(`[data-section="${id}"] .part-title`);
  await expect(heading).toBeFocused();
};

/** Collects violations of the content security policy; returns a function that reads them. */
export const watchPolicy = async (page: Page): Promise<() => Promise<string[]>> => {
  const reports: string[] = [];
  await page.exposeFunction('reportViolation', (text: string) => void reports.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void };
      reportViolation(`${violatedDirective}: ${blockedURI}`);
    });
  });
  return async () => {
    await page.evaluate(() => {});
    return reports;
  };
};
