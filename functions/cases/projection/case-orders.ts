import { sectionText } from '#domain/cases/case-row.ts';
import { caseOrders, orderRow } from '#functions/cases/repository/case-order-rows.ts';
import { caseSchema } from '#functions/cases/repository/case-record.ts';
import { caseRow, sectionPrefix, sectionValuesOf } from '#functions/cases/repository/case-rows.ts';
import type { Projection } from '#functions/platform/store/lists/projection.ts';

export const caseOrderProjection: Projection = {
  list: caseOrders,
  kind: 'CASE',
  items: (keys, id) => keys.case(id).pk,
  main: 'CASE',
  parts: [sectionPrefix],
  project: (_keys, _id, [main, ...parts]) => {
    if (!main) return undefined;
    const core = caseSchema.parse(main);
    const sections = sectionValuesOf(parts);
    const needs = {
      vehicle: sectionText(sections.service, 'service_vehicle'),
      led_by: sectionText(sections.service, 'service_led_by'),
    };
    return { row: orderRow(caseRow(core, sections), needs), order: core.created_at, tokens: [] };
  },
};
