import type { EnvelopeChoices, SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import {
  envelopeStatusLabels,
  type RecipientStatus,
  recipientStatusLabels,
} from '#domain/signatures/envelope-status.ts';
import type { SignatureTemplate } from '#domain/signatures/signing-service.schema.ts';
import { templateTypeLabels } from '#domain/signatures/standard-document-templates.ts';

const at = '2026-11-20T12:00:00.000Z';

export const exampleRecipient = (name: string, status: RecipientStatus): SignatureEnvelope['recipients'][number] => ({
  recipient_id: name,
  name,
  email: '',
  phone: '',
  part: 'signer',
  part_display: 'Signer',
  relationship: '',
  delivery: 'email',
  order: 1,
  signs: true,
  status,
  status_display: recipientStatusLabels[status],
  decline_reason: '',
  sent_at: at,
  viewed_at: null,
  completed_at: null,
  declined_at: null,
  reminded_at: null,
  is_turn: false,
  signing_pages: [],
});

/** A sent request of one document. */
export const exampleEnvelope = (changes: Partial<SignatureEnvelope> = {}): SignatureEnvelope => {
  const status = changes.status ?? 'sent';
  return {
    id: 'envelope-1',
    version: 1,
    funeral_home_id: 'home-1',
    funeral_home_name: 'Whitcomb & Ames',
    message: '',
    case: { id: 'case-1', case_number: 'WA-2026-0001', deceased_name: 'Walter Briggs' },
    title: 'Cremation Authorization',
    delivery: 'email',
    in_order: true,
    status,
    submission_ids: [9001],
    status_display: envelopeStatusLabels[status],
    completion_percentage: 0,
    sending: 'made',
    problem: '',
    documents: [
      {
        id: 'd1',
        kind: 'template',
        name: 'Cremation Authorization',
        template_id: 'template-1',
        statement_version: null,
        document_id: null,
        roles: [],
        superseded_by: null,
      },
    ],
    recipients: [],
    signed_documents: [],
    audit_documents: [],
    timeline: [],
    is_prepared: false,
    read_at: at,
    sent_at: at,
    completed_at: null,
    expires_at: null,
    voided_at: null,
    voided_by_name: null,
    void_reason: null,
    created_at: at,
    updated_at: at,
    created_by_name: 'Eleanor Whitcomb',
    ...changes,
  };
};

export const exampleChoices = (changes: Partial<EnvelopeChoices> = {}): EnvelopeChoices => ({
  case: { id: 'case-1', case_number: 'WA-2026-0001', deceased_name: 'Walter Briggs', can_request: true },
  templates: [],
  statements: [],
  documents: [],
  people: [],
  ...changes,
});

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
