import type { Change } from '#functions/platform/store/audit/audit.ts';
import type { SignatureTemplateRecord } from '#functions/signatures/repository/signature-template-record.ts';

const audited = ['name', 'description', 'template_type', 'docuseal_id', 'is_active', 'in_default_set'] as const;
const mappingText = (mapping: Record<string, string>): string =>
  Object.entries(mapping)
    .map(([field, source]) => `${field}: ${source || 'filled in by the signer'}`)
    .join('; ');

/** What the audit trail says of a change to a template. */
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
