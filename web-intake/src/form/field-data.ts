import type { IntakeFieldName } from '#domain/intake/intake.sections.ts';
import type { IntakeField } from '#domain/intake/intake-field.ts';
import type { FormSnapshot } from './form-store.ts';

export type FormFieldData = IntakeField<IntakeFieldName>;

/** Whether the field can be answered with "I don't know", or, of a stillborn child's name, that there is none. */
export const mayBeUnknown = ({ name, unknown }: FormFieldData, { about }: Pick<FormSnapshot, 'about'>): boolean =>
  unknown !== undefined || (name === 'deceased_first_name' && about === 'baby');

/** Whether that is its answer now. */
export const fieldNotKnown = (field: FormFieldData, snapshot: FormSnapshot): boolean =>
  snapshot.notKnown.has(field.name) && mayBeUnknown(field, snapshot);
