import * as z from 'zod';
import type { FieldOption } from '../forms/field.ts';

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

/** Returns the type of a case's service, or 'Service' if the type names the disposition. */
export const serviceTitle = (type: string): string =>
  ['cremation', 'direct_cremation', 'other'].includes(type)
    ? 'Service'
    : (serviceTypes.find(({ value }) => value === type)?.label ?? 'Service');

export const sentServiceType = z
  .enum(
    serviceTypes.map(({ value }) => value),
    'Please select a valid service type',
  )
  .nullish();
