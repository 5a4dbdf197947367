import { documentNumber } from '#domain/shared/values/codes.ts';
import { type CaseSectionFields, form } from './case-section.ts';

const third = { width: 'third' } as const;
const half = { width: 'half' } as const;

/** Financial Information (D2 and D3 §3); what was paid is summed up by the server. */
export const financialFields = [
  form.money('contract_total', 'Contract total', { ...half, requiredIf: true }),
  form.money('total_paid', 'Total paid', { ...half, readOnly: true }),
  form.name('insurance_company', 'Insurance company', third),
  form.line('insurance_policy_number', 'Policy number', {
    ...third,
    maxLength: 100,
    schema: documentNumber('Policy number'),
  }),
  form.phone('insurance_contact_phone', 'Insurance phone', third),
  form.checkbox('funeral_director_check', 'Check to the funeral director', half),
  form.checkbox('family_paying', 'The family pays', half),
] as const satisfies CaseSectionFields;
