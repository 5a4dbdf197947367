import type { FieldOption } from '#domain/forms/field.ts';

/** The answer that stops a cremation reads as a warning (D2 §2). */
export const pacemakerAnswers = [
  { value: 'yes', label: 'Yes - MUST BE REMOVED' },
  { value: 'no', label: 'No' },
] as const satisfies readonly FieldOption[];
