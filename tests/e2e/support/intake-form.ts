import type { Locator, Page } from '@playwright/test';
import { intakeFields } from '#domain/intake/intake.sections.ts';
import { exampleIntake } from '#tests/support/example-intake.ts';

export type Answers = Record<string, string | boolean | readonly string[]>;

const {
  funeral_home_slug: _slug,
  recaptcha_token: _token,
  service_type: _type,
  additional_notes,
  ...sent
} = exampleIntake();

/** One answer for every field that the example shows, as the form's controls hold them. */
export const exampleAnswers: Answers = {
  ...(sent as Answers),
  special_requests: String(additional_notes),
  stillborn: 'no',
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

/** Fills the public form field by field, in its order, as a family would. */
export const fillIntake = async (page: Page, answers: Answers = exampleAnswers): Promise<void> => {
  for (const { field } of intakeFields) {
    const value = answers[field.name];
    if (value !== undefined) await answer(page, page.locator(`[name="${field.name}"]`), field.name, value);
  }
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
