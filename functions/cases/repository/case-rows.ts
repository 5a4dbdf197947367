import * as z from 'zod';
import { deceasedName, caseRow as rowOfCase, sectionText } from '#domain/cases/case-row.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { sectionsWithCoreValues } from '#domain/cases/sections-with-core.ts';
import { foldForSearch } from '#domain/shared/values/search-text.ts';
import { cut } from '#domain/shared/values/text.ts';
import { defineList } from '#functions/platform/store/lists/list-definition.ts';
import type { Item } from '#functions/platform/store/table.ts';
import type { CaseLink } from './case-link.ts';
import { type CaseRecord, type CaseSections, caseSectionSchema } from './case-record.ts';

/** The list of cases: newest first, by home, by status, and by both; other filters look at the rows of these. */
export const casesList = defineList({
  name: 'cases',
  partition: (keys, id) => keys.case(id).pk,
  columns: z.object({
    id: z.string(),
    case_number: z.string(),
    status: z.enum(caseStatuses),
    created_at: z.string(),
    deceased_full_name: z.string(),
    date_of_birth: z.string(),
    date_of_death: z.string(),
    service_type: z.string(),
    service_date: z.string(),
    service_time: z.string().default(''),
    service_location: z.string().default(''),
    informant_name: z.string(),
    informant_phone: z.string().default(''),
    created_by_name: z.string().default(''),
    is_complete: z.boolean().default(false),
    missing_count: z.number().default(0),
    total_paid: z.string().default('0.00'),
    funeral_home_id: z.string(),
    created_by_id: z.string().default(''),
    /** Last name first, folded: what a list by name is sorted by. */
    name: z.string().default(''),
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

/** The sections among a case's items, by id. */
export const sectionsOf = (items: readonly Item[]) =>
  Object.fromEntries(
    items
      .filter(({ sk }) => sk.startsWith(sectionPrefix))
      .map((item) => [item.sk.slice(sectionPrefix.length), caseSectionSchema.parse(item)]),
  );

/** The values of a case's sections, by their ids. */
export const sectionValuesOf = (items: readonly Item[]): CaseSections =>
  Object.fromEntries(Object.entries(sectionsOf(items)).map(([section, { values }]) => [section, values]));

const knownOf = (core: CaseRecord, sections: CaseSections) => {
  const stored = Object.fromEntries(Object.entries(sections).map(([id, values]) => [id, { version: 1, values }]));
  return sectionsWithCoreValues({ ...core, funeral_home_name: '' }, stored);
};

/** What the list keeps of a case: what it shows, and what it is sorted and filtered by besides. */
export const caseRow = (core: CaseRecord, sections: CaseSections): CaseListRow => ({
  ...rowOfCase(core, knownOf(core, sections)),
  created_by_id: core.created_by_id ?? '',
  name: cut(foldForSearch(sectionText(sections.deceased, 'deceased_last_name', 'deceased_first_name')), 120),
});

/** What a customer knows of a case that it belongs to. */
export const caseLink = (core: CaseRecord, sections: CaseSections, relations: CaseLink['relations']): CaseLink => ({
  case_id: core.id,
  case_number: core.case_number,
  deceased_full_name: deceasedName(sections.deceased),
  status: core.status,
  service_date: sectionText(sections.service, 'service_date'),
  paid_cents: core.paid_cents,
  relations: relations.toSorted(),
});
