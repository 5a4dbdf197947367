import type { SignatureTemplate } from '#domain/signatures/signing-service.schema.ts';
import { templateTypeLabels, templateTypes } from '#domain/signatures/standard-document-templates.ts';

export const typeChoices = templateTypes.map((value) => ({ value, label: templateTypeLabels[value] }));

/** Returns the type of a template whose name does not say it already. */
export const typeBeside = ({ name, template_type_display: type }: SignatureTemplate): string =>
  name.toLowerCase() === type.toLowerCase() ? '' : type;
