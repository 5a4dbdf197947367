import { type FieldOption, isBlank, isYes } from '#domain/shared/forms/field.ts';

/** The answer that blocks a cremation is shown as a warning (D2 §2). */
export const pacemakerAnswers = [
  { value: 'yes', label: 'Yes - MUST BE REMOVED' },
  { value: 'no', label: 'No' },
] as const satisfies readonly FieldOption[];

/** True if a pacemaker is not yet recorded as removed, with person and date. */
export const hasPacemakerStill = (answers: Readonly<Record<string, unknown>>): boolean =>
  isYes(answers.has_pacemaker) && (isBlank(answers.pacemaker_removed_by) || isBlank(answers.pacemaker_removed_on));
