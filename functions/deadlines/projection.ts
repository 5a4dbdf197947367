import { tokensOf } from '#functions/platform/store/lists/list-definition.ts';
import type { Projection } from '#functions/platform/store/lists/projection.ts';
import { dueSchema, duesList } from './repository/deadlines.ts';

export const deadlineProjection: Projection = {
  list: duesList,
  kind: 'DEADLINE',
  main: 'DEADLINE',
  parts: [],
  project: (_keys, _id, [main]) => {
    if (!main) return undefined;
    const row = dueSchema.parse(main);
    return { row, order: row.due, tokens: tokensOf(row.deceased_name, row.case_number) };
  },
};
