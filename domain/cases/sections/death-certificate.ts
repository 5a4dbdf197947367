import { copyTypes } from '#domain/certificates/copies.fields.ts';
import { type CaseSectionFields, form, place } from './section-definitions.ts';

const half = { width: 'half' } as const;

const certificateTypes = [
  { value: 'paper', label: 'Paper' },
  { value: 'electronic', label: 'Electronic' },
];

/** Death Certificate Tracking (D3 §3) with the recipient the family named (D1 §3). */
export const deathCertificateFields = [
  form.text('certificate_recipient', 'Certificate recipient', { help: 'Complete name and address.' }),
  form.select('death_cert_type', 'Certificate type', certificateTypes, half),
  form.line('edrs_number', 'EDRS number', half),
  form.date('dc_delivered_to_doctor_date', 'Delivered to doctor', half),
  form.checkbox('dc_doctor_completed', 'Completed by doctor', half),
  form.date('dc_doctor_completed_date', 'Completed by doctor on', {
    ...half,
    showIf: 'doctorHasCompleted',
    requiredIf: 'doctorHasCompleted',
  }),
  form.date('dc_delivered_to_county_date', 'Delivered to county', half),
  place.county('dc_county_name', half),
  form.checkbox('dc_county_completed', 'Completed by county', half),
  form.date('dc_county_completed_date', 'Completed by county on', {
    ...half,
    showIf: 'countyHasCompleted',
    requiredIf: 'countyHasCompleted',
  }),
  form.integer('dc_copies_ordered', 'Copies ordered', { max: 9999, invalid: 'Must be a positive number' }, half),
  form.select('dc_copy_type', 'Copy type', copyTypes, { ...half, requiredIf: 'copiesAreOrdered' }),
  form.date('dc_delivered_to_family_date', 'Delivered to family', half),
  form.date('ssa_notification_date', 'Social Security notified', { ...half, showIf: 'isNotStillborn' }),
  form.checkbox('medical_examiner_case', 'Medical examiner case', half),
  form.checkbox('cause_of_death_pending', 'Cause of death pending', half),
  form.text('death_cert_notes', 'Notes'),
  form.checkbox('dc_amendment_needed', 'Amendment needed', half),
  form.text('dc_amendment_notes', 'Amendment notes', {
    showIf: 'amendmentIsNeeded',
    requiredIf: 'amendmentIsNeeded',
  }),
  form.date('dc_amendment_asked_date', 'Amendment asked for on', { ...half, showIf: 'amendmentIsNeeded' }),
  form.date('dc_amended_date', 'Amended on', { ...half, showIf: 'amendmentIsNeeded' }),
] as const satisfies CaseSectionFields;
