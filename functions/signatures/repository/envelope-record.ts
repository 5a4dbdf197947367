import * as z from 'zod';
import { docuSealSubmissionStatuses, docuSealSubmitterStatuses } from '#domain/signatures/docuseal-state.ts';
import { SigningMail, signerParts, timelineKinds } from '#domain/signatures/envelope.ts';
import { envelopeStatuses, recipientStatuses } from '#domain/signatures/envelope-status.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';

const instant = z.string().nullable();
const voidedOrDeleted = z.object({ reason: z.string(), at: z.string(), by_name: z.string() }).nullable();

/** The whole envelope in one item, because all of it is read together. */
export const envelopeSchema = storedSchema({
  kind: 'envelope',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    version: z.number(),
    case_id: z.string(),
    case_number: z.string(),
    deceased_name: z.string(),
    funeral_home_id: z.string(),
    title: z.string(),
    message: z.string(),
    reply_to: z.string(),
    delivery: z.enum(['email', 'in_person']),
    mail: SigningMail.optional(),
    in_order: z.boolean(),
    expires_in_days: z.number(),
    status: z.enum(envelopeStatuses),
    documents: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['template', 'statement', 'document']),
        name: z.string(),
        template_id: z.string().nullable(),
        docuseal_template_id: z.number().nullable(),
        statement_version: z.number().nullable(),
        document_id: z.string().nullable(),
        roles: z.array(z.object({ role: z.string(), recipient_id: z.string() })),
        values: z.array(z.object({ field: z.string(), role: z.string(), value: z.string() })),
        superseded_by: z.number().nullable(),
      }),
    ),
    recipients: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        email: z.string(),
        delivery: z.enum(['email', 'in_person']).optional(),
        phone: z.string(),
        part: z.enum(signerParts),
        relationship: z.string(),
        order: z.number(),
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
      }),
    ),
    submissions: z.array(
      z.object({
        key: z.string(),
        document_ids: z.array(z.string()),
        source: z.enum(['template', 'pdf']),
        docuseal_id: z.number().nullable(),
        status: z.enum(docuSealSubmissionStatuses).nullable(),
        archived_at: instant,
        expire_at: instant,
        completed_at: instant,
        read_at: instant.optional(),
        submitters: z.array(
          z.object({
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
          }),
        ),
        stored: z.array(z.object({ name: z.string(), document_id: z.string() })),
        audit_document_id: z.string().nullable(),
        stored_at: instant,
      }),
    ),
    sending: z
      .object({
        requested_at: z.string(),
        requested_by: z.object({ id: z.string(), name: z.string(), role: z.string() }),
        request_id: z.string(),
        state: z.enum(['asked', 'made', 'refused']),
        problem: z.string(),
      })
      .nullable(),
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
    read_at: instant,
    check_at: instant,
    sent_at: instant,
    completed_at: instant,
    expires_at: instant,
    void: voidedOrDeleted,
    deleted: voidedOrDeleted,
    /** Created automatically from the home's default set. */
    prepared: z.boolean(),
    created_at: z.string(),
    updated_at: z.string(),
    created_by_name: z.string().nullable(),
  }),
});
export type EnvelopeRecord = z.output<typeof envelopeSchema.schema>;

/** Maps a DocuSeal submission to its envelope. */
export const submissionOwnerSchema = storedSchema({
  kind: 'owner of a submission',
  shape: 1,
  schema: z.object({ envelope_id: z.string() }),
});
