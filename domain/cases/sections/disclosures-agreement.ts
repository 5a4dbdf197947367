import { type CaseSectionFields, form } from './case-section.ts';

const terms = { group: 'Payment Terms', width: 'third' } as const;
const signature = { group: 'Signature Information', width: 'half' } as const;
const coSigners = { group: 'Co-Signers', width: 'half' } as const;

/** Disclosures & Agreement (D3 §2 and §3). */
export const disclosuresAgreementFields = [
  form.text('embalming_reason', 'Reason for Embalming', { group: 'Disclosures' }),
  form.text('legal_requirement_explanation', 'Explanation of Legal/Cemetery/Crematory Requirement', {
    group: 'Disclosures',
  }),
  form.date('payment_due_date', 'Full Payment Due Date', terms),
  form.percent('late_charge_percentage', 'Late Charge (% per month)', terms),
  form.percent('annual_percentage_rate', 'Annual Percentage Rate', terms),
  form.line('signed_by', 'Signed By', signature),
  form.date('signature_date', 'Signature Date', signature),
  form.line('co_signer_1', 'Co-Signer 1', coSigners),
  form.line('co_signer_2', 'Co-Signer 2', coSigners),
  form.line('accepted_by', 'Accepted By', { group: 'Acceptance', width: 'half' }),
  form.text('additional_items_ordered', 'Additional Items Ordered Later', { group: 'Additional Items' }),
] as const satisfies CaseSectionFields;
