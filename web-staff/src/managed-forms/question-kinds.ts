import type { QuestionKind } from '#domain/managed-forms/form-questions.ts';

/** The kinds of question, in the words of the editor. */
export const questionKindOptions: readonly { value: QuestionKind; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'choice', label: 'Choice' },
  { value: 'yes_no', label: 'Yes or no' },
  { value: 'date', label: 'Date' },
];

/** Whether a question of this kind lists its choices. */
export const hasChoices = (kind: QuestionKind): boolean => kind === 'choice';
