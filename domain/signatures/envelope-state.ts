import * as z from 'zod';
import { languages } from '#domain/shared/values/language.ts';
import { docuSealSubmissionStatuses, docuSealSubmitterStatuses } from './docuseal-state.ts';
import { envelopeStatuses, recipientStatuses } from './envelope-status.ts';
import { signerParts } from './signer-parts.ts';

const instant = z.string().nullable();
export const deliveries = ['email', 'in_person'] as const;
export type Delivery = (typeof deliveries)[number];
export const documentSources = ['template', 'statement', 'document'] as const;

export const timelineKinds = [
  'created',
  'edited',
  'asked',
  'made',
  'refused',
  'sent',
  'bounced',
  'opened',
  'viewed',
  'started',
  'signed',
  'declined',
  'expired',
  'resent',
  'reminded',
  'voided',
  // With a detail, a scan rejected the file.
  'stored',
  'superseded',
] as const;

/** Names in an envelope's emails, and the language of the family; staff are written to in English. */
const SigningMail = z.object({
  home: z.string(),
  phone: z.string(),
  deceased: z.string(),
  language: z.enum(languages),
});
export type SigningMail = z.output<typeof SigningMail>;

const EnvelopeDocument = z.object({
  id: z.string(),
  kind: z.enum(documentSources),
  name: z.string(),
  template_id: z.string().nullable(),
  docuseal_template_id: z.number().nullable(),
  statement_version: z.number().nullable(),
  document_id: z.string().nullable(),
  roles: z.array(z.object({ role: z.string(), recipient_id: z.string() })),
  /** Values of fields before signing, frozen when it is sent. */
  values: z.array(z.object({ field: z.string(), role: z.string(), value: z.string() })),
  superseded_by: z.number().nullable(),
});
export type EnvelopeDocument = z.output<typeof EnvelopeDocument>;

const Recipient = z.object({
  id: z.string(),
  name: z.string(),
  /** '' for a person who only signs in person. */
  email: z.string(),
  delivery: z.enum(deliveries).optional(),
  phone: z.string(),
  part: z.enum(signerParts),
  relationship: z.string(),
  /** From 1; signers with equal numbers sign at the same time. */
  order: z.number(),
  /** False for a recipient of a copy. */
  signs: z.boolean(),
  status: z.enum(recipientStatuses),
  sent_at: instant,
  delivered_at: instant,
  opened_at: instant,
  viewed_at: instant,
  completed_at: instant,
  declined_at: instant,
  decline_reason: z.string(),
  reminded_at: instant,
  reminders: z.number(),
});
export type Recipient = z.output<typeof Recipient>;

const SubmitterState = z.object({
  id: z.number(),
  recipient_id: z.string(),
  role: z.string(),
  uuid: z.string(),
  slug: z.string(),
  status: z.enum(docuSealSubmitterStatuses),
  embed_src: z.string().nullable(),
  sent_at: instant,
  opened_at: instant,
  completed_at: instant,
  declined_at: instant,
  signs: z.boolean(),
});
export type SubmitterState = z.output<typeof SubmitterState>;

const SubmissionState = z.object({
  key: z.string(),
  document_ids: z.array(z.string()),
  source: z.enum(['template', 'pdf']),
  docuseal_id: z.number().nullable(),
  status: z.enum(docuSealSubmissionStatuses).nullable(),
  archived_at: instant,
  expire_at: instant,
  completed_at: instant,
  /** When DocuSeal was asked for this state; absent in older records. */
  read_at: instant.optional(),
  submitters: z.array(SubmitterState),
  stored: z.array(z.object({ name: z.string(), document_id: z.string() })),
  audit_document_id: z.string().nullable(),
  stored_at: instant,
});
export type SubmissionState = z.output<typeof SubmissionState>;

const TimelineEntry = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(timelineKinds),
  recipient_id: z.string().nullable(),
  by_name: z.string(),
  detail: z.string(),
});
export type TimelineEntry = z.output<typeof TimelineEntry>;

const ending = z.object({ reason: z.string(), at: z.string(), by_name: z.string() }).nullable();

/** An envelope with its documents, signers and submissions at DocuSeal, as its stored schema contains them. */
export const Envelope = z.object({
  id: z.string(),
  organization_id: z.string(),
  case_id: z.string(),
  title: z.string(),
  message: z.string(),
  reply_to: z.string(),
  delivery: z.enum(deliveries),
  /** Frozen when it is sent; absent in older records. */
  mail: SigningMail.optional(),
  in_order: z.boolean(),
  status: z.enum(envelopeStatuses),
  documents: z.array(EnvelopeDocument),
  recipients: z.array(Recipient),
  submissions: z.array(SubmissionState),
  sending: z
    .object({
      requested_at: z.string(),
      requested_by: z.object({ id: z.string(), name: z.string(), role: z.string() }),
      request_id: z.string(),
      state: z.enum(['asked', 'made', 'refused']),
      problem: z.string(),
    })
    .nullable(),
  timeline: z.array(TimelineEntry),
  /** When DocuSeal was last asked. */
  read_at: instant,
  /** When to poll DocuSeal if no webhook arrives. */
  check_at: instant,
  sent_at: instant,
  completed_at: instant,
  expires_at: instant,
  void: ending,
  deleted: ending,
});
export type Envelope = z.output<typeof Envelope>;
