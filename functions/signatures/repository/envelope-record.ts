import * as z from 'zod';
import { Envelope } from '#domain/signatures/envelope-state.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';

/** The whole envelope in one item, because all of it is read together. */
export const envelopeSchema = storedSchema({
  kind: 'envelope',
  shape: 1,
  schema: Envelope.extend({
    version: z.number(),
    case_number: z.string(),
    deceased_name: z.string(),
    funeral_home_id: z.string(),
    expires_in_days: z.number(),
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
