import { type CaseSectionFields, form } from './case-section.ts';

const half = { width: 'half' } as const;

/** Inner Office Records (D2 §3). */
export const innerOfficeFields = [
  form.date('computer_entry_date', 'Computer entry', half),
  form.date('alpha_entry_date', 'Alpha entry', half),
  form.checkbox('mailing_list_added', 'Added to the mailing list', half),
  form.line('follow_up_letter_sent', 'Follow-up letter sent', { ...half, maxLength: 30 }),
  form.line('follow_up_call_made', 'Follow-up call made', { ...half, maxLength: 30 }),
  form.line('first_call_taken_by', 'First call taken by', half),
  form.line('first_call_staff_license', 'Staff license', { ...half, maxLength: 20 }),
  form.line('signed_by', 'Signed by', half),
  form.date('signature_date', 'Signature date', half),
  form.text('personal_effects_description', 'Personal effects'),
] as const satisfies CaseSectionFields;
