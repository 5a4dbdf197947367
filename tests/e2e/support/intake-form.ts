import { expect, type Locator, type Page } from '@playwright/test';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';

export type Answers = Record<string, string | boolean | readonly string[]>;

const {
  funeral_home_slug: _slug,
  recaptcha_token: _token,
  service_type: _type,
  // The example is of an adult: nobody asks.
  stillborn: _stillborn,
  additional_notes,
  ...sent
} = exampleIntake();

/** One answer for every field that the example shows, as the form's controls hold them. */
export const exampleAnswers: Answers = {
  ...(sent as Answers),
  special_requests: String(additional_notes),
  is_veteran: 'yes',
  cemetery_choice: 'other',
  cemetery_name: 'Moultrie Creek Cemetery',
  race: ['white', 'other_asian'],
  race_other_asian_specify: 'Hmong',
};

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
    // Key by key: these are grouped while they are typed.
    await control.fill('');
    await control.pressSequentially(String(value));
  } else await control.fill(String(value));
};

/** Types a day into its three parts, as fast as keys come: two digits jump on. */
const typeDate = async (page: Page, name: string, date: string): Promise<void> => {
  const [year = '', month = '', day = ''] = date.split('-');
  await page.locator(`[name="${name}-month"]`).pressSequentially(`${month}${day}${year}`);
};

/** Answers what the open section asks and the answers know; `notKnown` names what is answered with "I don't know". */
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

/** Fills the public form from the first page to the last, section by section, as a family would. */
export const fillIntake = async (page: Page, answers: Answers = exampleAnswers): Promise<void> => {
  await page.getByRole('link', { name: /^Start/ }).click();
  for (const section of intakeSections) {
    await expect(page).toHaveURL(new RegExp(`#${section.id}$`));
    await fillSection(page, section, answers);
    const on = page.locator('.way-on');
    if (section !== intakeSections.at(-1)) await on.click();
  }
};

/** Opens a section, by its id, from the list of them: in the bar or in the column. */
export const openSection = async (page: Page, id: string): Promise<void> => {
  const bar = page.locator('.bar summary');
  if (await bar.isVisible()) await bar.click();
  await page.locator(`.section-list a[href="#${id}"]`).filter({ visible: true }).click();
  await expect(page).toHaveURL(new RegExp(`#${id}$`));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
};

/** Collects what the page's content policy refuses, from its first script on. */
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
