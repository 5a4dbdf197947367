import { describe, expect, it } from 'vitest';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import {
  canonicalAnswers,
  type IntakeFormValues,
  intakeDefaults,
  intakeErrors,
  intakePayload,
} from './intake.rules.ts';
import { IntakeSubmission } from './intake.schema.ts';
import { type IntakeFieldName, intakeFields } from './intake.sections.ts';
import { fieldWording, intakeSubject, phrase, sectionDescription, sectionTitle } from './intake-wording.ts';
import { isQuestionShown, notesReservedChars, toReport } from './question-visibility.ts';

const today = '2025-11-20';
const filled = (changes: Partial<Record<IntakeFieldName, unknown>> = {}): IntakeFormValues =>
  ({
    ...intakeDefaults(),
    ...canonicalAnswers(exampleIntake()),
    stillborn: '',
    is_veteran: 'yes',
    ...changes,
  }) as IntakeFormValues;
const report = (changes: Partial<Record<IntakeFieldName, unknown>> = {}, ...notKnown: IntakeFieldName[]) =>
  toReport({ values: filled(changes), notKnown: new Set(notKnown) }, today);
const routing = { funeral_home_slug: 'whitcomb-ames', recaptcha_token: 'pass' };
const sent = (values: IntakeFormValues) => IntakeSubmission.parse(intakePayload(values, routing));
const asked = (values: IntakeFormValues): string[] =>
  intakeFields.filter(({ field }) => isQuestionShown(field, values, today)).map(({ field }) => field.name);

describe('unknown facts', () => {
  const chips = intakeFields.filter(({ field }) => field.unknown !== undefined).map(({ field }) => field.name);

  it('sends each unknown fact in the documented words, which the server accepts', () => {
    expect(chips).toEqual([
      'birthplace_city',
      'birthplace_state',
      'birthplace_country',
      'spouse_maiden_name',
      'father_first_name',
      'father_last_name',
      'mother_first_name',
      'mother_last_name',
      'mother_maiden_name',
      'facility_phone',
      'cemetery_street',
      'employment_title',
      'employment_industry',
      'weight',
      'communicable_disease',
    ]);
    const { birthplace_state: _of, ...rest } = Object.fromEntries(chips.map((name) => [name, 'Unknown']));
    expect(sent(report({}, ...chips))).toMatchObject({ ...rest, communicable_disease: 'unknown' });
    expect(sent(report({}, 'birthplace_state'))).toMatchObject({
      birthplace_state: 'Unknown',
      birthplace_country: 'USA',
    });
  });

  it('keeps what was typed in case the family unchecks “unknown”', () => {
    const values = filled({ birthplace_city: 'Dul' });
    toReport({ values, notKnown: new Set(['birthplace_city']) }, today);
    expect(values.birthplace_city).toBe('Dul');
  });

  it('shows an error where the certificate needs an answer', () => {
    for (const name of ['date_of_birth', 'deceased_last_name', 'submitter_phone', 'consent'] as const)
      expect(chips).not.toContain(name);
    expect(intakeErrors(report({ deceased_last_name: '' }, 'deceased_last_name'), today)).toHaveProperty(
      'deceased_last_name',
    );
  });

  it('notes an unknown military service for the staff, because the value is Yes or No', () => {
    expect(report({ is_veteran: 'unknown', special_requests: 'Please call late.' })).toMatchObject({
      is_veteran: 'no',
      special_requests: 'Please call late.\nMilitary service: not known by the family.',
    });
    const full = 'x'.repeat(2000 - notesReservedChars);
    expect(intakeErrors(report({ is_veteran: 'unknown', special_requests: full }), today)).toEqual({});
  });
});

describe('hidden questions', () => {
  it('answers the stillbirth of an adult with No, without a question', () => {
    const adult = report();
    expect(adult.stillborn).toBe('no');
    expect(asked(adult)).not.toContain('stillborn');
    expect(asked(adult)).toEqual(expect.arrayContaining(['is_veteran', 'marital_status', 'employment_title']));
  });

  it.each([
    ['2025-11-01', '2025-11-01', true],
    ['2024-11-21', '2025-11-20', true],
    ['2024-11-20', '2025-11-20', false],
    ['2025-11-02', '2025-11-01', false],
    ['', '2025-11-01', false],
  ])('asks about a stillbirth between %s and %s: %s', (date_of_birth, date_of_death, is) => {
    expect(asked(report({ date_of_birth, date_of_death })).includes('stillborn')).toBe(is);
  });

  it.each([
    ['2011-11-21', 13, 'child', 'elementary', false],
    ['2020-11-20', 5, 'child', 'elementary', false],
    ['2020-11-21', 4, 'child', 'no_formal', false],
    ['2011-11-20', 14, 'person', 'some_college', false],
    ['2008-11-21', 16, 'person', 'some_college', false],
    ['2008-11-20', 17, 'person', 'some_college', true],
  ])('born %s, aged %s: asked as a %s, schooling %s, army %s', (born, _age, about, education, army) => {
    const young = report({ date_of_birth: born, date_of_death: today });
    expect(intakeSubject(young, today)).toBe(about);
    expect(young.education_level).toBe(education);
    expect(asked(young).includes('is_veteran')).toBe(army);
    expect(asked(young).includes('marital_status')).toBe(about === 'person');
    if (!army) expect(young.is_veteran).toBe('no');
    expect(sent(young)).toMatchObject({ is_veteran: army });
  });

  it('sends a documented value for each question about a stillborn, and no SSN', () => {
    const baby = report(
      { date_of_birth: '2025-11-18', date_of_death: '2025-11-19', stillborn: 'yes', gender: 'male' },
      'deceased_first_name',
    );
    expect(sent(baby)).toMatchObject({
      stillborn: true,
      deceased_first_name: 'Baby Boy',
      date_of_birth: '2025-11-18',
      date_of_death: '2025-11-18',
      is_veteran: false,
      ssn_to_follow: false,
      notify_social_security: false,
      marital_status: 'never_married',
      employment_title: 'None',
      employment_industry: 'None',
      education_level: 'no_formal',
      communicable_disease: 'unknown',
    });
    expect(sent(baby)).not.toHaveProperty('social_security_number');
    expect(baby.special_requests).toContain('No name given.');
    expect(report({ stillborn: 'yes', gender: 'unknown' }, 'deceased_first_name').deceased_first_name).toBe('Baby');
  });

  it('lets only a child have no first name', () => {
    expect(report({}, 'deceased_first_name').deceased_first_name).toBe('Harold');
  });
});

describe('labels', () => {
  it('uses the labels of the form, except for the parents of a child', () => {
    const section = { id: 'deceased', title: 'Deceased Information', description: 'As papers show.' };
    expect(sectionTitle(section, 'person')).toBe('Deceased Information');
    expect(sectionTitle(section, 'child')).toBe('About your child');
    expect(sectionTitle(section, 'baby')).toBe('About your baby');
    expect(sectionTitle({ id: 'death', title: 'Death Information' }, 'baby')).toBe('Death Information');
    expect(sectionDescription(section, 'person')).toBe('As papers show.');
    expect(phrase('Home address', 'child')).toBe('Parents’ home');
    expect(fieldWording('gender', 'baby').options?.map(({ label }) => label)).toEqual(['Boy', 'Girl', 'Unknown']);
    expect(fieldWording('is_veteran', 'person').options).toHaveLength(3);
  });
});
