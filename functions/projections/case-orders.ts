import { caseOrders, orderRow } from '#functions/records/case-order-rows.ts';
import { caseShape } from '#functions/records/case-record.ts';
import { caseRow, sectionPrefix, sectionValuesOf } from '#functions/records/case-rows.ts';
import type { Projection } from '#functions/store/projection.ts';

export const caseOrderProjection: Projection = {
  list: caseOrders,
  kind: 'CASE',
  items: (keys, id) => keys.case(id).pk,
  main: 'CASE',
  parts: [sectionPrefix],
  project: (_keys, _id, [main, ...parts]) => {
    if (!main) return undefined;
    const core = caseShape.parse(main);
    return { row: orderRow(caseRow(core, sectionValuesOf(parts))), order: core.created_at, tokens: [] };
  },
};
