import { copyTypes } from '#domain/certificates/copies.fields.ts';
import { educationLevels, races, yesNo, yesNoUnknown } from '#domain/shared/reference-data/demographics.ts';
import { pacemakerAnswers } from '#domain/shared/reference-data/pacemaker.ts';
import { documentNumber } from '#domain/shared/values/codes.ts';
import { hispanicOrigins } from './deceased-and-demographics.ts';
import { type CaseSectionFields, form, place } from './section-definitions.ts';

const half = { width: 'half' } as const;
const bornAlive = { width: 'half', showIf: 'isNotStillborn' } as const;
const cremation = { group: 'Cremation', width: 'half', showIf: 'isCremation' } as const;
const cremationNotes = { group: 'Cremation', showIf: 'isCremation' } as const;

/** U.S. Standard Report of Fetal Death. */
const fetalDeath = { group: 'Fetal death', width: 'half', showIf: 'isStillborn' } as const;
const mothersOrigins = [
  { value: 'none', label: 'Not Hispanic or Latina' },
  ...hispanicOrigins,
  { value: 'unknown', label: 'Unknown' },
];
const pluralities = [
  { value: 'single', label: 'Single' },
  { value: 'twin', label: 'Twin' },
  { value: 'triplet', label: 'Triplet' },
  { value: 'more', label: 'Four or more' },
];

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

/** Medical & Death Information with a block only for cremations (D2 §2 and §3). */
export const medicalFields = [
  form.name('attending_physician_name', 'Attending physician', { ...half, alsoNamed: 'primary_physician' }),
  form.phone('attending_physician_phone', 'Physician phone', { ...half, alsoNamed: 'physician_phone' }),
  form.line('attending_physician_address', 'Physician address', { alsoNamed: 'physician_address' }),
  form.text('cause_of_death', 'Cause of death', { maxLength: 1000 }),
  form.select('manner_of_death', 'Manner of death', mannersOfDeath, half),
  form.checkbox('medical_examiner_case', 'Medical examiner case', half),
  form.checkbox('cause_of_death_pending', 'Cause of death pending', half),
  form.date('ssa_notification_date', 'Social Security notified', bornAlive),
  form.radio('me_notified', 'Medical examiner notified', yesNo, { ...half, yesNo: true }),
  form.radio('me_released', 'Released by the medical examiner', yesNo, { ...half, yesNo: true }),
  form.radio('has_pacemaker', 'Pacemaker', pacemakerAnswers, { ...bornAlive, yesNo: true }),
  form.line('pacemaker_removed_by', 'Pacemaker removed by', { ...half, maxLength: 100, showIf: 'hasPacemaker' }),
  form.date('pacemaker_removed_on', 'Pacemaker removed on', { ...half, showIf: 'hasPacemaker' }),
  form.line('weight', 'Weight (pounds)', { ...bornAlive, maxLength: 20 }),
  form.radio('communicable_disease', 'Communicable disease', yesNoUnknown, half),
  form.integer('gestation_weeks', 'Weeks of gestation', { min: 1, max: 45, invalid: 'Enter whole weeks' }, fetalDeath),
  form.integer('fetal_weight_grams', 'Weight (grams)', { min: 1, max: 9999, invalid: 'Enter whole grams' }, fetalDeath),
  form.select('plurality', 'Plurality', pluralities, fetalDeath),
  form.date('mother_date_of_birth', 'Mother’s date of birth', fetalDeath),
  form.line('mother_residence', 'Mother’s residence', { ...fetalDeath, help: 'Address with its county.' }),
  form.integer(
    'mother_live_births',
    'Mother’s previous live births',
    { max: 30, invalid: 'Enter a whole number' },
    fetalDeath,
  ),
  form.select('mother_education', 'Mother’s education', educationLevels, fetalDeath),
  form.multiselect('mother_race', 'Mother’s race', races, fetalDeath),
  form.select('mother_hispanic_origin', 'Mother’s Hispanic origin', mothersOrigins, fetalDeath),
  form.radio('mother_married', 'Mother married', yesNoUnknown, fetalDeath),
  form.radio('prenatal_care', 'Prenatal care', yesNoUnknown, fetalDeath),
  form.integer('prenatal_visits', 'Prenatal visits', { max: 99, invalid: 'Enter a whole number' }, fetalDeath),
  form.line('cremation_authorization_number', 'Cremation authorization number', {
    ...cremation,
    maxLength: 100,
    schema: documentNumber('Cremation authorization number'),
  }),
  form.name('crematory_name', 'Crematory', cremation),
  place.state('crematory_state', { ...cremation, label: 'State of the crematory' }),
  form.date('cremation_date', 'Cremation date', cremation),
  form.time('cremation_time', 'Cremation time', { ...cremation, daytime: true }),
  form.date('crematory_paperwork_date', 'Crematory paperwork date', cremation),
  form.line('crematory_contact_person', 'Crematory contact', cremation),
  form.line('cremation_container', 'Container', cremation),
  form.line('crematory_disk_number', 'Identification disk number', { ...cremation, maxLength: 40 }),
  form.select('urn_type', 'Urn type', urnTypes, cremation),
  form.line('custom_urn_number', 'Custom urn number', { ...cremation, requiredIf: 'urnIsCustom' }),
  form.checkbox('urn_ordered', 'Urn ordered', cremation),
  form.date('urn_order_date', 'Urn order date', { ...cremation, requiredIf: 'urnIsOrdered' }),
  form.checkbox('cremation_witness_requested', 'Witnessed cremation requested', cremation),
  form.text('crematory_notes', 'Crematory notes', cremationNotes),
  form.text('cremation_special_instructions', 'Special instructions', cremationNotes),
] as const satisfies CaseSectionFields;

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
