import { cemeteryOptions } from '#domain/shared/reference-data/cemeteries.ts';
import { dispositionMethods } from '#domain/shared/reference-data/disposition-methods.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import { type CaseSectionFields, form, place, requiredToSubmit } from './section-definitions.ts';

const disposition = { width: 'half', showIf: 'dispositionHasDay' } as const;
const required = { width: 'half', requiredIf: true, requiredAt: requiredToSubmit } as const;

/** Service Information (D2 §3). The calendar finds double bookings of hearse and director by their text. */
export const serviceFields = [
  form.select('service_type', 'Service type', serviceTypes, { ...required, alsoNamed: 'hold_for' }),
  form.date('service_date', 'Service date', required),
  form.time('service_time', 'Service time', { width: 'half', daytime: true }),
  form.line('service_location', 'Service location', required),
  form.line('service_vehicle', 'Hearse', { width: 'half' }),
  form.line('service_led_by', 'Led by', { width: 'half' }),
  form.select('disposition_method', 'Method of disposition', dispositionMethods, {
    width: 'half',
    help: 'Deadlines, permits and checks follow it. For a cremation, enter its date under Medical & Death Information.',
  }),
  form.date('disposition_date', 'Date of disposition', disposition),
  form.time('disposition_time', 'Time of disposition', { ...disposition, daytime: true }),
  form.line('disposition_place', 'Place of disposition', disposition),
  form.reference(
    'location',
    'Assigned location',
    { of: 'funeral-home', invalid: 'Please select a valid assigned location' },
    { width: 'half', requiredIf: true, alsoNamed: 'assigned_location' },
  ),
] as const satisfies CaseSectionFields;

export const dispositionLabel = 'Cemetery Name';

/** Labels of the place of disposition by service type, including types of older records (D2 §2, D3 §3). */
export const dispositionLabels: Readonly<Record<string, string>> = {
  burial: 'Cemetery Name',
  direct_burial: 'Cemetery Name',
  traditional: 'Cemetery Name',
  graveside: 'Cemetery Name',
  cremation: 'Final Disposition Location',
  direct_cremation: 'Final Disposition Location',
  memorial: 'Memorial Location',
  visitation: 'Memorial Location',
  viewing: 'Memorial Location',
  donation: 'Receiving Institution',
};

const third = { width: 'third', showIf: 'isBurial' } as const;
const half = { width: 'half', showIf: 'isBurial' } as const;

/** Cemetery & Burial Information (D2 and D3 §3). */
export const cemeteryFields = [
  form.line('cemetery_name', dispositionLabel, { labels: { by: 'service_type', of: dispositionLabels } }),
  form.line('cemetery_address', 'Cemetery address', { maxLength: 300 }),
  place.street('cemetery_address_street', {}, true),
  place.unit('cemetery_address_apt'),
  place.city('cemetery_address_city', {}, true),
  place.state('cemetery_address_state', { showIf: 'cemeteryInUs' }),
  place.zip('cemetery_address_zip', { country: 'cemetery_address_country' }),
  place.country('cemetery_address_country'),
  form.select('cemetery_choice', 'Cemetery selected on public form', cemeteryOptions, { width: 'half' }),
  form.money('cemetery_quoted_cost', 'Estimated cost shown to family', { width: 'half' }),
  form.text('cemetery_notes', 'Notes'),
  form.line('lot_owner', 'Lot owner', half),
  form.time('estimated_arrival_time', 'Estimated arrival', { ...half, daytime: true }),
  form.line('burial_section', 'Section', third),
  form.line('burial_lot', 'Lot', third),
  form.line('burial_space', 'Space', third),
  form.line('interment_number', 'Interment number', half),
] as const satisfies CaseSectionFields;
