import type { CaseRow } from '#domain/cases/case.schema.ts';
import { caseRow } from '#domain/cases/case-row.ts';
import type { SectionValues } from '#domain/cases/case-rules.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';

/** The values of a case by section, as the rules of the domain take them. */
export const sectionValuesOf = ({ sections, location }: Case): SectionValues => {
  const values = Object.fromEntries(Object.entries(sections).map(([id, section]) => [id, section?.values ?? {}]));
  return { ...values, service: { ...values.service, location } };
};

/** A case as its list shows it. */
export const caseRowOf = (caseRecord: Case): CaseRow => ({
  ...caseRow(caseRecord, sectionValuesOf(caseRecord)),
  // A case for which money came in may have a financial section that nobody wrote in.
  ...(caseRecord.total_paid ? { total_paid: caseRecord.total_paid } : {}),
  funeral_home_name: caseRecord.funeral_home_name,
});
