import { findCaseField } from '#domain/cases/sections/case-sections.ts';
import type { AuditText } from '../../entities/audit/audit-text.ts';

/** How the log of a case reads. */
export const caseAuditText: AuditText = {
  fieldOf: findCaseField,
  bare: (field) => (field === 'source_submission_id' ? 'From a submission of the family' : undefined),
};
