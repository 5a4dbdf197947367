import { knownRelationships } from '#domain/shared/reference-data/relationships.ts';
import { languageOptions } from '#domain/shared/values/language.ts';
import { wholeNameLabel } from '#domain/shared/values/person-name.ts';
import { type CaseField, type CaseSectionFields, form, place, requiredToSubmit } from './section-definitions.ts';

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

/** Informant/Next of Kin (D2 §3). The informant's fields repeat the first entry, the primary contact. */
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

/** An initial is a valid middle name. */
const oneLetter = { minLength: 1 } as const;
const half = { width: 'half' } as const;
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
