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
export const caseRowOf = (kase: Case): CaseRow => ({
  ...caseRow(kase, sectionValuesOf(kase)),
  // A case for which money came in may have a financial section that nobody wrote in.
  ...(kase.total_paid ? { total_paid: kase.total_paid } : {}),
  funeral_home_name: kase.funeral_home_name,
});
