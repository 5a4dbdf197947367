import type { IntakeFormValues } from '#domain/intake/intake.rules.ts';
import { intakePayload } from '#domain/intake/intake-form.ts';
import { answersOf } from '#local/seed/report.ts';
import type { components } from '../../node_modules/.cache/api/paths.ts';

type IntakeSubmission = components['schemas']['IntakeSubmission'];

/** A number from a range that is never issued. */
export const smokeSsn = '987-65-4329';

export const smokePaper = (): File => {
  const point = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';
  return new File([Buffer.from(point, 'base64')], 'Smoke test.png', { type: 'image/png' });
};

/** A report of a fictional death, as a family sends it. */
export const smokeReport = (slug: string, recaptcha_token: string, email: string, name: string): IntakeSubmission =>
  intakePayload(
    answersOf({
      name: ['Smoke', '', name],
      gender: 'female',
      born: '1941-03-02',
      died: '2026-01-15',
      ssn: smokeSsn,
      birthplace: ['Duluth', 'MN'],
      home: ['1 Test Street', 'Palatka', 'FL', '32177'],
      marital: 'never_married',
      father: ['Test', 'A', 'Smoke'],
      mother: ['Test', 'B', 'Smoke', 'Tester'],
      kin: ['Test', '', 'Smoke', 'sibling', '9045550100', email],
      death: ['At home', '1 Test Street', 'Palatka', 'FL', '32177'],
      bodyPhone: '9045550100',
      work: ['Tester', 'Software'],
      education: 'some_college',
      race: ['white'],
      cemetery: ['Test Cemetery', '2 Test Street', 'Palatka', 'FL', '32177'],
      weight: '150',
      requests: 'This report was sent by a test of the deployment. Nobody has died.',
      more: { consent: true },
    }) as unknown as IntakeFormValues,
    { funeral_home_slug: slug, recaptcha_token },
  ) as IntakeSubmission;
