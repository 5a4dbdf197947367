import { licenseNumber } from '#domain/shared/values/codes.ts';
import { type CaseSectionFields, form } from './case-section.ts';

const half = { width: 'half' } as const;

/** Inner Office Records (D2 and D3 §3). */
export const innerOfficeFields = [
  form.date('computer_entry_date', 'Computer entry', half),
  form.date('alpha_entry_date', 'Alpha entry', half),
  form.checkbox('mailing_list_added', 'Added to the mailing list', half),
  form.datetime('follow_up_letter_sent', 'Follow-up letter sent', half),
  form.datetime('follow_up_call_made', 'Follow-up call made', half),
  form.datetime('first_call_received_at', 'First call received', half),
  form.line('first_call_taken_by', 'First call taken by', { ...half, alsoNamed: 'call_taken_by' }),
  form.line('first_call_staff_license', 'Staff license', {
    ...half,
    alsoNamed: 'state_id_number',
    maxLength: 20,
    schema: licenseNumber('Staff license'),
  }),
  form.datetime('removal_expected_at', 'Family told to expect us', half),
  form.line('signed_by', 'Signed by', half),
  form.date('signature_date', 'Signature date', { ...half, alsoNamed: 'signed_date' }),
  form.text('personal_effects_description', 'Personal effects'),
] as const satisfies CaseSectionFields;
