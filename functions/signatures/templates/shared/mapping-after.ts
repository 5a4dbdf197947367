import { invalid } from '#domain/shared/contract/errors.ts';
import { isCaseSource } from '#domain/signatures/case-sources.ts';
import type { FieldMapping } from '#domain/signatures/field-mapping.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import type { TemplatePatch } from '#domain/signatures/signature-template.schema.ts';
import type { SignatureTemplateRecord } from '#functions/signatures/repository/signature-template-record.ts';

/** The mapping with what was decided; null makes a field undecided again. Throws 400 for what is no field or source. */
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
