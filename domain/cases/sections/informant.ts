import { knownRelationships } from '#domain/reference-data/relationships.ts';
import { type CaseSectionFields, form, place } from './case-section.ts';

const contact = { group: 'Contact details' } as const;
const report = { group: 'Report of the death' } as const;

/**
 * Informant/Next of Kin (D2 §3). The list `next_of_kins` of the same section is edited in cards of its own; its first
 * entry is the primary contact, which these fields repeat.
 */
export const informantFields = [
  form.line('informant_name', 'Informant name', { width: 'half' }),
  form.select('informant_relationship', 'Relationship', knownRelationships, { width: 'half' }),
  form.line('informant_address', 'Informant address', { maxLength: 300 }),
  form.name('customer_first_name', 'First name', { ...contact, width: 'third' }),
  form.name('customer_middle_name', 'Middle name', { ...contact, width: 'third' }, { minLength: 1 }),
  form.name('customer_last_name', 'Last name', { ...contact, width: 'third' }),
  form.phone('customer_phone', 'Phone number', { ...contact, width: 'half' }),
  form.email('customer_email', 'Email', { ...contact, width: 'half' }),
  form.line('customer_address', 'Address', { ...contact, maxLength: 300 }),
  place.street('customer_address_street', contact),
  place.unit('customer_address_apt', contact),
  place.city('customer_address_city', contact),
  place.state('customer_address_state', contact),
  place.zip('customer_address_zip', contact),
  place.county('customer_address_county', contact),
  place.country('customer_address_country', contact),
  form.text('customer_notes', 'Notes', contact),
  form.email('submitter_email', 'Email of the person who reported', { ...report, width: 'third' }),
  form.phone('submitter_phone', 'Phone of the person who reported', { ...report, width: 'third' }),
  form.line('preferred_contact_time', 'Preferred contact time', { ...report, maxLength: 100, width: 'third' }),
] as const satisfies CaseSectionFields;
