import { serviceTypes } from '#domain/reference-data/service-types.ts';
import { type CaseSectionFields, form } from './case-section.ts';

/** Service Information (D2 §3). */
export const serviceFields = [
  form.select('service_type', 'Service type', serviceTypes, { width: 'half' }),
  form.date('service_date', 'Service date', { width: 'half' }),
  form.time('service_time', 'Service time', { width: 'half' }),
  form.line('service_location', 'Service location', { width: 'half' }),
] as const satisfies CaseSectionFields;
