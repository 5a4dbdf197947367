import type { SignatureTemplate } from '#domain/signatures/signing-service.schema.ts';
import { templateTypeLabels } from '#domain/signatures/standard-document-templates.ts';

const field = (name: string, source: string, source_label: string): SignatureTemplate['fields'][number] => ({
  uuid: `f-${name}`,
  name,
  type: 'text',
  role: 'Authorizing Agent',
  required: false,
  page: 1,
  document: 'form',
  options: [],
  source,
  source_label,
  is_fillable: true,
});

/** An active, connected template with one undecided field. */
export const exampleTemplate = (changes: Partial<SignatureTemplate> = {}): SignatureTemplate => {
  const template_type = changes.template_type ?? 'cremation_authorization';
  return {
    id: 'template-1',
    version: 1,
    name: 'Cremation Authorization',
    description: '',
    template_type,
    template_type_display: templateTypeLabels[template_type],
    docuseal_template_id: 41,
    roles: [
      { name: 'Authorizing Agent', part: 'authorizing_agent', signs: true },
      { name: 'Funeral Director', part: 'funeral_director', signs: true },
    ],
    fields: [
      field('Decedent Name', 'case.deceased_name', 'Deceased’s full name'),
      field('Date of Birth', 'deceased.date_of_birth', 'Date of birth'),
      field('Favorite Color', '', ''),
    ],
    unmapped: ['Favorite Color'],
    is_active: true,
    in_default_set: false,
    is_missing: false,
    synced_at: '2026-11-20T10:00:00.000Z',
    created_at: '2026-11-20T10:00:00.000Z',
    updated_at: '2026-11-20T10:00:00.000Z',
    updated_by_name: 'Marcus Ames',
    ...changes,
  };
};
