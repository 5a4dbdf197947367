import { AppError } from '#domain/contract/errors.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import type { SignatureTemplateRecord } from '#functions/records/signature-template-record.ts';
import type { Change } from '#functions/store/audit.ts';

/** Throws 409 where another template has this name, or stands for the same one at DocuSeal. */
export const assertAlone = (
  record: Pick<SignatureTemplateRecord, 'id' | 'name' | 'docuseal_id'>,
  all: readonly SignatureTemplateRecord[],
): void => {
  const others = all.filter(({ id }) => id !== record.id);
  if (others.some(({ name }) => name.toLowerCase() === record.name.toLowerCase()))
    throw new AppError('conflict', { fields: { name: [signatureMessages.nameTaken] } });
  if (record.docuseal_id !== null && others.some(({ docuseal_id }) => docuseal_id === record.docuseal_id))
    throw new AppError('conflict', { fields: { docuseal_template_id: [signatureMessages.boundAlready] } });
};

const said = ['name', 'description', 'template_type', 'docuseal_id', 'is_active', 'in_default_set'] as const;
const mappingText = (mapping: Record<string, string>): string =>
  Object.entries(mapping)
    .map(([field, source]) => `${field}: ${source || 'filled in by the signer'}`)
    .join('; ');

/** What the trail says of a change. */
export const templateChanges = (
  before: SignatureTemplateRecord | undefined,
  next: SignatureTemplateRecord | undefined,
): Change[] => {
  const text = (value: unknown): string | null => (value === undefined || value === '' ? null : String(value));
  return [
    ...said.map((name) => ({
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
