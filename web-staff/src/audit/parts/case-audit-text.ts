import { findCaseField } from '#domain/cases/sections/case-sections.ts';
import { copyFields } from '#domain/certificates/copies.fields.ts';
import { deadlineKinds, deadlineLabels } from '#domain/deadlines/deadline-kinds.ts';
import { overrideFields } from '#domain/deadlines/override.fields.ts';
import { assignmentFields } from '#domain/payments/assignment.fields.ts';
import { paymentFields } from '#domain/payments/payment.fields.ts';
import { permitFields } from '#domain/permits/permit.fields.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import { languageOptions } from '#domain/shared/values/language.ts';
import type { AuditText } from './audit-text.ts';

/** What a case was opened from. */
const origins: Readonly<Record<string, string>> = {
  source_submission_id: 'From a submission of the family',
  source_first_call_id: 'From a first call',
};

/** The lists of a case, whose entries' fields the log names `list.field`. */
const lists: Readonly<Record<string, readonly Pick<FormField, 'name' | 'label' | 'kind' | 'options'>[]>> = {
  payments: paymentFields,
  permits: [...permitFields, { name: 'scan', label: 'Scan', kind: 'text' }],
  insurance: assignmentFields,
  copies: copyFields,
  family: [
    { name: 'shows_name', label: 'Name shown to the family', kind: 'checkbox' },
    { name: 'shows_certificate', label: 'Certificate shown to the family', kind: 'checkbox' },
    { name: 'shows_service', label: 'Service shown to the family', kind: 'checkbox' },
    { name: 'service_note', label: 'Line about the service', kind: 'text' },
    { name: 'needs', label: 'Needed from the family', kind: 'text' },
    { name: 'other_need', label: 'Also needed from the family', kind: 'text' },
    { name: 'contact', label: 'Whom the family asks for', kind: 'text' },
    { name: 'language', label: 'Language of the family', kind: 'select', options: languageOptions },
    { name: 'code', label: 'Code given', kind: 'text' },
  ],
  deadlines: [
    ...overrideFields,
    {
      ...{ name: 'kind', label: 'Deadline', kind: 'select' },
      options: deadlineKinds.map((kind) => ({ value: kind, label: deadlineLabels[kind] })),
    },
  ],
};

/** How the log of a case reads. */
export const caseAuditText: AuditText = {
  fieldOf: (name) => {
    const [list = '', field] = name.split('.');
    return lists[list]?.find((one) => one.name === field) ?? findCaseField(name);
  },
  bare: (field) => origins[field],
};
