import * as z from 'zod';
import { caseConditions } from '#domain/cases/case-conditions.ts';
import { sectionText } from '#domain/cases/case-row.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { defineList } from '#functions/store/lists/list-definition.ts';
import type { CaseRecord, CaseSections } from './case-record.ts';

/** Cases by the day of their cremation; those without one stand in no such list. What is shown of a case comes from its own. */
export const cremationsList = defineList({
  name: 'cremations',
  partition: (keys, id) => keys.cremation(id),
  columns: z.object({
    id: z.string(),
    status: z.enum(caseStatuses),
    funeral_home_id: z.string(),
    cremation_date: z.string(),
    cremation_time: z.string().default(''),
    crematory_name: z.string(),
  }),
  sorts: { cremation_date: ({ cremation_date }) => cremation_date },
  filters: { home: ({ funeral_home_id }) => funeral_home_id },
  views: [
    { index: 'gsi1', sort: 'cremation_date' },
    { index: 'gsi2', sort: 'cremation_date', filters: ['home'] },
  ],
});
export type CremationRow = z.output<typeof cremationsList.columns>;

/** A case's place among the cremations; undefined where none has a day, or where the case is for no cremation any more. */
export const cremationRow = (core: CaseRecord, sections: CaseSections): CremationRow | undefined => {
  const day = sectionText(sections.medical, 'cremation_date');
  if (day === '' || !caseConditions.isCremation(sections.service ?? {})) return undefined;
  return {
    id: core.id,
    status: core.status,
    funeral_home_id: core.funeral_home_id,
    cremation_date: day,
    cremation_time: sectionText(sections.medical, 'cremation_time'),
    crematory_name: sectionText(sections.medical, 'crematory_name'),
  };
};
