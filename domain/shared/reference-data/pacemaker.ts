import { type FieldOption, isBlank, isYes } from '#domain/shared/forms/field.ts';

/** The answer that stops a cremation reads as a warning (D2 §2). */
export const pacemakerAnswers = [
  { value: 'yes', label: 'Yes - MUST BE REMOVED' },
  { value: 'no', label: 'No' },
] as const satisfies readonly FieldOption[];

/** Whether a pacemaker has still to be taken out: until it is on record who removed it, and on which day. */
export const hasPacemakerStill = (answers: Readonly<Record<string, unknown>>): boolean =>
  isYes(answers.has_pacemaker) && (isBlank(answers.pacemaker_removed_by) || isBlank(answers.pacemaker_removed_on));
