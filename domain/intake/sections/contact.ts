import { singleLineText } from '#domain/shared/values/text.ts';
import { form, type IntakeSection } from '../intake-field.ts';

export const contactTimes: readonly string[] = ['As Soon As Possible', 'Morning', 'Afternoon', 'Evening'];
const times = contactTimes.map((time) => ({ value: time, label: time }));

export const contactSection = {
  id: 'contact',
  number: 1,
  title: 'Contact Information',
  description: 'How we can reach you about this report.',
  fields: [
    form.email('submitter_email', 'Email', { autocomplete: 'email', requiredIf: 'hasEmail', width: 'half' }),
    form.checkbox('no_email', 'We have no email', { help: 'We will call you instead.', width: 'half' }),
    form.phone('submitter_phone', 'Phone number', { autocomplete: 'tel', requiredIf: true, width: 'half' }),
    form.select('preferred_contact_time', 'Preferred contact time', times, {
      // The specification names only the default, so any text is accepted.
      schema: singleLineText('Preferred contact time', 100),
      maxLength: 100,
      defaultValue: 'As Soon As Possible',
      autocomplete: 'off',
      width: 'half',
    }),
    form.text('special_requests', 'Special requests', {
      alsoNamed: 'additional_notes',
      help: 'Anything we should know before we call, such as customs, wishes, or a preferred language.',
      autocomplete: 'off',
    }),
  ],
} as const satisfies IntakeSection;
