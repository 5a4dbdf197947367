import * as z from 'zod';
import { envelopeStatuses } from '#domain/signatures/envelope-status.ts';
import { defineList } from '#functions/platform/store/lists/list-definition.ts';
import type { EnvelopeRecord } from './envelope-record.ts';

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
