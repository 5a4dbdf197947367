import * as z from 'zod';
import { DocumentZip, Download } from '#domain/documents/document.schema.ts';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant, listQuery, timeOrderings, version } from '#domain/shared/contract/wire.ts';
import { emailAddress } from '#domain/shared/values/email.ts';
import { phoneNumber } from '#domain/shared/values/phone.ts';
import { linkFreeName, multilineText, singleLineText } from '#domain/shared/values/text.ts';
import type { Envelope, SubmissionState } from './envelope.ts';
import { deliveries, documentSources, timelineKinds } from './envelope-state.ts';
import { EnvelopeStatus, recipientStatuses } from './envelope-status.ts';
import { signatureMessages } from './signature-messages.ts';
import { signerParts } from './signer-parts.ts';
import { SignatureTemplateField } from './signing-service.schema.ts';
import { TemplateType } from './standard-document-templates.ts';

export const EnvelopeRecipient = z.object({
  recipient_id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  delivery: z.enum(deliveries),
  part: z.enum(signerParts),
  part_display: z.string(),
  relationship: z.string(),
  order: z.number().int(),
  /** False for a recipient of a copy. */
  signs: z.boolean(),
  status: z.enum(recipientStatuses),
  status_display: z.string(),
  sent_at: Instant.nullable(),
  viewed_at: Instant.nullable(),
  completed_at: Instant.nullable(),
  declined_at: Instant.nullable(),
  decline_reason: z.string(),
  reminded_at: Instant.nullable(),
  is_turn: z.boolean(),
  /** The signer's pages, one per document; empty when it is not their turn. */
  signing_pages: z.array(z.object({ document: z.string(), url: z.string() })),
});

export const EnvelopeDocument = z.object({
  id: z.string(),
  kind: z.enum(documentSources),
  name: z.string(),
  template_id: z.string().nullable(),
  statement_version: z.number().int().nullable(),
  document_id: z.string().nullable(),
  roles: z.array(z.object({ role: z.string(), recipient_id: z.string() })),
  superseded_by: z.number().int().nullable(),
});

/** Documents of a case to sign, their signers and the progress (D3 §3). */
export const SignatureEnvelope = z.object({
  id: z.uuid(),
  version,
  case: z.object({ id: z.uuid(), case_number: z.string(), deceased_name: z.string() }),
  funeral_home_id: z.uuid(),
  funeral_home_name: z.string(),
  title: z.string(),
  message: z.string(),
  delivery: z.enum(deliveries),
  in_order: z.boolean(),
  status: EnvelopeStatus,
  status_display: z.string(),
  completion_percentage: z.number().int().min(0).max(100),
  submission_ids: z.array(z.number().int()),
  documents: z.array(EnvelopeDocument),
  recipients: z.array(EnvelopeRecipient),
  signed_documents: z.array(z.object({ name: z.string(), document_id: z.uuid() })),
  /** DocuSeal's record of who signed when and from where, stored among the documents of the case. */
  audit_documents: z.array(z.object({ name: z.string(), document_id: z.uuid() })),
  sending: z.enum(['not_asked', 'asked', 'made', 'refused']),
  problem: z.string(),
  timeline: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      kind: z.enum(timelineKinds),
      recipient_id: z.string().nullable(),
      by_name: z.string(),
      detail: z.string(),
    }),
  ),
  /** Created automatically from the home's default set. */
  is_prepared: z.boolean(),
  read_at: Instant.nullable(),
  sent_at: z.string().nullable(),
  completed_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  voided_at: z.string().nullable(),
  voided_by_name: z.string().nullable(),
  void_reason: z.string().nullable(),
  created_at: Instant,
  updated_at: Instant,
  created_by_name: z.string().nullable(),
});
export type SignatureEnvelope = z.output<typeof SignatureEnvelope>;

export const EnvelopeRow = SignatureEnvelope.pick({
  id: true,
  case: true,
  funeral_home_id: true,
  funeral_home_name: true,
  title: true,
  delivery: true,
  status: true,
  status_display: true,
  completion_percentage: true,
  submission_ids: true,
  sending: true,
  sent_at: true,
  created_at: true,
}).extend({
  documents: z.array(z.object({ name: z.string() })),
  recipients: z.array(EnvelopeRecipient.pick({ recipient_id: true, name: true, status: true })),
});
export type EnvelopeRow = z.output<typeof EnvelopeRow>;

const envelopeOrderings = [...timeOrderings, 'waiting'] as const;

export const EnvelopeQuery = listQuery.extend({
  location: idSchema('home').optional(),
  status: EnvelopeStatus.optional(),
  /** Only requests that may need a person (`isOpenRequest`), each the last one of its case. */
  open: z.enum(['true']).optional(),
  /** `waiting`: those that wait for signers, the longest wait first, then drafts, declined and expired, then the others. */
  ordering: z.enum(envelopeOrderings, `Ordering must be ${envelopeOrderings.join(', ')}`).optional(),
});
export const FuneralServiceQuery = z.object({ funeral_service_id: idSchema('case', 'Case is required') });
export const CaseOfEnvelopes = z.object({ case_id: idSchema('case', 'Case is required') });

const role = z.object({
  role: z.string().max(200),
  /** Index in `recipients`. */
  recipient: z.number().int().min(0).max(19),
});
const NewDocument = z
  .object({
    kind: z.enum(documentSources).optional(),
    template_id: idSchema('signature-template').nullish(),
    statement_version: z.number().int().min(1).nullish(),
    document_id: idSchema('document').nullish(),
    /** Unlisted roles are assigned automatically. */
    roles: z.array(role).max(20).optional(),
  })
  .refine(
    ({ template_id, statement_version, document_id }) =>
      [template_id, statement_version, document_id].filter((source) => source !== null && source !== undefined)
        .length === 1,
    signatureMessages.oneSource,
  );
export type NewEnvelopeDocument = z.output<typeof NewDocument>;

export const NewEnvelopeRecipient = z.object({
  name: singleLineText('Name', 200).min(1, signatureMessages.nameRequired),
  email: z.union([z.literal(''), emailAddress]).nullish(),
  phone: z.union([z.literal(''), phoneNumber]).nullish(),
  /** Defaults to the envelope's delivery. */
  delivery: z.enum(deliveries).optional(),
  part: z.enum(signerParts).optional(),
  relationship: singleLineText('Relationship', 100).nullish(),
  order: z.number().int().min(1).max(20).optional(),
  /** False for a recipient of a copy. */
  signs: z.boolean().optional(),
});
export type NewEnvelopeRecipient = z.output<typeof NewEnvelopeRecipient>;

const content = {
  title: linkFreeName('Title', signatureMessages.titleLimit).optional(),
  message: multilineText('Message', 2000).optional(),
  delivery: z.enum(deliveries).optional(),
  in_order: z.boolean().optional(),
  /** Defaults to 30. */
  expires_in_days: z.number().int().min(1).max(365).optional(),
  recipients: z.array(NewEnvelopeRecipient).max(20),
};
const caseOfEnvelope = idSchema('case', 'Case is required');

export const NewEnvelope = z.object({
  case_id: caseOfEnvelope,
  ...content,
  documents: z.array(NewDocument).max(1, 'Use create-multi-document for several documents'),
  /** Sends it immediately; otherwise it is saved as a draft. */
  send_now: z.boolean().optional(),
});
export const NewMultiEnvelope = NewEnvelope.extend({ documents: z.array(NewDocument).max(10) });
export type NewMultiEnvelope = z.output<typeof NewMultiEnvelope>;

export const EnvelopePatch = z.object({
  ...content,
  recipients: content.recipients.optional(),
  documents: z.array(NewDocument).max(10).optional(),
  version: version.optional(),
});
export type EnvelopePatch = z.output<typeof EnvelopePatch>;

export const EnvelopePreview = z.object({
  documents: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(documentSources),
      roles: z.array(z.object({ role: z.string(), recipient: z.number().int().nullable(), signs: z.boolean() })),
      fields: z.array(
        SignatureTemplateField.pick({ name: true, type: true, role: true, source: true, source_label: true }).extend({
          value: z.string(),
          is_missing: z.boolean(),
          is_misfit: z.boolean(),
        }),
      ),
    }),
  ),
  missing_count: z.number().int(),
  faults: z.record(z.string(), z.array(z.string())),
});
export type EnvelopePreview = z.output<typeof EnvelopePreview>;

/** Everything that a new envelope of a case can contain. */
export const EnvelopeChoices = z.object({
  case: z.object({ id: z.uuid(), case_number: z.string(), deceased_name: z.string(), can_request: z.boolean() }),
  templates: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      template_type: TemplateType,
      in_default_set: z.boolean(),
      can_send: z.boolean(),
      /** False for a cremation authorization of a burial, which is sent only after a question. */
      fits: z.boolean(),
      /** The last time that everyone signed it for this case; null if they have not. */
      completed_at: Instant.nullable(),
      roles: z.array(z.object({ name: z.string(), part: z.enum(signerParts), signs: z.boolean() })),
    }),
  ),
  statements: z.array(
    z.object({
      version: z.number().int(),
      statement_number: z.string(),
      finalized_at: z.string(),
      /** Who accepted this version; '' until it is signed. */
      accepted_by: z.string(),
    }),
  ),
  documents: z.array(z.object({ id: z.uuid(), file_name: z.string(), description: z.string() })),
  people: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      part: z.enum(signerParts),
      relationship: z.string(),
      /** The Statement names the person as purchaser or co-signer. */
      on_statement: z.boolean(),
    }),
  ),
});
export type EnvelopeChoices = z.output<typeof EnvelopeChoices>;

const reason = singleLineText('Reason', 500);
export const VoidEnvelope = z.object({ reason: reason.min(1, signatureMessages.reasonRequired) });
export const DeleteEnvelope = z.object({ reason: reason.optional() });
export const Resend = z.object({ recipient_id: z.string().max(100).nullish() });

/** The id of an envelope, or of a submission at DocuSeal. */
const submission = z.union([
  // The path contains the DocuSeal id as text.
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
  idSchema('envelope'),
  z.number().int().positive(),
]);
const submissions = z.array(submission).min(1, 'Choose at least one').max(50, 'At most 50 at a time');
export const BulkResend = z.object({ submission_ids: submissions });
export const BulkDelete = z.object({ submission_ids: submissions, reason: reason.optional() });
export const BulkResult = z.object({
  succeeded: z.number().int(),
  failed: z.number().int(),
  results: z.array(
    z.object({ submission_id: z.union([z.string(), z.number()]), success: z.boolean(), error: z.string() }),
  ),
});
export type BulkResult = z.output<typeof BulkResult>;

export const signedFileTypes = ['signed', 'audit'] as const;
export type SignedFileType = (typeof signedFileTypes)[number];
export const EnvelopeDownloadQuery = z.object({
  /** `audit` is DocuSeal's log of who signed when; defaults to `signed`. */
  type: z.enum(signedFileTypes).optional(),
  /** Defaults to the first document. */
  document_id: idSchema('document').optional(),
});
export const EnvelopeDownload = Download.extend({
  file_name: z.string(),
  /** All files of this type; each is requested by its id. */
  documents: z.array(z.object({ document_id: z.uuid(), name: z.string() })),
});
/** The signed documents and audit logs in one file, which is generated in the background and stored for a day. */
export const EnvelopeZip = DocumentZip;

export interface SignedFile {
  document_id: string;
  name: string;
}

type Stored = Pick<SubmissionState, 'stored' | 'audit_document_id'>;

/** Returns the signed files of submissions, or the audit logs of completed ones, in the order of the documents. */
export const signedFilesOf = (
  { title }: Pick<Envelope, 'title'>,
  submissions: readonly Stored[],
  type: SignedFileType,
): SignedFile[] => {
  if (type === 'signed') return submissions.flatMap(({ stored }) => stored);
  const logs = submissions.flatMap(({ audit_document_id: id }) => (id === null ? [] : [id]));
  return logs.map((document_id, at) => ({
    document_id,
    name: logs.length === 1 ? `Audit log of ${title}` : `Audit log of ${title}, part ${at + 1}`,
  }));
};
