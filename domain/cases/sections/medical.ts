import { yesNo, yesNoUnknown } from '#domain/reference-data/demographics.ts';
import { type CaseSectionFields, form } from './case-section.ts';

const half = { width: 'half' } as const;
const cremation = { group: 'Cremation', width: 'half' } as const;

/** D2 §3. */
const mannersOfDeath = [
  { value: 'natural', label: 'Natural' },
  { value: 'accident', label: 'Accident' },
  { value: 'suicide', label: 'Suicide' },
  { value: 'homicide', label: 'Homicide' },
  { value: 'pending', label: 'Pending' },
  { value: 'undetermined', label: 'Undetermined' },
];

/** D2 §3. */
const urnTypes = [
  { value: 'standard', label: 'Standard' },
  { value: 'custom', label: 'Custom' },
];

/** The answer that stops a cremation reads as a warning (D2 §2). */
const pacemakerAnswers = [
  { value: 'yes', label: 'Yes - MUST BE REMOVED' },
  { value: 'no', label: 'No' },
];

/** Medical & Death Information with the cremation block (D2 §3). */
export const medicalFields = [
  form.name('attending_physician_name', 'Attending physician', half),
  form.phone('attending_physician_phone', 'Physician phone', half),
  form.line('attending_physician_address', 'Physician address'),
  form.text('cause_of_death', 'Cause of death', { maxLength: 1000 }),
  form.select('manner_of_death', 'Manner of death', mannersOfDeath, half),
  form.checkbox('medical_examiner_case', 'Medical examiner case', half),
  form.checkbox('cause_of_death_pending', 'Cause of death pending', half),
  form.radio('me_notified', 'Medical examiner notified', yesNo, { ...half, yesNo: true }),
  form.radio('me_released', 'Released by the medical examiner', yesNo, { ...half, yesNo: true }),
  form.radio('has_pacemaker', 'Pacemaker', pacemakerAnswers, { ...half, yesNo: true }),
  form.line('weight', 'Weight (pounds)', { ...half, maxLength: 20 }),
  form.radio('communicable_disease', 'Communicable disease', yesNoUnknown, half),
  form.line('cremation_authorization_number', 'Cremation authorization number', cremation),
  form.name('crematory_name', 'Crematory', cremation),
  form.date('cremation_date', 'Cremation date', cremation),
  form.date('crematory_paperwork_date', 'Crematory paperwork date', cremation),
  form.line('crematory_contact_person', 'Crematory contact', cremation),
  form.select('urn_type', 'Urn type', urnTypes, cremation),
  form.line('custom_urn_number', 'Custom urn number', cremation),
  form.checkbox('urn_ordered', 'Urn ordered', cremation),
  form.date('urn_order_date', 'Urn order date', cremation),
  form.checkbox('cremation_witness_requested', 'Witnessed cremation requested', cremation),
  form.text('crematory_notes', 'Crematory notes', { group: 'Cremation' }),
  form.text('cremation_special_instructions', 'Special instructions', { group: 'Cremation' }),
] as const satisfies CaseSectionFields;
