import { form, type IntakeSection } from '../intake-field.ts';

export const agreementSection = {
  id: 'agreement',
  number: 9,
  title: 'Agreement and Consent',
  fields: [
    form.checkbox('consent', 'I agree to the terms', {
      requiredIf: true,
      requiredMessage: 'You must agree to the terms',
      help: 'I confirm that what I entered is true and complete as far as I know, and I agree that the funeral home uses it to care for the person named above, to contact me, and to file the records that the law requires.',
    }),
  ],
} as const satisfies IntakeSection;
