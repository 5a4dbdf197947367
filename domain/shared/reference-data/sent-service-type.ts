import * as z from 'zod';
import type { FieldOption } from '../forms/field.ts';

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

/**
 * What the service of a case is called: its type, or 'Service' where the type says what happens to the remains instead. The
 * gathering of a cremation case is no cremation.
 */
export const serviceTitle = (type: string): string =>
  ['cremation', 'direct_cremation', 'other'].includes(type)
    ? 'Service'
    : (serviceTypes.find(({ value }) => value === type)?.label ?? 'Service');

/** A kind of service as a client may send it; nothing leaves it as it is. */
export const sentServiceType = z
  .enum(
    serviceTypes.map(({ value }) => value),
    'Please select a valid service type',
  )
  .nullish();
