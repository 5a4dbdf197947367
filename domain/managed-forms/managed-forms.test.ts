import { describe, expect, it } from 'vitest';
import { colorsOf, contrastOf, leastContrast, whyUnreadable } from './form-colors.ts';
import { leftOut, optionalParts, ownChoice } from './form-options.ts';
import { answersAsText, keptAnswers, questionErrors, questionFields } from './form-questions.ts';
import { ownLanguage, ownText } from './form-translations.ts';
import { SentFormSettings } from './managed-form.schema.ts';
import { formStatusAfter, managedFormActions, managedFormStatuses, whyFormRefuses } from './managed-form-lifecycle.ts';

describe('the color of a form', () => {
  it('has the contrast that WCAG computes', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  it('is refused where it cannot be read, and says its contrast', () => {
    expect(whyUnreadable('#2f4a4d')).toBeUndefined();
    expect(whyUnreadable('#777777')).toContain('is required');
    expect(whyUnreadable('#ffee00')).toContain('1.');
    expect(SentFormSettings.safeParse({ color: 'red' }).error?.issues[0]?.message).toBe('Enter a color as #rrggbb');
  });

  it('is made light enough for the night', () => {
    for (const day of ['#2f4a4d', '#000000', '#5b0e2d', '#1b3a8a']) {
      const { night } = colorsOf(day);
      expect(contrastOf(night, '#1e2626')).toBeGreaterThanOrEqual(leastContrast);
      expect(contrastOf(night, '#10201f')).toBeGreaterThanOrEqual(leastContrast);
    }
  });
});

describe('the life of a form', () => {
  it('says why, wherever an action is refused', () => {
    for (const status of managedFormStatuses)
      for (const action of managedFormActions)
        expect(whyFormRefuses(status, action) === undefined, `${action} of ${status}`).toBe(
          formStatusAfter(status, action) !== undefined,
        );
  });
});

describe('questions of the home', () => {
  const base = { help: '', required: true, options: [] as string[] };
  const fields = questionFields({
    certificate_copies: 6,
    questions: [
      { ...base, id: 'q_a', kind: 'yes_no', label: 'Was the person under hospice care?' },
      { ...base, id: 'q_b', kind: 'choice', label: 'Which one?', options: ['Bayside', 'Dune'], required: false },
      { ...base, id: 'q_c', kind: 'date', label: 'Since when?', required: false },
      { ...base, id: 'q_d', kind: 'text', label: 'What should we know?', required: false },
    ],
  });

  it('are judged as every other field is', () => {
    expect(questionErrors(fields, {})).toEqual({ q_a: ['Was the person under hospice care? is required'] });
    expect(questionErrors(fields, { q_a: 'maybe', q_b: 'Nobody', q_c: '2026-02-30' })).toMatchObject({
      q_a: [expect.any(String)],
      q_b: [expect.any(String)],
      q_c: [expect.any(String)],
    });
    expect(questionErrors(fields, { q_a: 'no', q_b: 'Dune', q_certificate_copies: '31' })).toEqual({
      q_certificate_copies: [expect.any(String)],
    });
  });

  it('are kept with their answers in words, without what nobody asked', () => {
    const kept = keptAnswers(fields, { q_a: 'yes', q_c: '2026-11-20', q_x: 'stray', q_d: '  ' });
    expect(kept).toEqual([
      { id: 'q_a', question: 'Was the person under hospice care?', answer: 'Yes' },
      { id: 'q_c', question: 'Since when?', answer: 'Nov 20, 2026' },
    ]);
    expect(answersAsText(kept)).toBe('Was the person under hospice care? Yes\nSince when? Nov 20, 2026');
  });
});

describe('what a home says in Spanish', () => {
  const question = {
    ...{ id: 'q_b', kind: 'choice' as const, label: 'Which one?', help: 'If any', required: true },
    options: ['Bayside', 'None'],
    spanish: { label: '¿Cuál?', help: '', options: ['', 'Ninguno'] },
  };
  const asking = { certificate_copies: null, questions: [question] };
  const form = { title: 'Tell us', notice: 'Closed on Monday', spanish: { title: 'Díganos', notice: '' } };
  const withAll = { ...form, spanish: { ...form.spanish, condolence_message: '' } };

  it('is read where it was written, and English where it was not', () => {
    expect(questionFields(asking, 'es')[0]).toMatchObject({
      ...{ label: '¿Cuál?', help: 'If any' },
      options: [
        { value: 'Bayside', label: 'Bayside' },
        { value: 'None', label: 'Ninguno' },
      ],
    });
    expect(ownText(withAll, 'title', 'es')).toBe('Díganos');
    expect(ownText(withAll, 'notice', 'es')).toBe('Closed on Monday');
    expect(ownText(withAll, 'title', 'en')).toBe('Tell us');
    expect(ownLanguage({ spanish: null }, 'es')).toBe('en');
    expect(ownLanguage(withAll, 'es')).toBe('es');
  });

  it('is kept of an answer in the words that the home reads', () => {
    const answer = [{ id: 'q_b', question: 'Which one?', answer: 'None' }];
    expect(keptAnswers(questionFields(asking), { q_b: 'None' })).toEqual(answer);
  });

  it('is refused where families could not tell two choices apart', () => {
    const faults = (options: string[]) =>
      SentFormSettings.safeParse({
        questions: [{ ...question, spanish: { label: '', help: '', options } }],
      }).error?.issues.map(({ path, message }) => [path.join('.'), message]);
    const at = 'questions.0.spanish.options';
    expect(faults(['Uno', 'Dos'])).toBeUndefined();
    expect(faults(['', 'bayside'])).toEqual([[at, 'Two choices are the same in Spanish']]);
    expect(faults(['Uno', 'Dos', 'Tres'])).toEqual([[at, 'There are more choices in Spanish than in English']]);
  });
});

describe('what a form leaves out', () => {
  const live = {
    id: 'c_1',
    name: 'Live Oak',
    cost: '4800.00',
    note: '',
    note_spanish: '',
    street: '1',
    city: 'x',
    state: 'FL',
    zip: '32086',
  };

  it('is what the home switched off, and the address of a cemetery that it lists itself', () => {
    expect(leftOut(undefined, {}).size).toBe(0);
    expect(leftOut({ switched_off: ['alias'], cemeteries: null }, {})).toEqual(new Set(['alias']));
    const shape = { switched_off: [], cemeteries: [live] };
    expect(leftOut(shape, { cemetery_choice: 'other' }).size).toBe(0);
    expect(leftOut(shape, { cemetery_choice: ownChoice(live) }).has('cemetery_street')).toBe(true);
  });

  it('cannot be anything that the certificate needs', () => {
    expect(SentFormSettings.safeParse({ switched_off: [...optionalParts] }).success).toBe(true);
    for (const part of ['contact', 'deceased', 'death', 'next-of-kin', 'agreement', 'employment', 'additional'])
      expect(SentFormSettings.safeParse({ switched_off: [part] }).success, part).toBe(false);
  });
});
