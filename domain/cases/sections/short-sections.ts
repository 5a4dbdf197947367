import type { FormField } from '#domain/shared/forms/field.ts';
import { fieldBuilders, figureBuilders } from '#domain/shared/forms/field-builders.ts';
import { yesNo } from '#domain/shared/reference-data/demographics.ts';
import { placeFieldBuilders } from '#domain/shared/reference-data/place-fields.ts';
import { knownRelationships } from '#domain/shared/reference-data/relationships.ts';
import { licenseNumber, webAddress } from '#domain/shared/values/codes.ts';
import { languageOptions } from '#domain/shared/values/language.ts';
import { wholeNameLabel } from '#domain/shared/values/person-name.ts';
import type { CaseCondition } from '../case-conditions.ts';

export type CaseField = FormField<string, CaseCondition>;

export type CaseSectionFields = readonly CaseField[];

export const form = { ...fieldBuilders<CaseCondition>(), ...figureBuilders<CaseCondition>() };

export const place = placeFieldBuilders<CaseCondition>();

/** D2 §4 and §5. */
export const requiredToSubmit = { submit: true, active: true, completed: true } as const;
export const requiredWhenActive = { active: true, completed: true } as const;
export const requiredWhenCompleted = { completed: true } as const;

/** Obituary Information (D3 §3). */
export const obituaryFields = [
  form.text('obituary_text', 'Obituary', { maxLength: 10_000, rows: 12 }),
  form.text('newspapers_for_obituary', 'Newspapers', { help: 'One per line.' }),
  form.line('obituary_photo_url', 'Photo URL', {
    maxLength: 2000,
    schema: webAddress('Photo URL'),
    help: 'Use a publicly accessible image: square, at least 400x400, JPEG or PNG.',
  }),
] as const satisfies CaseSectionFields;

const half = { width: 'half' } as const;

/** Inner Office Records (D2 and D3 §3). */
export const innerOfficeFields = [
  form.date('computer_entry_date', 'Computer entry', half),
  form.date('alpha_entry_date', 'Alpha entry', half),
  form.checkbox('mailing_list_added', 'Added to the mailing list', half),
  form.datetime('follow_up_letter_sent', 'Follow-up letter sent', half),
  form.datetime('follow_up_call_made', 'Follow-up call made', half),
  form.datetime('first_call_received_at', 'First call received', half),
  form.line('first_call_taken_by', 'First call taken by', { ...half, alsoNamed: 'call_taken_by' }),
  form.line('first_call_staff_license', 'Staff license', {
    ...half,
    alsoNamed: 'state_id_number',
    maxLength: 20,
    schema: licenseNumber('Staff license'),
  }),
  form.datetime('removal_expected_at', 'Arrival time given to family', half),
  form.line('signed_by', 'Signed by', half),
  form.date('signature_date', 'Signature date', { ...half, alsoNamed: 'signed_date' }),
  form.text('personal_effects_description', 'Personal effects'),
] as const satisfies CaseSectionFields;

const service = { width: 'half', showIf: 'isVeteran' } as const;

const branches = [
  { value: 'army', label: 'Army' },
  { value: 'navy', label: 'Navy' },
  { value: 'marines', label: 'Marine Corps' },
  { value: 'air_force', label: 'Air Force' },
  { value: 'coast_guard', label: 'Coast Guard' },
  { value: 'space_force', label: 'Space Force' },
  { value: 'national_guard', label: 'National Guard' },
  { value: 'reserves', label: 'Reserves' },
];

/** Veteran Information (D3 §3). */
export const veteranFields = [
  form.radio('is_veteran', 'Veteran of the U.S. armed forces', yesNo, {
    yesNo: true,
    showIf: 'isNotStillborn',
  }),
  form.select('military_branch', 'Branch', branches, service),
  form.line('military_rank', 'Rank', service),
  form.date('military_service_start_date', 'Service start', service),
  form.date('military_service_end_date', 'Service end', service),
  form.line('va_claim_number', 'VA claim number', service),
  form.checkbox('dd214_collected', 'DD-214 collected', service),
] as const satisfies CaseSectionFields;

/** Room for a few sentences (D3 §9). */
const rows = 4;
const disclosures = { group: 'Disclosures', rows } as const;
const approval = { group: 'Embalming approval', width: 'third' } as const;
/** How embalming was approved, or why it needed no approval (16 CFR 453.5(a)). */
const embalmingApprovals = [
  { value: 'in_person', label: 'In person' },
  { value: 'phone', label: 'By telephone' },
  { value: 'writing', label: 'In writing' },
  { value: 'afterwards', label: 'Afterward, because no one could be reached' },
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

const invalidCustomer = { of: 'customer', invalid: 'Invalid customer selection' };
const contact = { group: 'Contact details' } as const;
const report = { group: 'Death report' } as const;
const unlessChosen = { submit: 'noCustomerChosen', active: 'noCustomerChosen', completed: 'noCustomerChosen' } as const;
const asked = { ...contact, requiredIf: 'contactEntered' } as const;
const named = { requiredIf: 'isNotCustomer' } as const;
const ofNewCustomer = { requiredIf: 'becomesCustomer' } as const;
const third = { width: 'third' } as const;

/** One entry of the next of kin (D2 §3); the first is the primary contact. */
export const nextOfKinFields = [
  form.select('relationship', 'Relationship', knownRelationships, { requiredIf: true, ...third }),
  form.name('first_name', 'First name', { ...named, ...third }),
  form.name('middle_name', 'Middle name', third, { minLength: 1 }),
  form.name('last_name', 'Last name', { ...named, ...third }),
  form.checkbox('whole_name', wholeNameLabel, { showIf: 'kinNameIsOneLetter' }),
  form.phone('phone', 'Phone number', {
    ...third,
    requiredIf: 'cannotBeReached',
    requiredMessage: 'Enter a phone number, an email or an address',
  }),
  form.email('email', 'Email', third),
  form.line('address', 'Address', { maxLength: 300 }),
  place.street('address_street', ofNewCustomer, true),
  place.unit('address_apt'),
  place.city('city', ofNewCustomer, true),
  place.state('state', { showIf: 'contactInUs', requiredIf: 'becomesCustomerInUs' }),
  place.zip('zip_code', { requiredIf: 'becomesCustomerWithPostalCode', country: 'address_country' }),
  place.country('address_country'),
  place.county('county'),
  form.text('notes', 'Notes'),
  form.reference('existingCustomerId', 'Customer', invalidCustomer, { alsoNamed: 'converted_to_customer' }),
  form.checkbox('isCreatingNew', 'Save as a new customer'),
] as const satisfies readonly CaseField[];

/**
 * Informant/Next of Kin (D2 §3). `next_of_kins` is edited in cards; its first entry is the primary contact, which the
 * informant's fields repeat.
 */
export const informantFields = [
  form.reference('informant', 'Customer', invalidCustomer, { width: 'half' }),
  form.line('informant_name', 'Informant name', {
    // Three names of a report and the spaces between them.
    maxLength: 302,
    width: 'half',
    requiredAt: unlessChosen,
    requiredMessage: 'Informant name is required (or select an existing customer)',
  }),
  form.select('informant_relationship', 'Relationship', knownRelationships, {
    width: 'half',
    requiredIf: true,
    requiredAt: requiredToSubmit,
  }),
  form.line('informant_address', 'Informant address', {
    maxLength: 300,
    requiredAt: unlessChosen,
    requiredMessage: 'Informant address is required (or select an existing customer)',
  }),
  form.select('family_language', 'Family’s language', languageOptions, { width: 'half' }),
  form.name('customer_first_name', 'First name', {
    ...asked,
    requiredMessage: 'Contact first name is required',
    width: 'third',
  }),
  form.name('customer_middle_name', 'Middle name', { ...contact, width: 'third' }, { minLength: 1 }),
  form.name('customer_last_name', 'Last name', {
    ...asked,
    requiredMessage: 'Contact last name is required',
    width: 'third',
  }),
  form.checkbox('customer_whole_name', wholeNameLabel, { ...contact, showIf: 'contactNameIsOneLetter' }),
  form.phone('customer_phone', 'Phone number', { ...contact, width: 'half' }),
  form.email('customer_email', 'Email', { ...contact, width: 'half' }),
  form.line('customer_address', 'Address', { ...contact, maxLength: 300 }),
  place.street('customer_address_street', { ...asked, requiredMessage: 'Contact street is required' }, true),
  place.unit('customer_address_apt', contact),
  place.city('customer_address_city', { ...asked, requiredMessage: 'Contact city is required' }, true),
  place.state('customer_address_state', {
    ...contact,
    showIf: 'customerInUs',
    requiredIf: 'contactEnteredInUs',
    requiredMessage: 'Contact state is required',
  }),
  place.zip('customer_address_zip', {
    ...contact,
    country: 'customer_address_country',
    requiredIf: 'contactEnteredWithPostalCode',
    requiredMessage: 'Contact ZIP code is required',
  }),
  place.county('customer_address_county', contact),
  place.country('customer_address_country', contact),
  form.text('customer_notes', 'Notes', contact),
  form.entries('next_of_kins', 'Next of kin', nextOfKinFields),
  form.email('submitter_email', 'Reporter’s email', { ...report, width: 'third' }),
  form.checkbox('no_email', 'The person who reported has no email', { ...report, width: 'third' }),
  form.phone('submitter_phone', 'Reporter’s phone', { ...report, width: 'third' }),
  form.line('preferred_contact_time', 'Preferred contact time', { ...report, maxLength: 100, width: 'third' }),
] as const satisfies CaseSectionFields;
