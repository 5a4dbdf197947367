import { type CaseSectionFields, form } from './case-section.ts';

/** Twenty questions of a managed form with their longest answers, and the one after copies. */
const extraAnswersLimit = 15_000;

/** Notes & Additional Info (D2 and D3 §3) with the requests the family sent. */
export const notesFields = [
  form.text('special_requests', 'Special requests of the family'),
  form.text('extra_answers', 'Answers to the home’s own questions', { maxLength: extraAnswersLimit }),
  form.text('family_notes', 'Family notes', {
    help: 'For what is agreed with the family. Not shown on the family’s page.',
  }),
  form.text('director_notes', 'Director notes', { help: 'Internal only.' }),
  form.text('personal_effects_description', 'Personal effects'),
  form.text('additional_information', 'Additional information'),
  form.text('cancellation_reason', 'Cancellation reason', { readOnly: true }),
] as const satisfies CaseSectionFields;
