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

/** The wire name of a field of the public form. */
export type IntakeFieldName = (typeof sections)[number]['fields'][number]['name'];

/** The public form, 'Report a Death', in the order it is filled (D1 §2). */
export const intakeSections: readonly IntakeSection<IntakeFieldName>[] = sections;

/** All fields of the form, each with the section it stands in. */
export const intakeFields: readonly {
  readonly section: IntakeSection<IntakeFieldName>;
  readonly field: IntakeField<IntakeFieldName>;
}[] = intakeSections.flatMap((section) => section.fields.map((field) => ({ section, field })));

/** The ZIP fields and the countries that decide their format. */
export const zipCountries = {
  deceased_address_zip: 'deceased_address_country',
  informant_zip: 'informant_country',
  death_zip: 'death_country',
  current_body_zip: 'current_body_country',
  cemetery_zip: 'cemetery_country',
} as const satisfies Partial<Record<IntakeFieldName, IntakeFieldName>>;
