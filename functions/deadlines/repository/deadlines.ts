import * as z from 'zod';
import type { NextStep } from '#domain/cases/case.schema.ts';
import { toFlatCase } from '#domain/cases/flat-case.ts';
import { nextSteps } from '#domain/cases/open-items.ts';
import { deceasedName } from '#domain/cases/present-case.ts';
import { factsOf } from '#domain/deadlines/deadline-facts.ts';
import { obligationsOf } from '#domain/deadlines/obligations.ts';
import { type Duty, deadlineKinds, deadlineLabels, duties, isDuty } from '#domain/deadlines/rule-builders.ts';
import { addDays, type CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { toDecimal } from '#domain/shared/values/money.ts';
import { casePartIn } from '#functions/cases/repository/case-part.ts';
import type { CaseRecord, CaseSections } from '#functions/cases/repository/case-record.ts';
import { endOf, isWithin } from '#functions/deadlines/shared/due-range.ts';
import { permitsSchema } from '#functions/permits/repository.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { defineList } from '#functions/platform/store/lists/list-definition.ts';
import { pageOfList, pageOfSearch, type SortRange, walkList } from '#functions/platform/store/lists/list-page.ts';
import { searchFor } from '#functions/platform/store/lists/search-tokens.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import type { Item, Table } from '#functions/platform/store/table.ts';

const override = z.object({
  kind: z.enum(deadlineKinds),
  due: z.string().nullable(),
  owner: z.string().nullable(),
  settled: z.enum(['done', 'not_needed']).nullable(),
  reason: z.string(),
  by_name: z.string().nullable(),
  at: z.string(),
});
export type OverrideRecord = z.output<typeof override>;

export const overridesSchema = storedSchema({
  kind: 'deadline overrides',
  shape: 1,
  schema: z.object({ version: z.number(), entries: z.array(override) }),
});

export const createDeadlineOverrideRepository = casePartIn<OverrideRecord>('PART#DEADLINES', overridesSchema);
export const deadlineOverrides = {
  grants: ['table:cases'],
  in: createDeadlineOverrideRepository,
} as const satisfies Repository;

const columns = z.object({
  id: z.string(),
  case_id: z.string(),
  case_number: z.string(),
  deceased_name: z.string(),
  funeral_home_id: z.string(),
  kind: z.enum(duties),
  due: z.string(),
  /** HH:MM at the home, when it ends at a time of that day. */
  time: z.string().nullable().default(null),
  owner: z.string(),
  state: z.string(),
});
export type DueRecord = z.output<typeof columns>;

/** An open deadline of a case, written by the case's projection; the source of the list. */
export const dueSchema = storedSchema({ kind: 'deadline', shape: 1, schema: columns });

export const duesList = defineList({
  name: 'deadlines',
  partition: (keys, id) => keys.deadline(id).pk,
  columns,
  sorts: { due: endOf },
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

export const dueId = (caseId: string, kind: Duty): string => `${caseId}.${kind}`;

const partsOf = (items: readonly Item[]) => {
  const [permits, overrides] = ['PART#PERMITS', 'PART#DEADLINES'].map((part) => items.find(({ sk }) => sk === part));
  return {
    permits: permits ? permitsSchema.parse(permits).entries : [],
    overrides: overrides ? overridesSchema.parse(overrides).entries : [],
  };
};

const obligationsIn = (core: CaseRecord, sections: CaseSections, items: readonly Item[]) => {
  const { permits, overrides } = partsOf(items);
  const facts = factsOf(core, sections, permits);
  return { facts, obligations: obligationsOf(facts, { owner: core.created_by_id ?? null, overrides }) };
};

/** Returns the next steps of an active case for its row; none of any other. */
export const nextStepsOf = (core: CaseRecord, sections: CaseSections, items: readonly Item[]): NextStep[] => {
  if (core.status !== 'active') return [];
  const deadlines = obligationsIn(core, sections, items).obligations.map(({ kind, due, time, done, broken }) => ({
    kind,
    due,
    time,
    broken,
    title: deadlineLabels[kind],
    done: done !== null,
    is_wait: kind === 'cremation_wait',
  }));
  return nextSteps({ ...toFlatCase(sections), total_paid: toDecimal(core.paid_cents) }, deadlines);
};

/** The open deadlines of a case as items, without those that wait or are done. */
export const deadlineItems = (keys: Keys, core: CaseRecord, sections: CaseSections, items: readonly Item[]): Item[] => {
  const { facts, obligations } = obligationsIn(core, sections, items);
  return obligations.flatMap((obligation) => {
    if (!isDuty(obligation.kind) || obligation.done) return [];
    const id = dueId(core.id, obligation.kind);
    return dueSchema.item(keys.deadline(id), {
      id,
      case_id: core.id,
      case_number: core.case_number,
      deceased_name: deceasedName(sections.deceased),
      funeral_home_id: core.funeral_home_id,
      kind: obligation.kind,
      due: obligation.due,
      time: obligation.time,
      owner: obligation.owner ?? '',
      state: facts.state,
    });
  });
};

interface DueListQuery {
  search?: string | undefined;
  home?: string | undefined;
  kind?: Duty | undefined;
  owner?: string | undefined;
  state?: string | undefined;
  /** Days, or minutes of a day (`YYYY-MM-DD HH:MM`), from inclusive, before exclusive. */
  range: SortRange;
  matches?: ((row: DueRecord) => boolean) | undefined;
  page: number;
  pageSize: number;
}

const deadlinesIn = (table: Table, keys: Keys) => ({
  async list({ search, range, matches, page, pageSize, ...filters }: DueListQuery) {
    const within = (row: DueRecord): boolean => isWithin(row, range) && (matches?.(row) ?? true);
    const place = (row: DueRecord): string => `${endOf(row)}#`;
    const byDay = (rows: DueRecord[]) => rows.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
    return search
      ? pageOfSearch(table, keys, duesList, {
          filters,
          page,
          pageSize,
          ...searchFor(search),
          matches: within,
          sorted: byDay,
        })
      : pageOfList(table, keys, duesList, {
          filters,
          page,
          pageSize,
          sort: 'due',
          ascending: true,
          ranges: [range],
          ...(matches ? { matches } : {}),
        });
  },
});

interface DueDays {
  /** Both inclusive. */
  from: CalendarDate;
  to: CalendarDate;
  home?: string | undefined;
  owner?: string | undefined;
}

export const createDueDayRepository = (table: Table, keys: Keys) => ({
  /** Returns open deadlines, soonest first; `isComplete` is false if there are more than `limit`. */
  async within({ from, to, home, owner }: DueDays, limit: number) {
    const range = { from, to: addDays(to, 1) };
    const { rows, end } = await walkList(table, keys, duesList, {
      sort: 'due',
      filters: { home, owner },
      range,
      limit,
    });
    return { dues: rows, isComplete: end === undefined };
  },
});

export const deadlineDays = { grants: ['table:lists'], in: createDueDayRepository } as const satisfies Repository;
export const deadlines = { grants: ['table:lists', 'table:deadlines'], in: deadlinesIn } as const satisfies Repository;
