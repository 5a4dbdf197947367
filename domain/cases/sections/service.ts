import { serviceTypes } from '#domain/reference-data/service-types.ts';
import { type CaseSectionFields, form, toSubmit } from './case-section.ts';

/** What can happen to the remains; asked for where the type of service does not say it. */
const dispositionMethods = [
  { value: 'burial', label: 'Burial' },
  { value: 'cremation', label: 'Cremation' },
  { value: 'entombment', label: 'Entombment' },
  { value: 'donation', label: 'Donation' },
  { value: 'removal_from_state', label: 'Removal from state' },
  { value: 'alkaline_hydrolysis', label: 'Alkaline hydrolysis' },
  { value: 'natural_organic_reduction', label: 'Natural organic reduction' },
  { value: 'other', label: 'Other' },
];

const required = { width: 'half', requiredIf: true, requiredAt: toSubmit } as const;

/**
 * Service Information (D2 §3); the assigned location is the home that the case belongs to. Which hearse it needs and who leads it
 * is ours: in words, as the place is, so that the calendar can say when both are needed twice.
 */
export const serviceFields = [
  form.select('service_type', 'Service type', serviceTypes, { ...required, alsoNamed: 'hold_for' }),
  form.date('service_date', 'Service date', required),
  form.time('service_time', 'Service time', { width: 'half', daytime: true }),
  form.line('service_location', 'Service location', required),
  form.line('service_vehicle', 'Hearse', { width: 'half' }),
  form.line('service_led_by', 'Led by', { width: 'half' }),
  form.select('disposition_method', 'Method of disposition', dispositionMethods, {
    width: 'half',
    showIf: 'dispositionIsOpen',
    help: 'Deadlines and permits follow it. For a cremation, enter its date under Medical & Death Information.',
  }),
  form.date('disposition_date', 'Date of disposition', { width: 'half', showIf: 'dispositionHasDay' }),
  form.reference(
    'location',
    'Assigned location',
    { of: 'funeral-home', invalid: 'Please select a valid assigned location' },
    { width: 'half', requiredIf: true, alsoNamed: 'assigned_location' },
  ),
] as const satisfies CaseSectionFields;
