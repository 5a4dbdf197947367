import type { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import type { SectionValues } from '#domain/cases/case-rules.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { isCaseComplete } from '#domain/cases/completeness.ts';
import { missingForNextStep } from '#domain/cases/next-gaps.ts';
import type { CallInput } from '#domain/contract/endpoint.ts';
import { ownChanges } from '../own-changes.ts';
import { caseKeys } from './keys.ts';

/** The filters that screens offer. */
export type CasesQuery = Omit<NonNullable<CallInput<typeof caseEndpoints.list>['query']>, 'case_number'>;

const sectionValuesOf = ({ sections, location }: Case): SectionValues => {
  const values = Object.fromEntries(Object.entries(sections).map(([id, section]) => [id, section?.values ?? {}]));
  return { ...values, service: { ...values.service, location } };
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A case as its list shows it. */
export const caseRowOf = (kase: Case): CaseRow => ({
  id: kase.id,
  case_number: kase.case_number,
  status: kase.status,
  created_at: kase.created_at,
  deceased_full_name: kase.deceased_full_name,
  date_of_birth: text(kase.date_of_birth),
  date_of_death: text(kase.date_of_death),
  service_type: text(kase.service_type),
  service_date: text(kase.service_date),
  service_time: text(kase.service_time),
  service_location: text(kase.service_location),
  informant_name: text(kase.informant_name),
  informant_phone: text(kase.customer_phone),
  created_by_name: kase.created_by_name ?? '',
  is_complete: isCaseComplete(sectionValuesOf(kase)),
  missing_count: missingForNextStep(sectionValuesOf(kase), kase.status).length,
  funeral_home_id: kase.funeral_home_id,
  funeral_home_name: kase.funeral_home_name,
});

/** What somebody has just done to cases, until the list knows it. */
export const ownCases = ownChanges<CaseRow, CasesQuery>({
  key: caseKeys.lists,
  belongs: (row, { status, location }) =>
    (!status || row.status === status) && (!location || row.funeral_home_id === location),
  order: (a, b) => Date.parse(b.created_at) - Date.parse(a.created_at),
});
