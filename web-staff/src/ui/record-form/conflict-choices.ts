import type { MergeConflict } from '#domain/shared/forms/entries-merge.ts';
import type { FormValues } from '../fields/field-grid.tsx';

export type MergeSide = 'mine' | 'theirs';

/** Returns the initial choices: my value where I changed it too, theirs elsewhere. */
export const firstChoices = (conflicts: readonly MergeConflict[]): Record<string, MergeSide> =>
  Object.fromEntries(conflicts.map(({ field, contested }) => [field.name, contested ? 'mine' : 'theirs']));

export const merged = (
  mine: FormValues,
  conflicts: readonly MergeConflict[],
  choices: Readonly<Record<string, MergeSide>>,
): FormValues => ({
  ...mine,
  ...Object.fromEntries(
    conflicts.filter(({ field }) => choices[field.name] === 'theirs').map(({ field, theirs }) => [field.name, theirs]),
  ),
});
