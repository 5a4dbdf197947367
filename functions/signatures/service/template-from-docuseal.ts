import { v7 as uuid } from 'uuid';
import type { DocuSealTemplate } from '#domain/signatures/docuseal-state.ts';
import { mappingFor, unmappedOf } from '#domain/signatures/field-mapping.ts';
import { rolesAndFields } from '#domain/signatures/roles-and-fields.ts';
import { typeOfName } from '#domain/signatures/template-types.ts';
import type { SignatureTemplateRecord } from '#functions/signatures/repository/signature-template-record.ts';

/**
 * A template here with what DocuSeal says of it now; what somebody has decided about fields stays, and a field that is new is
 * decided by nobody.
 */
export const refreshedTemplate = (
  record: SignatureTemplateRecord,
  there: DocuSealTemplate,
  at: string,
): SignatureTemplateRecord => {
  const { roles, fields } = rolesAndFields(there, record.roles);
  return {
    ...record,
    ...{ roles, fields, mapping: mappingFor(record.mapping, fields), synced_at: at, updated_at: at },
    missing_since: there.archived_at === null ? null : (record.missing_since ?? at),
  };
};

/** Whether it can be used without a question: it has something to fill in or sign, and every field of it is decided. */
export const needsNoQuestion = ({ fields, mapping }: SignatureTemplateRecord): boolean =>
  fields.length > 0 && unmappedOf(fields, mapping).length === 0;

/** A template that stands at DocuSeal alone, as it begins here: active, where nothing of it is still to be decided. */
export const templateFromDocuSeal = (
  there: DocuSealTemplate,
  organizationId: string,
  by: string,
  now: Date,
): SignatureTemplateRecord => {
  const at = now.toISOString();
  const blank: SignatureTemplateRecord = {
    ...{ id: uuid({ msecs: now.getTime() }), organization_id: organizationId, version: 1, name: there.name },
    ...{ description: '', template_type: typeOfName(there.name), docuseal_id: there.id, roles: [], fields: [] },
    ...{ mapping: {}, is_active: false, in_default_set: false, made_by_us: false },
    ...{ missing_since: null, synced_at: at, created_at: at, updated_at: at, updated_by_name: by, deleted_at: null },
  };
  const read = refreshedTemplate(blank, there, at);
  return { ...read, is_active: needsNoQuestion(read) };
};
