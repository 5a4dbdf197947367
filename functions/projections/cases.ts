import * as z from 'zod';
import { caseStatuses } from '#domain/cases/case.schema.ts';
import { type CaseLink, caseLinkShape } from '#functions/records/case-link.ts';
import {
  type CaseRecord,
  type CaseSections,
  caseSectionShape,
  caseShape,
  deceasedName,
  sectionText,
} from '#functions/records/case-record.ts';
import { defineList, tokensOf } from '#functions/store/list-definition.ts';
import type { Projection } from '#functions/store/projection.ts';
import type { Item } from '#functions/store/table.ts';

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
    informant_name: z.string(),
    funeral_home_id: z.string(),
  }),
  sorts: { created: ({ created_at }) => created_at },
  filters: {
    home: ({ funeral_home_id }) => funeral_home_id,
    status: ({ status }) => status,
    service_type: ({ service_type }) => service_type,
  },
  views: [
    { index: 'gsi1', sort: 'created' },
    { index: 'gsi2', sort: 'created', filters: ['status'] },
    { index: 'gsi3', sort: 'created', filters: ['home'] },
    { index: 'gsi4', sort: 'created', filters: ['home', 'status'] },
  ],
});
export type CaseListRow = z.output<typeof casesList.columns>;

const sectionPrefix = 'SECTION#';

/** The sections among a case's items, by id. */
export const sectionsOf = (items: readonly Item[]) =>
  Object.fromEntries(
    items
      .filter(({ sk }) => sk.startsWith(sectionPrefix))
      .map((item) => [item.sk.slice(sectionPrefix.length), caseSectionShape.parse(item)]),
  );

/** What the list shows of a case. */
export const caseRow = (core: CaseRecord, sections: CaseSections): CaseListRow => ({
  id: core.id,
  case_number: core.case_number,
  status: core.status,
  created_at: core.created_at,
  deceased_full_name: deceasedName(sections),
  date_of_birth: sectionText(sections.deceased, 'date_of_birth'),
  date_of_death: sectionText(sections.deceased, 'date_of_death'),
  service_type: sectionText(sections.service, 'service_type'),
  service_date: sectionText(sections.service, 'service_date'),
  informant_name: sectionText(sections.informant, 'informant_name'),
  funeral_home_id: core.funeral_home_id,
});

/** What a customer knows of a case that it belongs to. */
export const caseLink = (core: CaseRecord, sections: CaseSections, relations: CaseLink['relations']): CaseLink => ({
  case_id: core.id,
  case_number: core.case_number,
  deceased_full_name: deceasedName(sections),
  status: core.status,
  service_date: sectionText(sections.service, 'service_date'),
  paid_cents: core.paid_cents,
  relations: relations.toSorted(),
});

export const caseProjection: Projection = {
  list: casesList,
  kind: 'CASE',
  main: 'CASE',
  parts: [sectionPrefix],
  copies: ['LINK'],
  project: (keys, id, [main, ...parts]) => {
    if (!main) return undefined;
    const core = caseShape.parse(main);
    const sections: CaseSections = Object.fromEntries(
      Object.entries(sectionsOf(parts)).map(([section, { values }]) => [section, values]),
    );
    const row = caseRow(core, sections);
    return {
      row,
      order: core.created_at,
      tokens: tokensOf(
        core.case_number,
        row.deceased_full_name,
        row.informant_name,
        sectionText(sections.deceased, 'alias'),
      ),
      copies: Object.entries(core.customers).map(([customerId, relations]) =>
        caseLinkShape.item(keys.customerLink(customerId, id), caseLink(core, sections, relations)),
      ),
    };
  },
};
