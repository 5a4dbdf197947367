import { findCaseField } from '#domain/cases/sections/case-sections.ts';
import type { AuditText } from '../../entities/audit/audit-text.ts';

/** What a case was opened from. */
const origins: Readonly<Record<string, string>> = {
  source_submission_id: 'From a submission of the family',
  source_first_call_id: 'From a first call',
};

/** How the log of a case reads. */
export const caseAuditText: AuditText = {
  fieldOf: findCaseField,
  bare: (field) => origins[field],
};
