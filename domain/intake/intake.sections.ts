import type { IntakeField, IntakeSection } from './intake-field.ts';
import { additionalSection } from './sections/additional.ts';
import { agreementSection } from './sections/agreement.ts';
import { cemeterySection } from './sections/cemetery.ts';
import { contactSection } from './sections/contact.ts';
import { deathSection } from './sections/death.ts';
import { deceasedSection } from './sections/deceased.ts';
import { employmentSection } from './sections/employment.ts';
import { familySection } from './sections/family.ts';
import { nextOfKinSection } from './sections/next-of-kin.ts';

const sections = [
  contactSection,
  deceasedSection,
  familySection,
  nextOfKinSection,
  deathSection,
  cemeterySection,
  employmentSection,
  additionalSection,
  agreementSection,
] as const;

/** A field of the public form with what is told of it: its name, kind and conditions. */
export type AnyIntakeField = (typeof sections)[number]['fields'][number];

/** The wire name of a field of the public form. */
export type IntakeFieldName = AnyIntakeField['name'];

/** The public form, 'Report a Death', in the order it is filled (D1 §2). */
export const intakeSections: readonly IntakeSection<IntakeFieldName>[] = sections;

/** The fields of the form in its order, as the types of its answers are derived from them. */
export const intakeFieldData: readonly AnyIntakeField[] = sections.flatMap(
  ({ fields }): readonly AnyIntakeField[] => fields,
);

/** All fields of the form, each with the section it stands in. */
export const intakeFields: readonly {
  readonly section: IntakeSection<IntakeFieldName>;
  readonly field: IntakeField<IntakeFieldName>;
}[] = intakeSections.flatMap((section) => section.fields.map((field) => ({ section, field })));
