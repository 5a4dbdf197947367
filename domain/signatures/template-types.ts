import * as z from 'zod';

/** What a paper to sign is, as people sort them. */
export const templateTypes = [
  'cremation_authorization',
  'embalming_authorization',
  'statement',
  'identification',
  'release_of_remains',
  'disclosure',
  'other',
] as const;
export const TemplateType = z.enum(templateTypes, 'Choose a type from the list');
export type TemplateType = z.output<typeof TemplateType>;

export const templateTypeLabels: Record<TemplateType, string> = {
  cremation_authorization: 'Cremation authorization',
  embalming_authorization: 'Embalming authorization',
  statement: 'Statement of goods and services',
  identification: 'Identification of the deceased',
  release_of_remains: 'Release of remains',
  disclosure: 'Disclosure or consent',
  other: 'Other',
};

/** What a template is by its name, where somebody made it at DocuSeal. */
export const typeOfName = (name: string): TemplateType => {
  const words = name.toLowerCase();
  if (/cremat/.test(words) && /authori|consent|order/.test(words)) return 'cremation_authorization';
  if (/embalm/.test(words)) return 'embalming_authorization';
  if (/statement|goods and services/.test(words)) return 'statement';
  if (/identif/.test(words)) return 'identification';
  if (/release/.test(words)) return 'release_of_remains';
  if (/disclos|consent|pacemaker/.test(words)) return 'disclosure';
  return 'other';
};
