import { findCaseField } from '#domain/cases/sections/case-sections.ts';
import type { FormField } from '#domain/forms/field.ts';
import { assignmentFields } from '#domain/money-to-come/assignment.fields.ts';
import type { AuditText } from '../../entities/audit/audit-text.ts';

/** What a case was opened from. */
const origins: Readonly<Record<string, string>> = {
  source_submission_id: 'From a submission of the family',
  source_first_call_id: 'From a first call',
};

/** Fields of an insurance assignment, which is no section of the case. */
const expectedField = (name: string): FormField | undefined =>
  assignmentFields.find((field) => `insurance.${field.name}` === name);

/** How the log of a case reads. */
export const caseAuditText: AuditText = {
  fieldOf: (name) => findCaseField(name) ?? expectedField(name),
  bare: (field) => origins[field],
};
