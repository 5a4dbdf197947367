import * as z from 'zod';
import { caseConditions } from '#domain/cases/case-conditions.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { defineList } from '#functions/platform/store/lists/list-definition.ts';
import type { CaseRecord, CaseSections } from './case-record.ts';

/** Cases by day of disposition; columns are named for cremations, which were the first. */
export const cremationsList = defineList({
  name: 'cremations',
  partition: (keys, id) => keys.cremation(id),
  columns: z.object({
    id: z.string(),
    status: z.enum(caseStatuses),
    funeral_home_id: z.string(),
    cremation_date: z.string(),
    cremation_time: z.string(),
    crematory_name: z.string(),
    kind: z.enum(['cremation', 'disposition']).default('cremation'),
    disposition_method: z.string(),
  }),
  sorts: { cremation_date: ({ cremation_date }) => cremation_date },
  filters: { home: ({ funeral_home_id }) => funeral_home_id },
  views: [
    { index: 'gsi1', sort: 'cremation_date' },
    { index: 'gsi2', sort: 'cremation_date', filters: ['home'] },
  ],
  isCounted: false,
});
export type CremationRow = z.output<typeof cremationsList.columns>;

/** Returns the row of a case; undefined without a day, or when the family has chosen another disposition. */
export const cremationRow = (core: CaseRecord, sections: CaseSections): CremationRow | undefined => {
  const { service = {}, medical } = sections;
  const common = { id: core.id, status: core.status, funeral_home_id: core.funeral_home_id };
  const row: CremationRow | undefined = caseConditions.isCremation(service)
    ? {
        ...common,
        kind: 'cremation',
        disposition_method: '',
        cremation_date: stringAt(medical, 'cremation_date'),
        cremation_time: stringAt(medical, 'cremation_time'),
        crematory_name: stringAt(medical, 'crematory_name'),
      }
    : caseConditions.dispositionHasDay(service)
      ? {
          ...common,
          kind: 'disposition',
          disposition_method: stringAt(service, 'disposition_method'),
          cremation_date: stringAt(service, 'disposition_date'),
          cremation_time: stringAt(service, 'disposition_time'),
          crematory_name: stringAt(service, 'disposition_place'),
        }
      : undefined;
  return row?.cremation_date ? row : undefined;
};
