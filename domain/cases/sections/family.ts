import { wholeNameLabel } from '#domain/shared/values/person-name.ts';
import { type CaseSectionFields, form } from './section-definitions.ts';

/** An initial is a valid middle name. */
const oneLetter = { minLength: 1 } as const;
const half = { width: 'half' } as const;
const third = { width: 'third' } as const;
const spouse = { width: 'third', showIf: 'hasSpouse' } as const;
/** Also required to complete a case: the section can then be read without the others (D2 §5). */
const married = {
  ...spouse,
  requiredIf: 'isMarriedOnceActive',
  requiredAt: { completed: 'isMarriedOnceActive' },
} as const;

/** Family Information (D2 §3) with what a certificate asks of parents and spouse. */
export const familyFields = [
  form.name('father_first_name', "Father's first name", third),
  form.name('father_middle_name', "Father's middle name", third, oneLetter),
  form.name('father_last_name', "Father's last name", third),
  form.name('mother_first_name', "Mother's first name", third),
  form.name('mother_middle_name', "Mother's middle name", third, oneLetter),
  form.name('mother_last_name', "Mother's last name", third),
  form.name('mother_maiden_name', "Mother's maiden name", third),
  form.line('father_birthplace', "Father's birthplace", half),
  form.line('mother_birthplace', "Mother's birthplace", half),
  form.name('spouse_first_name', "Spouse's first name", married),
  form.name('spouse_middle_name', "Spouse's middle name", spouse, oneLetter),
  form.name('spouse_last_name', "Spouse's last name", married),
  form.name('spouse_maiden_name', "Spouse's maiden name", spouse),
  form.checkbox('family_whole_name', wholeNameLabel, { showIf: 'familyNameIsOneLetter' }),
] as const satisfies CaseSectionFields;
