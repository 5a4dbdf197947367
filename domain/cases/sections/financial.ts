import { type CaseSectionFields, form } from './case-section.ts';

const third = { width: 'third' } as const;

/** Insurance fields of Financial Information (D2 §3). */
export const financialFields = [
  form.name('insurance_company', 'Insurance company', third),
  form.line('insurance_policy_number', 'Policy number', third),
  form.phone('insurance_contact_phone', 'Insurance phone', third),
] as const satisfies CaseSectionFields;
