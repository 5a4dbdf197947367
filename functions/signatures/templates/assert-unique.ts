import { AppError } from '#domain/shared/contract/errors.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import type { SignatureTemplateRecord } from '#functions/signatures/repository/signature-template-record.ts';

/** Throws 409 where another template has this name, or stands for the same one at DocuSeal. */
export const assertUnique = (
  record: Pick<SignatureTemplateRecord, 'id' | 'name' | 'docuseal_id'>,
  all: readonly SignatureTemplateRecord[],
): void => {
  const others = all.filter(({ id }) => id !== record.id);
  if (others.some(({ name }) => name.toLowerCase() === record.name.toLowerCase()))
    throw new AppError('conflict', { fields: { name: [signatureMessages.nameTaken] } });
  if (record.docuseal_id !== null && others.some(({ docuseal_id }) => docuseal_id === record.docuseal_id))
    throw new AppError('conflict', { fields: { docuseal_template_id: [signatureMessages.boundAlready] } });
};
