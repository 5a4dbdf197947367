import type { IntakeFieldName } from '#domain/intake/intake.sections.ts';
import type { IntakeField } from '#domain/intake/intake-field.ts';
import type { IntakeSubject } from '#domain/intake/intake-wording.ts';
import type { IntakeEntries } from '#domain/intake/question-visibility.ts';

export type FormFieldData = IntakeField<IntakeFieldName>;

/** Returns whether the field has "I don't know", or for a stillborn child's name "none". */
export const mayBeUnknown = ({ name, unknown }: FormFieldData, { about }: { about: IntakeSubject }): boolean =>
  unknown !== undefined || (name === 'deceased_first_name' && about === 'baby');

export const fieldNotKnown = (
  field: FormFieldData,
  snapshot: Pick<IntakeEntries, 'notKnown'> & { about: IntakeSubject },
): boolean => snapshot.notKnown.has(field.name) && mayBeUnknown(field, snapshot);
