import { cemeteryOptions } from '#domain/shared/reference-data/cemeteries.ts';
import { reportedEducationLevels, reportedMaritalStatuses } from '#domain/shared/reference-data/demographics.ts';
import { unknown } from '#domain/shared/reference-data/unknown.ts';
import { form, type IntakeField, type IntakeSection, place, sameLastName } from './intake-field.ts';
import { additionalSection } from './sections/additional.ts';
import { contactSection, nextOfKinSection } from './sections/contact-and-next-of-kin.ts';
import { deathSection } from './sections/death.ts';
import { deceasedSection } from './sections/deceased.ts';

const spouseOptional = {
  autocomplete: 'off',
  group: 'Spouse',
  showIf: 'hasSpouse',
  width: 'half',
} as const;
const spouse = { ...spouseOptional, requiredIf: 'isMarried' } as const;
const father = { autocomplete: 'off', group: 'Father' } as const;
const mother = { autocomplete: 'off', group: 'Mother' } as const;
const oneLetter = { minLength: 1 } as const;

const familySection = {
  id: 'family',
  number: 3,
  title: 'Marital and Family Information',
  fields: [
    form.select('marital_status', 'Marital status', reportedMaritalStatuses, { requiredIf: true, width: 'half' }),
    form.line('marital_status_other', 'Please describe the marital status', {
      autocomplete: 'off',
      showIf: 'maritalStatusIsOther',
      width: 'half',
    }),
    form.name('spouse_first_name', "Spouse's first name", spouse, oneLetter),
    form.name('spouse_middle_name', "Spouse's middle name", spouseOptional, oneLetter),
    form.name('spouse_last_name', "Spouse's last name", spouse, oneLetter),
    form.name(
      'spouse_maiden_name',
      "Spouse's maiden name",
      {
        ...spouse,
        unknown,
        help: 'Last name before first marriage. If it never changed, enter the same last name.',
      },
      oneLetter,
    ),
    form.name(
      'father_first_name',
      "Father's first name",
      { ...father, unknown, requiredIf: true, width: 'half' },
      oneLetter,
    ),
    form.initial('father_middle_name', "Father's middle initial", { ...father, width: 'half' }),
    form.name(
      'father_last_name',
      "Father's last name",
      { ...father, unknown, requiredIf: true, width: 'half' },
      oneLetter,
    ),
    form.name(
      'mother_first_name',
      "Mother's first name",
      { ...mother, unknown, requiredIf: true, width: 'half' },
      oneLetter,
    ),
    form.initial('mother_middle_name', "Mother's middle initial", { ...mother, width: 'half' }),
    form.name(
      'mother_last_name',
      "Mother's last name",
      { ...mother, unknown, requiredIf: true, width: 'half' },
      oneLetter,
    ),
    form.name(
      'mother_maiden_name',
      "Mother's maiden name",
      { ...mother, unknown, requiredIf: true, help: 'Last name before first marriage.', width: 'half' },
      oneLetter,
    ),
  ],
  shortcuts: [
    sameLastName('spouse_last_name', 'deceased_last_name'),
    sameLastName('spouse_maiden_name', 'spouse_last_name'),
    sameLastName('father_last_name', 'deceased_last_name'),
    sameLastName('mother_last_name', 'father_last_name'),
  ],
} as const satisfies IntakeSection;

const off = { autocomplete: 'off', width: 'half' } as const;

const employmentSection = {
  id: 'employment',
  number: 7,
  title: 'Employment and Education',
  fields: [
    form.line('employment_title', 'Occupation', {
      ...off,
      unknown,
      requiredIf: true,
      help: 'The work done for most of their life (not “Retired”). Enter “None” if they never worked.',
    }),
    form.line('employment_industry', 'Industry', {
      ...off,
      unknown,
      requiredIf: true,
      help: 'The type of business, such as construction, education, or own home.',
    }),
    form.select('education_level', 'Education level', reportedEducationLevels, { ...off, requiredIf: true }),
    form.line('education_other', 'Please describe the education', { ...off, showIf: 'educationIsOther' }),
  ],
  shortcuts: [
    {
      // As the instructions for death certificates ask to write it (NCHS, Guidelines for Reporting Occupation).
      label: 'Homemaker',
      isButton: true,
      before: 'employment_title',
      writes: { employment_title: 'Homemaker', employment_industry: 'Own home' },
    },
  ],
} as const satisfies IntakeSection;

const other = { autocomplete: 'off', group: 'Cemetery', showIf: 'cemeteryIsOther' } as const;

const cemeterySection = {
  id: 'cemetery',
  number: 6,
  title: 'Cemetery Information',
  description:
    'Costs are estimates for a lot, including opening and closing. Choosing a cemetery here does not commit you.',
  fields: [
    form.select('cemetery_choice', 'Cemetery', cemeteryOptions, { requiredIf: true }),
    form.line('cemetery_name', 'Cemetery name', { ...other, requiredIf: 'cemeteryIsOther' }),
    place.street('cemetery_street', { ...other, unknown, requiredIf: 'cemeteryIsOther' }),
    place.unit('cemetery_apt', other),
    place.city('cemetery_city', { ...other, requiredIf: 'cemeteryIsOther' }),
    place.state('cemetery_state', { ...other, showIf: 'otherCemeteryInUs', requiredIf: 'otherCemeteryInUs' }),
    place.zip('cemetery_zip', { country: 'cemetery_country', ...other, requiredIf: 'otherCemeteryHasPostalCode' }),
    place.country('cemetery_country', other),
  ],
} as const satisfies IntakeSection;

const agreementSection = {
  id: 'agreement',
  number: 9,
  title: 'Agreement and Consent',
  fields: [
    form.checkbox('consent', 'I agree to the terms', {
      requiredIf: true,
      requiredMessage: 'You must agree to the terms',
      help: 'I confirm that this information is true and complete to the best of my knowledge. I agree that the funeral home may use it to care for the person named above, to contact me, and to file the records required by law.',
    }),
  ],
} as const satisfies IntakeSection;

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

export type AnyIntakeField = (typeof sections)[number]['fields'][number];

export type IntakeFieldName = AnyIntakeField['name'];

/** The public form “Report a Death” in its order (D1 §2). */
export const intakeSections: readonly IntakeSection<IntakeFieldName>[] = sections;

export const intakeFieldData: readonly AnyIntakeField[] = sections.flatMap(
  ({ fields }): readonly AnyIntakeField[] => fields,
);

export const intakeFields: readonly {
  readonly section: IntakeSection<IntakeFieldName>;
  readonly field: IntakeField<IntakeFieldName>;
}[] = intakeSections.flatMap((section) => section.fields.map((field) => ({ section, field })));
