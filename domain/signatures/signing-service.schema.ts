import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant } from '#domain/shared/contract/wire.ts';
import { docuSealSubmissionStatuses, docuSealSubmitterStatuses } from './docuseal-state.ts';
import { SignatureTemplateField } from './signature-template.schema.ts';
import { StandardDocumentKind } from './standard-document-kinds.ts';
import { TemplateType } from './template-types.ts';

/** A template at DocuSeal to which no template here is connected. */
export const AvailableTemplate = z.object({
  docuseal_template_id: z.number().int(),
  name: z.string(),
  folder_name: z.string(),
  roles: z.array(z.string()),
  field_count: z.number().int(),
  template_type: TemplateType,
  updated_at: z.string().nullable(),
});

export const SyncResult = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  deactivated: z.number().int(),
});

export const StandardDocumentWanted = z.object({ template_type: StandardDocumentKind });

export const FieldPreviewQuery = z.object({ case_id: idSchema('case').optional() });
/**
 * Its fields by role, with what a case says in each: as DocuSeal has them now, or, where it does not answer, as they were when
 * it answered last.
 */
export const FieldPreview = z.object({
  template_id: z.uuid(),
  case: z
    .object({ id: z.uuid(), case_number: z.string(), deceased_name: z.string(), funeral_home_id: z.uuid() })
    .nullable(),
  /** When its fields were read at DocuSeal. */
  read_at: Instant,
  roles: z.array(
    z.object({
      name: z.string(),
      fields: z.array(
        SignatureTemplateField.extend({ value: z.string(), is_missing: z.boolean(), is_misfit: z.boolean() }),
      ),
    }),
  ),
  unmapped: z.array(z.string()),
});
export type FieldPreview = z.output<typeof FieldPreview>;

/** The number of a submission at DocuSeal, as a path has it. */
export const submissionId = z.string().regex(/^[1-9]\d{0,14}$/, 'Enter the number of the submission');

/** A submission as DocuSeal has it now. */
export const DocuSealEnvelope = z.object({
  submission_id: z.number().int(),
  envelope_id: z.uuid(),
  title: z.string(),
  status: z.enum(docuSealSubmissionStatuses),
  is_archived: z.boolean(),
  completed_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  submitters: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
      role: z.string(),
      status: z.enum(docuSealSubmitterStatuses),
      sent_at: z.string().nullable(),
      opened_at: z.string().nullable(),
      completed_at: z.string().nullable(),
    }),
  ),
});
