import * as z from 'zod';
import type { TemplateType } from './template-types.ts';

/** The usual papers of a funeral home that the product has a form of its own for, in the order of a case. */
export const standardDocumentKinds = [
  'cremation_authorization',
  'embalming_authorization',
  'statement',
  'identification',
  'release_of_remains',
] as const satisfies readonly TemplateType[];
export const StandardDocumentKind = z.enum(standardDocumentKinds, 'Choose one of the usual papers');
export type StandardDocumentKind = z.output<typeof StandardDocumentKind>;

/** Those of which an account has no template yet, whether it was made here or by somebody else. */
export const missingStandardDocuments = (
  templates: readonly { template_type: TemplateType }[],
): StandardDocumentKind[] =>
  standardDocumentKinds.filter((kind) => templates.every(({ template_type }) => template_type !== kind));
