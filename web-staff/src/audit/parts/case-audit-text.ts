import { findCaseField } from '#domain/cases/sections/case-sections.ts';
import { copyFields } from '#domain/certificates/copies.fields.ts';
import { overrideFields } from '#domain/deadlines/override.fields.ts';
import { deadlineKinds, deadlineLabels } from '#domain/deadlines/rule-builders.ts';
import { answerFields, gateOverrideFields, identificationFields, stepFields } from '#domain/gates/gate.fields.ts';
import { gateLabels, gates } from '#domain/gates/gate-names.ts';
import { assignmentFields } from '#domain/payments/assignment.fields.ts';
import { paymentFields } from '#domain/payments/payment.fields.ts';
import { permitFields } from '#domain/permits/permit.fields.ts';
import { roleLabels } from '#domain/shared/access/roles.ts';
import { auditActionLabel } from '#domain/shared/audit/audit-actions.ts';
import { auditFieldLabel } from '#domain/shared/audit/audit-field-labels.ts';
import type { AuditEntry } from '#domain/shared/audit/audit-log.schema.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import { languageOptions } from '#domain/shared/values/language.ts';
import { capitalize } from '#domain/shared/values/text.ts';

type Change = AuditEntry['changes'][number];

/** Texts of a kind of record. */
export interface AuditText {
  fieldOf: (name: string) => Pick<FormField, 'label' | 'kind' | 'options' | 'entry'> | undefined;
  /** Returns the text of a change without values. */
  bare?: (field: string) => string | undefined;
}

interface ChangeText {
  label: string;
  from?: string;
  to?: string;
}

const spoken = (name: string): string => capitalize(name.replace(/[._]+/g, ' ').trim());

/** Returns 'Social Security Number shown' for 'ssn.revealed'; for an unknown action its name in words. */
export const actionText = (action: string): string => auditActionLabel(action) ?? spoken(action);

export const actorText = ({ actor_name, actor_role }: Pick<AuditEntry, 'actor_name' | 'actor_role'>): string => {
  const role = Object.entries(roleLabels).find(([key]) => key === actor_role)?.[1] ?? actor_role;
  return role ? `${actor_name}, ${role}` : actor_name;
};

/** `from` and `to` are absent if the log stores no values, as for an SSN. */
export const changeText = (texts: AuditText, { field, from, to }: Change): ChangeText => {
  const alone = texts.bare?.(field);
  if (alone) return { label: alone };
  const known = texts.fieldOf(field);
  const label = known?.label ?? auditFieldLabel(field) ?? spoken(field);
  const value = (raw: unknown): string => {
    const text =
      typeof raw === 'object' && raw !== null && !Array.isArray(raw)
        ? '(details)'
        : displayValue(known ?? { kind: 'text' }, raw);
    return text || '(empty)';
  };
  const bare = (from === null || from === undefined) && (to === null || to === undefined);
  return bare ? { label } : { label, from: value(from), to: value(to) };
};

const origins: Readonly<Record<string, string>> = {
  source_submission_id: 'From a family submission',
  source_first_call_id: 'From a first call',
  attached_submission_id: 'Family submission attached',
  attached_first_call_id: 'First call attached',
};

/** The log names the fields of list entries `list.field`. */
const lists: Readonly<Record<string, readonly Pick<FormField, 'name' | 'label' | 'kind' | 'options'>[]>> = {
  payments: paymentFields,
  permits: [...permitFields, { name: 'scan', label: 'Scan', kind: 'text' }],
  insurance: assignmentFields,
  copies: copyFields,
  // One by its name is enough: the forms share those that mean the same.
  gates: [
    ...[...identificationFields, ...answerFields, ...gateOverrideFields, ...stepFields].filter(
      ({ options }) => options,
    ),
    {
      name: 'gate',
      label: 'Before',
      kind: 'select',
      options: gates.map((value) => ({ value, label: gateLabels[value] })),
    },
    { name: 'at', label: 'When', kind: 'datetime' },
  ],
  family: [
    { name: 'shows_name', label: 'Show name to family', kind: 'checkbox' },
    { name: 'shows_certificate', label: 'Show certificate status to family', kind: 'checkbox' },
    { name: 'shows_service', label: 'Show service to family', kind: 'checkbox' },
    { name: 'service_note', label: 'Service note', kind: 'text' },
    { name: 'needs', label: 'Requested from the family', kind: 'text' },
    { name: 'other_need', label: 'Other request to the family', kind: 'text' },
    { name: 'contact', label: 'Contact for the family', kind: 'text' },
    { name: 'language', label: 'Family’s language', kind: 'select', options: languageOptions },
    { name: 'code', label: 'Access code issued', kind: 'text' },
  ],
  deadlines: [
    ...overrideFields,
    {
      name: 'kind',
      label: 'Deadline',
      kind: 'select',
      options: deadlineKinds.map((kind) => ({ value: kind, label: deadlineLabels[kind] })),
    },
  ],
};

export const caseAuditText: AuditText = {
  fieldOf: (name) => {
    const [list = '', field] = name.split('.');
    return lists[list]?.find((one) => one.name === field) ?? findCaseField(name);
  },
  bare: (field) => origins[field],
};
