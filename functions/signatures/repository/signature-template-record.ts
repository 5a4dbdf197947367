import * as z from 'zod';
import { signerParts } from '#domain/signatures/signer-parts.ts';
import { templateTypes } from '#domain/signatures/template-types.ts';
import { storedSchema } from '#functions/platform/store/stored-shape.ts';

/** A paper to sign: a template at DocuSeal as it was last read there, with what of a case stands in its fields. */
export const signatureTemplateSchema = storedSchema({
  kind: 'signature template',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    version: z.number(),
    name: z.string(),
    description: z.string(),
    template_type: z.enum(templateTypes),
    /** Null until it is connected to a template there. */
    docuseal_id: z.number().nullable(),
    roles: z.array(z.object({ name: z.string(), uuid: z.string(), part: z.enum(signerParts), signs: z.boolean() })),
    fields: z.array(
      z.object({
        uuid: z.string(),
        name: z.string(),
        type: z.string(),
        role: z.string(),
        required: z.boolean(),
        page: z.number().nullable(),
        document: z.string(),
        options: z.array(z.string()).default([]),
      }),
    ),
    /** Name of a field → source; '' where the signer fills it in. */
    mapping: z.record(z.string(), z.string()),
    is_active: z.boolean(),
    in_default_set: z.boolean(),
    /** Whether the product made the one at DocuSeal. */
    made_by_us: z.boolean(),
    /** Since when it is archived or gone there. */
    missing_since: z.string().nullable(),
    synced_at: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    updated_by_name: z.string().nullable(),
    deleted_at: z.string().nullable(),
  }),
});
export type SignatureTemplateRecord = z.output<typeof signatureTemplateSchema.schema>;
