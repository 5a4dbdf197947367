import { caseSchema } from '#functions/cases/repository/case-record.ts';
import { sectionPrefix, sectionValuesOf } from '#functions/cases/repository/case-rows.ts';
import { cremationRow, cremationsList } from '#functions/cases/repository/cremation-rows.ts';
import type { Projection } from '#functions/platform/store/lists/projection.ts';

export const cremationProjection: Projection = {
  list: cremationsList,
  kind: 'CASE',
  items: (keys, id) => keys.case(id).pk,
  main: 'CASE',
  parts: [sectionPrefix],
  project: (_keys, _id, [main, ...parts]) => {
    if (!main) return undefined;
    const core = caseSchema.parse(main);
    const row = cremationRow(core, sectionValuesOf(parts));
    return row && { row, order: core.created_at, tokens: [] };
  },
};
