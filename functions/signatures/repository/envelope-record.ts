import * as z from 'zod';
import { Envelope } from '#domain/signatures/envelope-state.ts';
import { envelopeStatuses } from '#domain/signatures/envelope-status.ts';
import { defineList } from '#functions/platform/store/lists/list-definition.ts';
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

/** Lists envelopes of all cases by creation, by location, by status, and by both. */
export const envelopesList = defineList({
  name: 'envelopes',
  partition: (keys, id) => keys.envelope(id).pk,
  columns: z.object({
    id: z.string(),
    funeral_home_id: z.string(),
    status: z.enum(envelopeStatuses),
    created_at: z.string(),
  }),
  sorts: { created: ({ created_at }) => created_at },
  filters: { home: ({ funeral_home_id }) => funeral_home_id, status: ({ status }) => status },
  views: [
    { index: 'gsi1', sort: 'created' },
    { index: 'gsi2', sort: 'created', filters: ['home'] },
    { index: 'gsi3', sort: 'created', filters: ['status'] },
    { index: 'gsi4', sort: 'created', filters: ['home', 'status'] },
  ],
});
export type EnvelopeListRow = z.output<typeof envelopesList.columns>;

export const envelopeRow = ({ id, funeral_home_id, status, created_at }: EnvelopeRecord): EnvelopeListRow => ({
  id,
  funeral_home_id,
  status,
  created_at,
});
