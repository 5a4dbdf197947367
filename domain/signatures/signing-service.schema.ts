import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant, version } from '#domain/shared/contract/wire.ts';
import { multilineText, singleLineText } from '#domain/shared/values/text.ts';
import { jurisdictionCode } from '#domain/shared/values/us-state.ts';
import { docuSealSubmissionStatuses, docuSealSubmitterStatuses } from './docuseal-state.ts';
import { signerParts } from './signer-parts.ts';
import { StandardDocumentKind, TemplateType } from './standard-document-templates.ts';

export const TemplateRole = z.object({ name: z.string(), part: z.enum(signerParts), signs: z.boolean() });

export const SignatureTemplateField = z.object({
  uuid: z.string(),
  name: z.string(),
  type: z.string(),
  role: z.string(),
  required: z.boolean(),
  page: z.number().int().nullable(),
  document: z.string(),
  options: z.array(z.string()),
  /** '' if the signer fills it in. */
  source: z.string(),
  source_label: z.string(),
  is_fillable: z.boolean(),
});

/** A template at DocuSeal with the sources of its fields. */
export const SignatureTemplate = z.object({
  id: z.uuid(),
  version,
  name: z.string(),
  description: z.string(),
  template_type: TemplateType,
  template_type_display: z.string(),
  /** Null until it is connected to a template there. */
  docuseal_template_id: z.number().int().nullable(),
  roles: z.array(TemplateRole),
  fields: z.array(SignatureTemplateField),
  unmapped: z.array(z.string()),
  is_active: z.boolean(),
  /** Preselected in new requests. */
  in_default_set: z.boolean(),
  /** Archived or deleted at DocuSeal. */
  is_missing: z.boolean(),
  synced_at: Instant.nullable(),
  created_at: Instant,
  updated_at: Instant,
  updated_by_name: z.string().nullable(),
});
export type SignatureTemplate = z.output<typeof SignatureTemplate>;

const name = singleLineText('Name', 120).min(1, 'Name is required');
const description = multilineText('Description', 500);
/** Name of a field → source; '' if the signer fills it in, null to undo the decision. */
const mapping = z.record(z.string().max(500), z.string().max(100).nullable());

export const NewTemplate = z.object({
  name,
  description: description.optional(),
  template_type: TemplateType.optional(),
  docuseal_template_id: z.number().int().positive().nullish(),
  in_default_set: z.boolean().optional(),
});
export type NewTemplate = z.output<typeof NewTemplate>;

export const TemplatePatch = z.object({
  name: name.optional(),
  description: description.optional(),
  template_type: TemplateType.optional(),
  in_default_set: z.boolean().optional(),
  is_active: z.literal(false, 'Use activate to activate it').optional(),
  mapping: mapping.optional(),
  roles: z
    .array(z.object({ name: z.string().max(200), part: z.enum(signerParts) }))
    .max(20)
    .optional(),
  version: version.optional(),
});
export type TemplatePatch = z.output<typeof TemplatePatch>;

export const ActivateTemplate = z.object({ mapping: mapping.optional() });

export const TemplateQuery = z.object({
  active: z.enum(['true', 'false']).optional(),
  template_type: TemplateType.optional(),
});

export const TemplateTypes = z.array(z.object({ value: TemplateType, label: z.string() }));

export const CaseSources = z.array(z.object({ id: z.string(), label: z.string(), group: z.string() }));

/** A template at DocuSeal that is not connected to a template here. */
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

export const StandardDocumentWanted = z.object({
  template_type: StandardDocumentKind,
  /** Whose rule an authorization for cremation follows; by default that of the caller's home. */
  state: jurisdictionCode.optional(),
});

export const FieldPreviewQuery = z.object({ case_id: idSchema('case').optional() });
/** The fields by role with the case's values: as DocuSeal has them now, or, if it does not respond, as last read. */
export const FieldPreview = z.object({
  template_id: z.uuid(),
  case: z
    .object({ id: z.uuid(), case_number: z.string(), deceased_name: z.string(), funeral_home_id: z.uuid() })
    .nullable(),
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

/** A DocuSeal submission id in a path. */
export const submissionId = z.string().regex(/^[1-9]\d{0,14}$/, 'Enter the submission number');

/** The current state of a submission at DocuSeal. */
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
