import { stringAt } from '#domain/shared/values/as-string.ts';
import { effectsColumn } from '#functions/care/repository/personal-effects.ts';
import { caseSchema } from '#functions/cases/repository/case-record.ts';
import {
  caseOrders,
  orderRow,
  sectionPrefix,
  sectionValuesOf,
  storedCaseRow,
} from '#functions/cases/repository/case-rows.ts';
import { gateColumn } from '#functions/gates/repository.ts';
import type { Projection } from '#functions/platform/store/lists/projection.ts';
import { cremationRow, cremationsList } from '../repository/cremation-rows.ts';

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

export const caseOrderProjection: Projection = {
  list: caseOrders,
  kind: 'CASE',
  items: (keys, id) => keys.case(id).pk,
  main: 'CASE',
  parts: [sectionPrefix, 'PART#'],
  project: (_keys, _id, [main, ...parts]) => {
    if (!main) return undefined;
    const core = caseSchema.parse(main);
    const sections = sectionValuesOf(parts);
    const row = storedCaseRow(core, sections, {
      gate: gateColumn(core, sections, parts),
      effects: effectsColumn(parts),
    });
    const needs = {
      vehicle: stringAt(sections.service, 'service_vehicle'),
      led_by: stringAt(sections.service, 'service_led_by'),
    };
    return { row: orderRow(row, needs), order: core.created_at, tokens: [] };
  },
};
