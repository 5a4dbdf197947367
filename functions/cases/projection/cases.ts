import { caseSearchTokens } from '#domain/cases/case-search.ts';
import { likenessOfCase } from '#domain/cases/case-validation.ts';
import { contributionsOfCase } from '#domain/reports/contributions-of-case.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { effectsColumn } from '#functions/care/repository/personal-effects.ts';
import { type CaseRecord, type CaseSections, caseSchema } from '#functions/cases/repository/case-record.ts';
import {
  caseLink,
  caseLinkSchema,
  caseOrders,
  casesList,
  orderRow,
  sectionPrefix,
  sectionValuesOf,
  storedCaseRow,
} from '#functions/cases/repository/case-rows.ts';
import { copiesSchema } from '#functions/certificates/repository.ts';
import { deadlineItems, nextStepsOf } from '#functions/deadlines/repository/deadlines.ts';
import { familyPageItems } from '#functions/families/repository/family-pages.ts';
import { gateColumn } from '#functions/gates/repository.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { boundedTokens } from '#functions/platform/store/lists/list-definition.ts';
import type { Projection } from '#functions/platform/store/lists/projection.ts';
import type { Item } from '#functions/platform/store/table.ts';
import { storedContributions } from '#functions/reports/repository/figures.ts';
import { taskItems, tasksColumn, tasksIn } from '#functions/tasks/repository/task-record.ts';
import { cremationRow, cremationsList } from '../repository/cremation-rows.ts';

const caseContributions = (keys: Keys, core: CaseRecord, sections: CaseSections, parts: readonly Item[]) => {
  const copies = parts.find(({ sk }) => sk === 'PART#COPIES');
  const moves = copies ? copiesSchema.parse(copies).entries : [];
  const contributions = contributionsOfCase({
    id: core.id,
    case_number: core.case_number,
    funeral_home_id: core.funeral_home_id,
    status: core.status,
    opened_on: core.opened_on ?? core.created_at.slice(0, 10),
    created_by_id: core.created_by_id ?? null,
    created_by_name: core.created_by_name,
    paid_cents: core.paid_cents,
    assignments: core.money_to_come?.assignments ?? [],
    sections,
    received_on: moves.filter(({ move }) => move === 'received').map(({ on }) => on),
  });
  return storedContributions(keys, 'CASE', core.id, contributions);
};

export const caseProjection: Projection = {
  list: casesList,
  kind: 'CASE',
  main: 'CASE',
  parts: [sectionPrefix, 'PART#', 'EVENT#'],
  copies: ['FACT', 'LINK', 'DEADLINE', 'TASK', 'FAMILYVIEW'],
  project: (keys, id, [main, ...parts]) => {
    if (!main) return undefined;
    const core = caseSchema.parse(main);
    const sections = sectionValuesOf(parts);
    const gate = gateColumn(core, sections, parts);
    const effects = effectsColumn(parts);
    const tasks = tasksIn(core, sections, parts);
    const row = {
      ...storedCaseRow(core, sections, { gate, effects }),
      next_steps: nextStepsOf(core, sections, parts),
      tasks: tasks.length > 0 ? tasksColumn(tasks) : null,
    };
    const words = caseSearchTokens({
      case_number: core.case_number,
      deceased: row.deceased_full_name,
      alias: stringAt(sections.deceased, 'alias'),
      informant: row.informant_name,
      phones: [row.informant_phone],
    });
    const contributions = caseContributions(keys, core, sections, parts);
    return {
      row,
      order: core.created_at,
      tokens: boundedTokens(words.found),
      tested: words.tested,
      shared: likenessOfCase(sections),
      addends: contributions.addends,
      copies: [
        ...contributions.copies,
        ...Object.entries(core.customers).map(([customerId, relations]) =>
          caseLinkSchema.item(keys.customerLink(customerId, id), caseLink(core, sections, relations)),
        ),
        ...deadlineItems(keys, core, sections, parts),
        ...taskItems(keys, core, sections, tasks),
        ...familyPageItems(core, sections, parts),
      ],
    };
  },
};

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
