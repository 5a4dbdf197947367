import { dispositionMethods } from '#domain/shared/reference-data/disposition-methods.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import { documentNumber } from '#domain/shared/values/codes.ts';
import { type CaseSectionFields, form, requiredToSubmit } from './section-definitions.ts';

const third = { width: 'third' } as const;
const half = { width: 'half' } as const;

/** Financial Information (D2 and D3 §3); the server computes the total paid. */
export const financialFields = [
  form.money('contract_total', 'Contract total', { ...half, requiredIf: true }),
  form.money('total_paid', 'Total paid', { ...half, readOnly: true }),
  form.name('insurance_company', 'Insurance company', third),
  form.line('insurance_policy_number', 'Policy number', {
    ...third,
    maxLength: 100,
    schema: documentNumber('Policy number'),
  }),
  form.phone('insurance_contact_phone', 'Insurance phone', third),
  form.checkbox('funeral_director_check', 'Check payable to funeral director', half),
  form.checkbox('family_paying', 'Family paying', half),
] as const satisfies CaseSectionFields;

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
