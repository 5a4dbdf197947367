import type { SignatureTemplate } from '#domain/signatures/signing-service.schema.ts';
import { templateTypeLabels, templateTypes } from '#domain/signatures/standard-document-templates.ts';
import type { FieldShape } from '../ui/fields/use-values-form.ts';

export const templateFields: readonly FieldShape[] = [
  { name: 'name', label: 'Name', kind: 'text', maxLength: 120, requiredIf: true, isFirst: true },
  {
    ...{ name: 'template_type', label: 'Type', kind: 'chosen' },
    options: templateTypes.map((value) => ({ value, label: templateTypeLabels[value] })),
  },
];

/** Returns the type of a template whose name does not say it already. */
export const typeBeside = ({ name, template_type_display: type }: SignatureTemplate): string =>
  name.toLowerCase() === type.toLowerCase() ? '' : type;
