import type { Envelope } from '#domain/signatures/envelope.ts';
import { type TemplateType, typeOfName } from '#domain/signatures/standard-document-templates.ts';
import type { SignedPaper } from './gate-entries.ts';

interface TemplateOfPaper {
  readonly template_type: TemplateType;
  readonly mapping: Readonly<Record<string, string>>;
}

const isOfGates = (type: TemplateType): type is SignedPaper['type'] =>
  type === 'cremation_authorization' || type === 'identification';

/**
 * Returns who is asked to sign authorizations and identifications of an envelope that was sent, with the names that
 * were filled in; none of one that was voided or deleted.
 */
export const signedPapersOf = (
  envelope: Pick<Envelope, 'id' | 'status' | 'void' | 'deleted' | 'documents' | 'recipients'>,
  templateOf: (id: string | null) => TemplateOfPaper | undefined,
): SignedPaper[] => {
  if (envelope.status === 'draft' || envelope.void || envelope.deleted) return [];
  return envelope.documents.flatMap(({ kind, name, template_id, roles, values }) => {
    const template = templateOf(template_id);
    const type = template?.template_type ?? typeOfName(name);
    if (kind !== 'template' || !isOfGates(type)) return [];
    const filled = (source: string): string =>
      values.find(({ field }) => template?.mapping[field] === source)?.value ?? '';
    return envelope.recipients
      .filter(
        ({ id, part, signs }) =>
          signs &&
          part !== 'funeral_director' &&
          part !== 'witness' &&
          roles.some(({ recipient_id }) => recipient_id === id),
      )
      .map((person) => ({
        envelope_id: envelope.id,
        type,
        name: person.name,
        relationship: person.relationship,
        signed_at: person.completed_at,
        declined_at: person.declined_at,
        deceased_name: filled('case.deceased_name'),
        method: filled('case.method'),
      }));
  });
};
