import { describe, expect, it } from 'vitest';
import { leftOut, optionalParts, ownChoice } from './form-options.ts';
import { answersAsText, questionErrors, questionFields, storedAnswers } from './form-questions.ts';
import { ownLanguage, ownText } from './form-translations.ts';
import { colorsOf, contrastOf, leastContrast, SentFormSettings, whyUnreadable } from './managed-form.schema.ts';
import { formStatusAfter, managedFormActions, managedFormStatuses, whyFormRefuses } from './managed-form-lifecycle.ts';

describe('the color of a form', () => {
  it('computes the contrast ratio of WCAG', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  it('rejects a color that is hard to read, and names its contrast', () => {
    expect(whyUnreadable('#2f4a4d')).toBeUndefined();
    expect(whyUnreadable('#777777')).toContain('is required');
    expect(whyUnreadable('#ffee00')).toContain('1.');
    expect(SentFormSettings.safeParse({ color: 'red' }).error?.issues[0]?.message).toBe('Enter a color as #rrggbb');
  });

  it('makes the color light enough for dark mode', () => {
    for (const day of ['#2f4a4d', '#000000', '#5b0e2d', '#1b3a8a']) {
      const { night } = colorsOf(day);
      expect(contrastOf(night, '#1e2626')).toBeGreaterThanOrEqual(leastContrast);
      expect(contrastOf(night, '#10201f')).toBeGreaterThanOrEqual(leastContrast);
    }
  });
});

describe('whyFormRefuses', () => {
  it('gives a reason for every rejected action', () => {
    for (const status of managedFormStatuses)
      for (const action of managedFormActions)
        expect(whyFormRefuses(status, action) === undefined, `${action} of ${status}`).toBe(
          formStatusAfter(status, action) !== undefined,
        );
  });
});

describe("a home's own questions", () => {
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

  it('checks the answers like those of any other field', () => {
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

  it('stores answers as text with their questions, and drops unknown ones', () => {
    const kept = storedAnswers(fields, { q_a: 'yes', q_c: '2026-11-20', q_x: 'stray', q_d: '  ' });
    expect(kept).toEqual([
      { id: 'q_a', question: 'Was the person under hospice care?', answer: 'Yes' },
      { id: 'q_c', question: 'Since when?', answer: 'Nov 20, 2026' },
    ]);
    expect(answersAsText(kept)).toBe('Was the person under hospice care? Yes\nSince when? Nov 20, 2026');
  });
});

describe('a form in Spanish', () => {
  const question = {
    ...{ id: 'q_b', kind: 'choice' as const, label: 'Which one?', help: 'If any', required: true },
    options: ['Bayside', 'None'],
    spanish: { label: '¿Cuál?', help: '', options: ['', 'Ninguno'] },
  };
  const asking = { certificate_copies: null, questions: [question] };
  const form = { title: 'Tell us', notice: 'Closed on Monday', spanish: { title: 'Díganos', notice: '' } };
  const withAll = { ...form, spanish: { ...form.spanish, condolence_message: '' } };

  it('uses Spanish text where it exists, and English elsewhere', () => {
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

  it("stores answers in the home's English words", () => {
    const answer = [{ id: 'q_b', question: 'Which one?', answer: 'None' }];
    expect(storedAnswers(questionFields(asking), { q_b: 'None' })).toEqual(answer);
  });

  it('rejects choices that a family could not tell apart', () => {
    const errors = (options: string[]) =>
      SentFormSettings.safeParse({
        questions: [{ ...question, spanish: { label: '', help: '', options } }],
      }).error?.issues.map(({ path, message }) => [path.join('.'), message]);
    const at = 'questions.0.spanish.options';
    expect(errors(['Uno', 'Dos'])).toBeUndefined();
    expect(errors(['', 'bayside'])).toEqual([[at, 'Two choices are the same in Spanish']]);
    expect(errors(['Uno', 'Dos', 'Tres'])).toEqual([[at, 'There are more choices in Spanish than in English']]);
  });
});

describe('optional parts', () => {
  const live = {
    ...{ id: 'c_1', name: 'Live Oak', cost: '4800.00', note: '', note_spanish: '' },
    ...{ street: '1', city: 'x', state: 'FL', zip: '32086' },
  };

  it('omits what the home turned off, and the address of a cemetery of its list', () => {
    expect(leftOut(undefined, {}).size).toBe(0);
    expect(leftOut({ switched_off: ['alias'], cemeteries: null }, {})).toEqual(new Set(['alias']));
    const shape = { switched_off: [], cemeteries: [live] };
    expect(leftOut(shape, { cemetery_choice: 'other' }).size).toBe(0);
    expect(leftOut(shape, { cemetery_choice: ownChoice(live) }).has('cemetery_street')).toBe(true);
  });

  it('cannot omit a field that the death certificate needs', () => {
    expect(SentFormSettings.safeParse({ switched_off: [...optionalParts] }).success).toBe(true);
    for (const part of ['contact', 'deceased', 'death', 'next-of-kin', 'agreement', 'employment', 'additional'])
      expect(SentFormSettings.safeParse({ switched_off: [part] }).success, part).toBe(false);
  });
});
