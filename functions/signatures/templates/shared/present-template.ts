import { caseSources } from '#domain/signatures/case-sources.ts';
import { isFillable, type TemplateField, unmappedOf } from '#domain/signatures/field-mapping.ts';
import type { SignatureTemplate } from '#domain/signatures/signature-template.schema.ts';
import { templateTypeLabels } from '#domain/signatures/template-types.ts';
import type { SignatureTemplateRecord } from '#functions/signatures/repository/signature-template-record.ts';

const sourceLabels = new Map(caseSources.map(({ id, label }) => [id, label]));

export const sourceLabel = (source: string): string => sourceLabels.get(source) ?? '';

/** A field with what it is filled with. */
export const presentField = (field: TemplateField, mapping: Record<string, string>) => {
  const source = isFillable(field) ? (mapping[field.name] ?? '') : '';
  return { ...field, source, source_label: sourceLabel(source), is_fillable: isFillable(field) };
};

export const presentTemplate = (record: SignatureTemplateRecord): SignatureTemplate => {
  const { id, version, name, description, template_type, docuseal_id, fields, mapping } = record;
  return {
    ...{ id, version, name, description, template_type, docuseal_template_id: docuseal_id },
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
