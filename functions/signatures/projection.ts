import { tokensOf } from '#functions/platform/store/lists/list-definition.ts';
import type { Projection } from '#functions/platform/store/lists/projection.ts';
import { envelopeRow, envelopesList } from '#functions/signatures/repository/envelope-record.ts';
import { envelopeOf } from '#functions/signatures/repository/envelopes.ts';

export const envelopeProjection: Projection = {
  list: envelopesList,
  kind: 'ENVELOPE',
  main: 'ENVELOPE',
  parts: [],
  project: (_keys, _id, [main]) => {
    const record = main && envelopeOf(main);
    if (!record || record.deleted) return undefined;
    const { title, case_number, deceased_name, recipients, created_at } = record;
    return {
      row: envelopeRow(record),
      order: created_at,
      tokens: tokensOf(title, case_number, deceased_name, ...recipients.map(({ name }) => name)),
    };
  },
};
