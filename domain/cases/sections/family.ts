import { type CaseSectionFields, form } from './case-section.ts';

const third = { width: 'third' } as const;
const spouse = { width: 'third', showIf: 'hasSpouse' } as const;
const married = { ...spouse, requiredIf: 'isMarriedOnceActive' } as const;

/** Family Information (D2 §3) with the parents' middle initials of the public form. */
export const familyFields = [
  form.name('father_first_name', "Father's first name", third),
  form.initial('father_middle_name', "Father's middle initial", third),
  form.name('father_last_name', "Father's last name", third),
  form.name('mother_first_name', "Mother's first name", third),
  form.initial('mother_middle_name', "Mother's middle initial", third),
  form.name('mother_last_name', "Mother's last name", third),
  form.name('mother_maiden_name', "Mother's maiden name", third),
  form.name('spouse_first_name', "Spouse's first name", married),
  form.name('spouse_last_name', "Spouse's last name", married),
  form.name('spouse_maiden_name', "Spouse's maiden name", spouse),
] as const satisfies CaseSectionFields;
