import * as z from 'zod';
import { deceasedName } from '#domain/cases/case-row.ts';
import { factsOf } from '#domain/deadlines/deadline-facts.ts';
import { type Duty, duties, isDuty } from '#domain/deadlines/deadline-kinds.ts';
import { obligationsOf } from '#domain/deadlines/obligations.ts';
import type { CaseRecord, CaseSections } from '#functions/cases/repository/case-record.ts';
import { permitsSchema } from '#functions/permits/repository.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { defineList } from '#functions/platform/store/lists/list-definition.ts';
import { storedSchema } from '#functions/platform/store/stored-shape.ts';
import type { Item } from '#functions/platform/store/table.ts';
import { overridesSchema } from './deadline-overrides.ts';

const columns = z.object({
  /** Of the case and the kind together. */
  id: z.string(),
  case_id: z.string(),
  case_number: z.string(),
  deceased_name: z.string(),
  funeral_home_id: z.string(),
  kind: z.enum(duties),
  due: z.string(),
  /** '' where nobody is known. */
  owner: z.string(),
  state: z.string(),
});
export type DueRecord = z.output<typeof columns>;

/** An open deadline of a case: a copy that the case's projection keeps, and from which the list follows. */
export const dueSchema = storedSchema({ kind: 'deadline', shape: 1, schema: columns });

/** What is to be done across cases, by its day; by home, by kind, by owner. */
export const duesList = defineList({
  name: 'deadlines',
  partition: (keys, id) => keys.deadline(id).pk,
  columns,
  sorts: { due: ({ due }) => due },
  filters: {
    home: ({ funeral_home_id }) => funeral_home_id,
    kind: ({ kind }) => kind,
    owner: ({ owner }) => owner,
    state: ({ state }) => state,
  },
  views: [
    { index: 'gsi1', sort: 'due' },
    { index: 'gsi2', sort: 'due', filters: ['home'] },
    { index: 'gsi3', sort: 'due', filters: ['kind'] },
    { index: 'gsi4', sort: 'due', filters: ['owner'] },
  ],
});

/** Under which id a deadline of a case stands in the list. */
export const dueId = (caseId: string, kind: Duty): string => `${caseId}.${kind}`;

/** Permits and decisions among a case's items. */
const partsOf = (items: readonly Item[]) => {
  const [permits, overrides] = ['PART#PERMITS', 'PART#DEADLINES'].map((part) => items.find(({ sk }) => sk === part));
  return {
    permits: permits ? permitsSchema.parse(permits).entries : [],
    overrides: overrides ? overridesSchema.parse(overrides).entries : [],
  };
};

/** The open deadlines of a case, as items of their own; waits and what is done are none. */
export const deadlineItems = (keys: Keys, core: CaseRecord, sections: CaseSections, items: readonly Item[]): Item[] => {
  const { permits, overrides } = partsOf(items);
  const facts = factsOf(core, sections, permits);
  return obligationsOf(facts, { owner: core.created_by_id ?? null, overrides }).flatMap((one) => {
    if (!isDuty(one.kind) || one.done) return [];
    const id = dueId(core.id, one.kind);
    return dueSchema.item(keys.deadline(id), {
      ...{ id, case_id: core.id, case_number: core.case_number, deceased_name: deceasedName(sections.deceased) },
      ...{ funeral_home_id: core.funeral_home_id, kind: one.kind, due: one.due, owner: one.owner ?? '' },
      state: facts.state,
    });
  });
};
