import { type CaseSectionFields, form } from './case-section.ts';

/** Notes & Additional Info (D2 and D3 §3) with the requests the family sent. */
export const notesFields = [
  form.text('special_requests', 'Special requests of the family'),
  form.text('family_notes', 'Family notes', { help: 'Visible to the family.' }),
  form.text('director_notes', 'Director notes', { help: 'Internal only.' }),
  form.text('personal_effects_description', 'Personal effects'),
  form.text('additional_information', 'Additional information'),
  form.text('cancellation_reason', 'Cancellation reason', { readOnly: true }),
] as const satisfies CaseSectionFields;
