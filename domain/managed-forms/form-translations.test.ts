import { describe, expect, it } from 'vitest';
import { questionFields, storedAnswers } from './form-questions.ts';
import { ownLanguage, ownText } from './form-translations.ts';
import { SentFormSettings } from './managed-form.schema.ts';

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
