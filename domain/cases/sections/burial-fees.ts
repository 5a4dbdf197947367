import { type CaseSectionFields, form } from './case-section.ts';

const third = { width: 'third' } as const;

/** Who bills the burial fees: they stand in the Statement, or the Statement says that they do not. */
export const burialFeesHandlings = [
  { value: 'billed', label: 'Billed by the funeral home, part of the Statement' },
  { value: 'cemetery', label: 'Paid directly to the cemetery, not part of the Statement' },
] as const;

/** Burial Fees (D3 §3). */
export const burialFeesFields = [
  form.money('space_fee', 'Space', third),
  form.money('mausoleum_fee', 'Mausoleum', third),
  form.money('vault_fee', 'Vault', third),
  form.money('vault_upgrade_fee', 'Vault upgrade', third),
  form.money('open_closing_fee', 'Opening and closing', third),
  form.money('saturday_fee', 'Saturday', third),
  form.money('additional_fees', 'Additional fees', third),
  form.line('additional_fees_description', 'Description of the additional fees', { width: 'two-thirds' }),
  form.radio('burial_fees_handling', 'Who bills the burial fees', burialFeesHandlings),
] as const satisfies CaseSectionFields;
