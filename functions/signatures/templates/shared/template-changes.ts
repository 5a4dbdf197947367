import { invalid } from '#domain/shared/contract/errors.ts';
import { caseSources, isCaseSource } from '#domain/signatures/case-sources.ts';
import { type FieldMapping, isFillable, type TemplateField, unmappedOf } from '#domain/signatures/roles-and-fields.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import type { SignatureTemplate, TemplatePatch } from '#domain/signatures/signing-service.schema.ts';
import { templateTypeLabels } from '#domain/signatures/standard-document-templates.ts';
import type { Change } from '#functions/platform/store/audit/audit-log.ts';
import type { SignatureTemplateRecord } from '#functions/signatures/repository/signature-templates.ts';

const sourceLabels = new Map(caseSources.map(({ id, label }) => [id, label]));

export const sourceLabel = (source: string): string => sourceLabels.get(source) ?? '';

export const presentField = (field: TemplateField, mapping: Record<string, string>) => {
  const source = isFillable(field) ? (mapping[field.name] ?? '') : '';
  return { ...field, source, source_label: sourceLabel(source), is_fillable: isFillable(field) };
};

export const presentTemplate = (record: SignatureTemplateRecord): SignatureTemplate => {
  const { id, version, name, description, template_type, docuseal_id, fields, mapping } = record;
  return {
    id,
    version,
    name,
    description,
    template_type,
    docuseal_template_id: docuseal_id,
    template_type_display: templateTypeLabels[template_type],
    roles: record.roles,
    fields: fields.map((field) => presentField(field, mapping)),
    unmapped: unmappedOf(fields, mapping),
    is_active: record.is_active,
    in_default_set: record.in_default_set,
    is_missing: record.missing_since !== null,
    synced_at: record.synced_at,
    created_at: record.created_at,
    updated_at: record.updated_at,
    updated_by_name: record.updated_by_name,
  };
};

/** Returns the mapping with decisions applied; null undoes one. Throws 400 for an unknown field or source. */
export const mappingAfter = (
  record: Pick<SignatureTemplateRecord, 'mapping' | 'fields'>,
  sent: TemplatePatch['mapping'],
): FieldMapping => {
  const mapping = { ...record.mapping };
  for (const [field, source] of Object.entries(sent ?? {})) {
    if (!record.fields.some(({ name }) => name === field))
      throw invalid({ [`mapping.${field}`]: [signatureMessages.fieldUnknown] });
    if (source && !isCaseSource(source)) throw invalid({ [`mapping.${field}`]: [signatureMessages.sourceUnknown] });
    if (source === null) delete mapping[field];
    else mapping[field] = source;
  }
  return mapping;
};

const audited = ['name', 'description', 'template_type', 'docuseal_id', 'is_active', 'in_default_set'] as const;
const mappingText = (mapping: Record<string, string>): string =>
  Object.entries(mapping)
    .map(([field, source]) => `${field}: ${source || 'filled in by the signer'}`)
    .join('; ');

export const templateChanges = (
  before: SignatureTemplateRecord | undefined,
  next: SignatureTemplateRecord | undefined,
): Change[] => {
  const text = (value: unknown): string | null => (value === undefined || value === '' ? null : String(value));
  return [
    ...audited.map((name) => ({
      field: `signature_templates.${name}`,
      from: text(before?.[name]),
      to: text(next?.[name]),
    })),
    {
      field: 'signature_templates.mapping',
      from: before ? mappingText(before.mapping) : null,
      to: next ? mappingText(next.mapping) : null,
    },
  ].filter(({ from, to }) => (from || null) !== (to || null) || (from !== null && to === null));
};
