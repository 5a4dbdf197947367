import type { IntakeFieldName } from '#domain/intake/intake.sections.ts';
import type { IntakeField } from '#domain/intake/intake-field.ts';
import type { IntakeSubject } from '#domain/intake/intake-wording.ts';
import type { IntakeEntries } from '#domain/intake/question-visibility.ts';

export type FormFieldData = IntakeField<IntakeFieldName>;

/** Whether the field can be answered with "I don't know", or, of a stillborn child's name, that there is none. */
export const mayBeUnknown = ({ name, unknown }: FormFieldData, { about }: { about: IntakeSubject }): boolean =>
  unknown !== undefined || (name === 'deceased_first_name' && about === 'baby');

/** Whether that is its answer now. */
export const fieldNotKnown = (
  field: FormFieldData,
  snapshot: Pick<IntakeEntries, 'notKnown'> & { about: IntakeSubject },
): boolean => snapshot.notKnown.has(field.name) && mayBeUnknown(field, snapshot);
