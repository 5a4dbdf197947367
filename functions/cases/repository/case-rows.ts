import * as z from 'zod';
import { noNeeds, type ServiceNeeds } from '#domain/calendar/calendar-events.ts';
import { type CaseOrdering, CaseRow, type CaseStatus } from '#domain/cases/case.schema.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { caseRow, deceasedName } from '#domain/cases/present-case.ts';
import { sectionsWithCoreValues } from '#domain/cases/section-patch.ts';
import { customerRelations } from '#domain/customers/customer.schema.ts';
import { gates } from '#domain/gates/gate-names.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { foldForSearch } from '#domain/shared/values/search-text.ts';
import { cut } from '#domain/shared/values/text.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { CountedView } from '#functions/platform/store/lists/bucket-counters.ts';
import { defineList, viewFor } from '#functions/platform/store/lists/list-definition.ts';
import { pageOfList } from '#functions/platform/store/lists/list-page.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import type { Item, Table } from '#functions/platform/store/table.ts';
import { type CaseRecord, type CaseSections, caseSectionSchema } from './case-record.ts';

/** A case among the items of its customer, with the customer's roles; written by the case's projection. */
export const caseLinkSchema = storedSchema({
  kind: 'case link',
  shape: 1,
  schema: z.object({
    case_id: z.string(),
    case_number: z.string(),
    deceased_full_name: z.string(),
    status: z.enum(caseStatuses),
    service_date: z.string(),
    paid_cents: z.number(),
    relations: z.array(z.enum(customerRelations)),
  }),
});
export type CaseLink = z.output<typeof caseLinkSchema.schema>;

/** The list of cases by creation, with views by home, by status and by both; other filters check rows. */
export const casesList = defineList({
  name: 'cases',
  partition: (keys, id) => keys.case(id).pk,
  columns: CaseRow.omit({ funeral_home_name: true }).extend({
    total_paid: z.string().default('0.00'),
    created_by_id: z.string(),
    /** Last name first, folded, for sorting. */
    name: z.string(),
    gate: z.object({ gate: z.enum(gates), at: z.string(), missing: z.number() }).nullable(),
    /** Personal effects that are here. */
    effects: z.object({ count: z.number(), undecided: z.number() }).default({ count: 0, undecided: 0 }),
  }),
  sorts: { created: ({ created_at }) => created_at },
  filters: {
    home: ({ funeral_home_id }) => funeral_home_id,
    status: ({ status }) => status,
    service_type: ({ service_type }) => service_type,
    creator: ({ created_by_id }) => created_by_id,
    lacking: ({ missing_count }) => String(missing_count > 0),
  },
  views: [
    { index: 'gsi1', sort: 'created' },
    { index: 'gsi2', sort: 'created', filters: ['status'] },
    { index: 'gsi3', sort: 'created', filters: ['home'] },
    { index: 'gsi4', sort: 'created', filters: ['home', 'status'] },
  ],
});
export type CaseListRow = z.output<typeof casesList.columns>;

export const sectionPrefix = 'SECTION#';

export const sectionsOf = (items: readonly Item[]) =>
  Object.fromEntries(
    items
      .filter(({ sk }) => sk.startsWith(sectionPrefix))
      .map((item) => [item.sk.slice(sectionPrefix.length), caseSectionSchema.parse(item)]),
  );

export const sectionValuesOf = (items: readonly Item[]): CaseSections =>
  Object.fromEntries(Object.entries(sectionsOf(items)).map(([section, { values }]) => [section, values]));

const knownOf = (core: CaseRecord, sections: CaseSections) => {
  const stored = Object.fromEntries(Object.entries(sections).map(([id, values]) => [id, { version: 1, values }]));
  return sectionsWithCoreValues({ ...core, funeral_home_name: '' }, stored);
};

export const storedCaseRow = (
  core: CaseRecord,
  sections: CaseSections,
  { gate, effects }: Pick<CaseListRow, 'gate' | 'effects'> = { gate: null, effects: { count: 0, undecided: 0 } },
): CaseListRow => ({
  ...caseRow(core, knownOf(core, sections)),
  gate,
  effects,
  created_by_id: core.created_by_id ?? '',
  name: cut(foldForSearch(stringAt(sections.deceased, 'deceased_last_name', 'deceased_first_name')), 120),
});

export const caseLink = (core: CaseRecord, sections: CaseSections, relations: CaseLink['relations']): CaseLink => ({
  case_id: core.id,
  case_number: core.case_number,
  deceased_full_name: deceasedName(sections.deceased),
  status: core.status,
  service_date: stringAt(sections.service, 'service_date'),
  paid_cents: core.paid_cents,
  relations: relations.toSorted(),
});

/** Sorts cases without a service or a name after every day and letter. */
export const noValue = '\u{10FFFE}';

const columns = z.object({
  id: z.string(),
  created_at: z.string(),
  status: z.enum(caseStatuses),
  funeral_home_id: z.string(),
  created_by_id: z.string(),
  service_type: z.string(),
  service_date: z.string(),
  service_time: z.string(),
  /** For conflicts between services. */
  service_vehicle: z.string(),
  service_led_by: z.string(),
  name: z.string(),
  lacking: z.boolean(),
  /** The planned moment of a last gate with missing checks. */
  red_at: z.string(),
});
export type CaseOrderRow = z.output<typeof columns>;

/** Orders and filters for which the first list has no index left; shown columns come from that list. */
export const caseOrders = defineList({
  name: 'case-orders',
  partition: (keys, id) => keys.caseOrders(id),
  columns,
  sorts: {
    created_at: ({ created_at }) => created_at,
    service_date: ({ service_date, service_time, created_at }) =>
      `${service_date || noValue}~${service_time}~${created_at}`,
    deceased_name: ({ name, created_at }) => `${name || noValue}~${created_at}`,
  } satisfies Record<CaseOrdering, (row: CaseOrderRow) => string>,
  filters: {
    home: ({ funeral_home_id }) => funeral_home_id,
    status: ({ status }) => status,
    service_type: ({ service_type }) => service_type,
    creator: ({ created_by_id }) => created_by_id,
    lacking: ({ lacking }) => String(lacking),
  },
  views: [
    { index: 'gsi1', sort: 'service_date' },
    { index: 'gsi2', sort: 'deceased_name' },
    { index: 'gsi3', sort: 'created_at', filters: ['service_type'] },
    { index: 'gsi4', sort: 'created_at', filters: ['creator'] },
  ],
});

/** Returns the planned moment of a last gate with missing checks; '' for any other case. */
export const redAt = ({ gate }: Pick<CaseListRow, 'gate'>): string => (gate && gate.missing > 0 ? gate.at : '');

export const orderRow = (row: CaseListRow, { vehicle, led_by }: ServiceNeeds = noNeeds): CaseOrderRow => ({
  id: row.id,
  created_at: row.created_at,
  status: row.status,
  funeral_home_id: row.funeral_home_id,
  created_by_id: row.created_by_id,
  service_type: row.service_type,
  service_date: row.service_date,
  service_time: row.service_time,
  service_vehicle: vehicle,
  service_led_by: led_by,
  name: row.name,
  lacking: row.missing_count > 0,
  red_at: redAt(row),
});

/** Counts of cases from the counters of the lists, never from the cases. */
export const caseCounts = (table: Table, keys: Keys) => {
  const viewOf = (filters: { home: string | undefined; status?: string }): Promise<CountedView> => {
    const { index, name } = viewFor(casesList, 'created', filters);
    return CountedView.open(table, { index, pk: keys.listView(casesList.name, name) });
  };
  return {
    /** Returns counts by status, of all cases and of those opened `since`, and counts between bounds. */
    async opened(home: string | undefined, since: string, bounds: readonly string[]) {
      const [all, ...counted] = await Promise.all([
        viewOf({ home }).then((view) => Promise.all(bounds.map((bound) => view.rank(bound)))),
        ...caseStatuses.map(async (status) => {
          const view = await viewOf({ home, status });
          return { status, total: view.count, opened: view.count - (await view.rank(since)) };
        }),
      ]);
      const perStatus = (of: (entry: (typeof counted)[number]) => number) =>
        Object.fromEntries(counted.map((entry) => [entry.status, of(entry)])) as Record<CaseStatus, number>;
      return {
        by_status: perStatus(({ total }) => total),
        opened_by_status: perStatus(({ opened }) => opened),
        between: all.slice(1).map((rank, at) => rank - (all[at] ?? 0)),
      };
    },
    /** Returns the count and first rows of services in [from, before) without cancelled cases. */
    async services(home: string | undefined, { from, before }: { from: string; before: string }, first = 0) {
      const { rows, ...found } = await pageOfList(table, keys, caseOrders, {
        sort: 'service_date',
        ascending: true,
        filters: { home },
        ranges: [{ from, to: before }],
        matches: ({ status }) => status !== 'cancelled',
        page: 1,
        pageSize: first,
      });
      return { ...found, ids: rows.map(({ id }) => id) };
    },
  };
};
