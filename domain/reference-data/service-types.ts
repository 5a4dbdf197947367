import type { FieldOption } from '#domain/forms/field.ts';

/** D2 §3. */
export const serviceTypes = [
  { value: 'traditional', label: 'Traditional service' },
  { value: 'memorial', label: 'Memorial service' },
  { value: 'graveside', label: 'Graveside service' },
  { value: 'cremation', label: 'Cremation' },
  { value: 'visitation', label: 'Visitation' },
  { value: 'direct_burial', label: 'Direct burial' },
  { value: 'direct_cremation', label: 'Direct cremation' },
  { value: 'other', label: 'Other' },
] as const satisfies readonly FieldOption[];
export type ServiceType = (typeof serviceTypes)[number]['value'];

/** What a report of a death asks for when it does not say (D1 §9). */
export const defaultServiceType: ServiceType = 'traditional';
