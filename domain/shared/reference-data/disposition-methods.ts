import type { FieldOption } from '#domain/shared/forms/field.ts';

export const dispositionMethods = [
  { value: 'burial', label: 'Burial' },
  { value: 'cremation', label: 'Cremation' },
  { value: 'entombment', label: 'Entombment' },
  { value: 'donation', label: 'Donation' },
  { value: 'removal_from_state', label: 'Removal from state' },
  { value: 'alkaline_hydrolysis', label: 'Alkaline hydrolysis' },
  { value: 'natural_organic_reduction', label: 'Natural organic reduction' },
  { value: 'other', label: 'Other' },
] as const satisfies readonly FieldOption[];
