import { type CaseSectionFields, form } from './case-section.ts';

/** Room for a few sentences (D3 §9). */
const rows = 4;
const disclosures = { group: 'Disclosures', rows } as const;
const approval = { group: 'Approval of embalming', width: 'third' } as const;
/** How embalming may have been approved, or why it needed no approval (16 CFR 453.5(a)). */
export const embalmingApprovals = [
  { value: 'in_person', label: 'In person' },
  { value: 'phone', label: 'By telephone' },
  { value: 'writing', label: 'In writing' },
  { value: 'afterwards', label: 'Afterwards, when nobody could be reached before' },
  { value: 'law', label: 'Required by law' },
] as const;
const terms = { group: 'Payment Terms', width: 'third' } as const;
const signature = { group: 'Signature Information', width: 'half' } as const;
const coSigners = { group: 'Co-Signers', width: 'half' } as const;

/** Disclosures & Agreement (D3 §2 and §3). */
export const disclosuresAgreementFields = [
  form.text('embalming_reason', 'Reason for Embalming', disclosures),
  form.text('legal_requirement_explanation', 'Explanation of Legal/Cemetery/Crematory Requirement', disclosures),
  form.line('embalming_approved_by', 'Approved by', approval),
  form.select('embalming_approval', 'How it was approved', embalmingApprovals, approval),
  form.date('embalming_approved_on', 'Approved on', approval),
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
