import { reportedEducationLevels } from '#domain/shared/reference-data/demographics.ts';
import { unknown } from '#domain/shared/reference-data/unknown.ts';
import { form, type IntakeSection } from '../intake-field.ts';

const off = { autocomplete: 'off', width: 'half' } as const;

export const employmentSection = {
  id: 'employment',
  number: 7,
  title: 'Employment and Education',
  fields: [
    form.line('employment_title', 'Occupation', {
      ...off,
      unknown,
      requiredIf: true,
      help: 'The work done for most of life, not “Retired”; “None” if there was none.',
    }),
    form.line('employment_industry', 'Industry', {
      ...off,
      unknown,
      requiredIf: true,
      help: 'The kind of business, such as construction, education or own home.',
    }),
    form.select('education_level', 'Education level', reportedEducationLevels, { ...off, requiredIf: true }),
    form.line('education_other', 'Please describe the education', { ...off, showIf: 'educationIsOther' }),
  ],
} as const satisfies IntakeSection;
