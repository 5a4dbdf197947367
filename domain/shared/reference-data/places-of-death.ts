import type { FieldOption } from '#domain/shared/forms/field.ts';

/** U.S. Standard Certificate of Death, item 14. */
export const placesOfDeath = [
  { value: 'hospital_inpatient', label: 'Hospital, inpatient' },
  { value: 'hospital_emergency', label: 'Hospital, emergency room or outpatient' },
  { value: 'dead_on_arrival', label: 'Hospital, dead on arrival' },
  { value: 'hospice', label: 'Hospice facility' },
  { value: 'nursing_home', label: 'Nursing home or long-term care facility' },
  { value: 'home', label: 'Decedent’s home' },
  { value: 'other', label: 'Other' },
] as const satisfies readonly FieldOption[];
