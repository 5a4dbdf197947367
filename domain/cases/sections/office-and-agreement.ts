import { knownRelationships } from '#domain/shared/reference-data/relationships.ts';
import { licenseNumber } from '#domain/shared/values/codes.ts';
import { singleLineText } from '#domain/shared/values/text.ts';
import { type CaseSectionFields, form } from './section-definitions.ts';

const half = { width: 'half' } as const;

/** Authorization (D3 §3). */
export const authorizationFields = [
  form.checkbox('intake_consent', 'Agreed to public form terms', half),
  form.datetime('intake_consent_at', 'Agreed at', half),
  form.line('witness_name', 'Witness', half),
  form.datetime('witness_signature_date', 'Witness signed at', half),
  form.line('verbal_authorization_from', 'Verbal authorization from', half),
  form.select('verbal_authorization_relationship', 'Relationship', knownRelationships, {
    ...half,
    schema: singleLineText('Relationship', 100),
  }),
] as const satisfies CaseSectionFields;

/** Room for a few sentences (D3 §9). */
const rows = 4;
const disclosures = { group: 'Disclosures', rows } as const;
const approval = { group: 'Embalming approval', width: 'third' } as const;
const refusal = { group: 'Embalming approval', width: 'half' } as const;
/** How embalming was approved, or why it needed no approval (16 CFR 453.5(a)). */
const embalmingApprovals = [
  { value: 'in_person', label: 'In person' },
  { value: 'phone', label: 'By telephone' },
  { value: 'writing', label: 'In writing' },
  { value: 'afterwards', label: 'Afterward, because no one could be reached' },
  { value: 'law', label: 'Required by law' },
] as const;
const terms = { group: 'Payment Terms', width: 'third' } as const;
const signature = { group: 'Signature Information', width: 'half' } as const;
const coSigners = { group: 'Co-Signers', width: 'half' } as const;

/** Disclosures & Agreement (D3 §2 and §3). */
export const disclosuresAgreementFields = [
  form.date('price_list_given_on', 'General price list given on', { group: 'Disclosures', width: 'half' }),
  form.text('embalming_reason', 'Reason for Embalming', disclosures),
  form.text('legal_requirement_explanation', 'Explanation of Legal/Cemetery/Crematory Requirement', disclosures),
  form.line('embalming_approved_by', 'Approved by', approval),
  form.select('embalming_approval', 'How it was approved', embalmingApprovals, approval),
  form.date('embalming_approved_on', 'Approved on', approval),
  form.line('embalming_refused_by', 'Refused by', refusal),
  form.date('embalming_refused_on', 'Refused on', refusal),
  form.date('payment_due_date', 'Full Payment Due Date', terms),
  form.percent('late_charge_percentage', 'Late Charge (% per month)', terms),
  form.percent('annual_percentage_rate', 'Annual Percentage Rate', terms),
  form.line('signed_by', 'Signed By', signature),
  form.date('signature_date', 'Signature Date', signature),
  form.line('co_signer_1', 'Co-Signer 1', coSigners),
  form.line('co_signer_2', 'Co-Signer 2', coSigners),
  form.line('accepted_by', 'Accepted By', { group: 'Acceptance', width: 'half' }),
  form.text('additional_items_ordered', 'Additional Items Ordered Later', { group: 'Additional Items', rows }),
] as const satisfies CaseSectionFields;

const effectsDecisions = [
  { value: 'none', label: 'There are none' },
  { value: 'return', label: 'Return to the family' },
  { value: 'stay', label: 'Stay with the deceased' },
  { value: 'some', label: 'Some stay, some return' },
] as const;

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
  form.datetime('removal_expected_at', 'Arrival time given to family', half),
  form.line('signed_by', 'Signed by', half),
  form.date('signature_date', 'Signature date', { ...half, alsoNamed: 'signed_date' }),
  form.text('personal_effects_description', 'Personal effects'),
  form.select('personal_effects_decision', 'What happens to them', effectsDecisions, half),
] as const satisfies CaseSectionFields;

/** Room for twenty questions of a managed form with the longest answers. */
const extraAnswersLimit = 15_000;

/** Notes & Additional Info (D2 and D3 §3). */
export const notesFields = [
  form.text('special_requests', 'Family’s special requests'),
  form.text('extra_answers', 'Answers to custom questions', { maxLength: extraAnswersLimit }),
  form.text('family_notes', 'Family notes', {
    help: 'For what is agreed with the family. Not shown on the family’s page.',
  }),
  form.text('director_notes', 'Director notes', { help: 'Internal only.' }),
  form.text('personal_effects_description', 'Personal effects'),
  form.text('additional_information', 'Additional information'),
  form.text('cancellation_reason', 'Cancellation reason', { readOnly: true }),
] as const satisfies CaseSectionFields;
