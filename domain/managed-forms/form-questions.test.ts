import { describe, expect, it } from 'vitest';
import { answersAsText, questionErrors, questionFields, storedAnswers } from './form-questions.ts';

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
