import { reportedMaritalStatuses } from '#domain/shared/reference-data/demographics.ts';
import { unknown } from '#domain/shared/reference-data/unknown.ts';
import { form, type IntakeSection } from '../intake-field.ts';

const spouse = {
  autocomplete: 'off',
  group: 'Spouse',
  showIf: 'hasSpouse',
  requiredIf: 'isMarried',
  width: 'half',
} as const;
const father = { autocomplete: 'off', group: 'Father' } as const;
const mother = { autocomplete: 'off', group: 'Mother' } as const;
const oneLetter = { minLength: 1 } as const;

export const familySection = {
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
    form.name('spouse_last_name', "Spouse's last name", spouse, oneLetter),
    form.name(
      'spouse_maiden_name',
      "Spouse's maiden name",
      {
        ...spouse,
        unknown,
        help: 'The last name before the first marriage; repeat the last name if it never changed.',
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
      { ...mother, unknown, requiredIf: true, help: 'The last name before the first marriage.', width: 'half' },
      oneLetter,
    ),
  ],
} as const satisfies IntakeSection;
