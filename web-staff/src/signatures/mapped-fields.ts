import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import type { FieldPreview, SignatureTemplate } from '#domain/signatures/signing-service.schema.ts';
import { sourceLocation } from '#domain/signatures/source-location.ts';
import { templateTypeLabels, templateTypes } from '#domain/signatures/standard-document-templates.ts';
import { paths } from '../paths.ts';
import type { FieldShape } from '../ui/fields/use-values-form.ts';

/** A field that a case can fill; the same name in several roles is one decision. */
export interface MappedField {
  name: string;
  about: string;
  source: string;
  sourceLabel: string;
  isOpen: boolean;
  /** Why it has no value in the example case; '' otherwise. */
  missing: string;
  value: string;
}

const typeWords: Record<string, string> = { cells: 'letters in boxes', radio: 'choice', select: 'choice' };

const missingIn = (fields: readonly { is_missing: boolean; is_misfit: boolean }[]): string => {
  if (fields.some((one) => one.is_misfit)) return signatureMessages.misfit;
  return fields.some((one) => one.is_missing) ? 'Empty in this case' : '';
};

export const mappedFields = (
  { fields, unmapped }: Pick<SignatureTemplate, 'fields' | 'unmapped'>,
  preview: FieldPreview | undefined,
): MappedField[] => {
  const filled = (preview?.roles ?? []).flatMap((role) => role.fields);
  const fillable = Map.groupBy(
    fields.filter((one) => one.is_fillable),
    ({ name }) => name,
  );
  return [...fillable].map(([name, [field, ...others]]) => {
    const here = filled.filter((one) => one.name === name);
    const roles = new Set([field, ...others].flatMap((one) => one?.role || []));
    const type = field?.type ?? '';
    const isOpen = unmapped.includes(name);
    return {
      name,
      source: field?.source ?? '',
      sourceLabel: field?.source_label ?? '',
      about: [typeWords[type] ?? type, ...roles].join(' · '),
      isOpen,
      // A suggestion fills nothing until a user confirms it.
      missing: isOpen ? '' : missingIn(here),
      value: isOpen ? '' : [...new Set(here.flatMap((one) => one.value || []))].join(' / '),
    };
  });
};

/** Where to enter a missing value; undefined if that is not possible. */
export const fixLink = (source: string, example: FieldPreview['case']): { to: string; label: string } | undefined => {
  const place = sourceLocation(source);
  if (!place || !example) return undefined;
  if (place.at === 'home') return { to: paths.funeralHome(example.funeral_home_id), label: 'Open the funeral home' };
  const field = place.field ? `&field=${place.field}` : '';
  return { to: `${paths.case(example.id)}?section=${place.section}${field}`, label: 'Open the case' };
};

export const templateFields: readonly FieldShape[] = [
  { name: 'name', label: 'Name', kind: 'text', maxLength: 120, requiredIf: true, isFirst: true },
  {
    name: 'template_type',
    label: 'Type',
    kind: 'chosen',
    options: templateTypes.map((value) => ({ value, label: templateTypeLabels[value] })),
  },
];

/** Returns the type of a template whose name does not say it already. */
export const typeBeside = ({ name, template_type_display: type }: SignatureTemplate): string =>
  name.toLowerCase() === type.toLowerCase() ? '' : type;
