import type { DocuSealTemplate } from './docuseal-state.ts';
import type { TemplateField } from './field-mapping.ts';
import { partOfRole, type SignerPart } from './signer-parts.ts';

/** What only shows something, and is filled in by nobody. */
const shown = new Set(['heading', 'strikethrough']);

export interface TemplateRole {
  name: string;
  uuid: string;
  part: SignerPart;
  signs: boolean;
}

/**
 * Roles and fields of a template as DocuSeal has them. A role that owns no field only gets a copy (partners' fact sheet
 * §4). What somebody has said that a role signs as stays. Pages are stored from 0 there, and read from 1.
 */
export const rolesAndFields = (
  template: DocuSealTemplate,
  before: readonly TemplateRole[] = [],
): { roles: TemplateRole[]; fields: TemplateField[] } => {
  const names = new Map(template.submitters.map(({ uuid, name }) => [uuid, name]));
  const documents = new Map(template.schema.map(({ attachment_uuid, name }) => [attachment_uuid, name]));
  const fields = template.fields
    .filter(({ type }) => !shown.has(type))
    .map(
      ({ uuid, submitter_uuid, name, type, required, options, areas: [area] }): TemplateField => ({
        ...{ uuid, name, type, options, required: required ?? false, role: names.get(submitter_uuid) ?? '' },
        page: area?.page === null || area?.page === undefined ? null : area.page + 1,
        document: documents.get(area?.attachment_uuid ?? '') ?? '',
      }),
    );
  const roles = template.submitters.map(({ name, uuid }, at): TemplateRole => {
    const known = before.find((one) => one.name === name);
    const signs = fields.some(({ role }) => role === name);
    return { name, uuid, part: known?.part ?? partOfRole(name, at), signs };
  });
  return { roles, fields };
};
