import { canonicalValue, submittedValue } from '#domain/shared/forms/canonical.ts';
import { type Difference, differences, sameValue } from '#domain/shared/forms/entries-merge.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import { type FieldErrors, isShown, type Values } from '#domain/shared/forms/rules.ts';
import { errorsIntroduced, validateFields } from '#domain/shared/forms/validate.ts';
import { toDecimal } from '#domain/shared/values/money.ts';
import { isMaskedSsn, maskSsn } from '#domain/shared/values/ssn.ts';
import type { CaseStatus } from './case.schema.ts';
import type { CaseContext } from './case-conditions.ts';
import { caseRules, type SectionValues, valuesVisibleToSection } from './case-validation.ts';
import { withCemeteryAddress } from './combined-address.ts';
import { type CaseSectionId, fieldsOfSection } from './sections/case-sections.ts';
import type { CaseField } from './sections/section-definitions.ts';

export interface CaseCore {
  readonly id: string;
  readonly case_number: string;
  readonly status: CaseStatus;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by_name: string | null;
  readonly funeral_home_id: string;
  readonly funeral_home_name: string;
  readonly home_state?: string | undefined;
  readonly home_time_zone?: string | undefined;
  readonly deadlines_run?: boolean | null | undefined;
  readonly source_submission_id: string | null;
  readonly source_first_call_id?: string | null;
  readonly created_by_id?: string | null;
  readonly ssn_last4: string | null;
  readonly cancelled_at?: string | null;
  readonly cancelled_by_name?: string | null;
  readonly cancellation_reason?: string | null;
  readonly paid_cents?: number;
}

export type StoredSections = Readonly<Record<string, { readonly version: number; readonly values: Values }>>;

/** No section stores these: the SSN is sealed in its own item, the others are in the core. */
const storedSeparately = new Set(['social_security_number', 'location', 'total_paid', 'cancellation_reason']);

function isCoreField(name: string): boolean {
  return storedSeparately.has(name);
}

/** Returns the values by section with those of the core: masked SSN, location, total paid, cancellation reason. */
export function sectionsWithCoreValues(core: CaseCore, stored: StoredSections): SectionValues {
  const kept: SectionValues = Object.fromEntries(Object.entries(stored).map(([id, { values }]) => [id, values]));
  const masked = core.ssn_last4 ? { social_security_number: maskSsn(core.ssn_last4) } : {};
  const reason = core.cancellation_reason ? { cancellation_reason: core.cancellation_reason } : {};
  const paid = core.paid_cents === undefined ? {} : { total_paid: toDecimal(core.paid_cents) };
  return {
    ...kept,
    deceased: { ...kept.deceased, ...masked },
    service: { ...kept.service, location: core.funeral_home_id },
    financial: { ...kept.financial, ...paid },
    notes: { ...kept.notes, ...reason },
  };
}

/** The result of a patch of one section. Nothing of it may be stored when it has errors. */
export interface SectionChange {
  readonly values: Record<string, unknown>;
  /** New values that are stored outside the section: a number to be sealed, another home. */
  readonly elsewhere: Record<string, unknown>;
  /** For the audit log, in the form's order and without values of secured fields. */
  readonly changes: readonly Difference[];
  readonly errors: FieldErrors;
}

/**
 * Validates and normalizes a patch of one section of the case `sections`. Ignores unknown and server fields, rejects
 * values of hidden fields, and clears fields that it hides. A draft may have gaps.
 */
export function patchSection(
  id: CaseSectionId,
  sections: SectionValues,
  sent: Values,
  context: CaseContext,
): SectionChange {
  const fields = fieldsOfSection(id);
  const before = sections[id] ?? {};
  const patch = patchedValues(fields, sent);
  const changed = new Set(
    fields.filter(({ name }) => name in patch).flatMap((field) => (differs(field, before, patch) ? [field.name] : [])),
  );
  const next = withoutBlanks(
    id === 'cemetery' ? withCemeteryAddress({ ...before, ...patch }, patch, changed) : { ...before, ...patch },
  );
  const around = valuesVisibleToSection(id, sections);
  const aroundNext = valuesVisibleToSection(id, { ...sections, [id]: next });
  const hidden = fields.filter((field) => !isShown(caseRules, field, aroundNext, context));
  for (const field of hidden)
    if (!changed.has(field.name) && isShown(caseRules, field, around, context)) delete next[field.name];
  const gaps = context.stage === 'draft' || context.stage === 'cancelled' ? 'ignored' : 'named';
  const judged = (values: Values) => validateFields(caseRules, fields, values, context, { gaps });
  const refused = hidden.filter(({ name }) => changed.has(name) && !isBlank(patch[name]));
  return {
    values: Object.fromEntries(Object.entries(next).filter(([name]) => !isCoreField(name))),
    elsewhere: Object.fromEntries([...changed].filter(isCoreField).map((name) => [name, next[name]])),
    changes: differences(fields, before, next),
    errors: {
      ...withoutUnchanged(
        errorsIntroduced(judged(around), judged(aroundNext), leavesOf(fields, changed, before, next)),
        unchangedEntries(fields, before, next),
      ),
      ...Object.fromEntries(refused.map(({ name, label }) => [name, [`${label} does not apply here`]])),
    },
  };
}

function patchedValues(fields: readonly CaseField[], sent: Values): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const field of fields) {
    const { name, readOnly, secured } = field;
    const value = submittedValue(field, sent);
    if (value === undefined || readOnly) continue;
    const isMasked = secured && typeof value === 'string' && isMaskedSsn(value);
    if (isCoreField(name) && (isBlank(value) || isMasked)) continue;
    patch[name] = isBlank(value) ? '' : canonicalValue(field, value);
  }
  return patch;
}

/** The changed fields under the names that errors use; of a list only changed entries. */
function leavesOf(
  fields: readonly CaseField[],
  changed: ReadonlySet<string>,
  before: Values,
  next: Values,
): ReadonlySet<string> {
  const leaves = new Set(changed);
  for (const { name, entry } of fields) {
    if (!entry || !changed.has(name)) continue;
    const [old, now] = [before[name], next[name]].map(entriesIn);
    for (const [index, values] of (now ?? []).entries())
      for (const field of entry)
        if (!sameValue(field, old?.[index]?.[field.name], values[field.name]))
          leaves.add(`${name}.${index}.${field.name}`);
  }
  return leaves;
}

/** Prefixes of entries that were in the list before, at any index: “next_of_kins.0.”. */
function unchangedEntries(fields: readonly CaseField[], before: Values, next: Values): readonly string[] {
  return fields.flatMap(({ name, entry }) => {
    if (!entry) return [];
    const [old, now] = [before[name], next[name]].map(entriesIn);
    const stood = (values: Values) =>
      old?.some((storedEntry) => entry.every((field) => sameValue(field, storedEntry[field.name], values[field.name])));
    return (now ?? []).flatMap((values, index) => (stood(values) ? [`${name}.${index}.`] : []));
  });
}

/** Invalid entries become empty and keep their index. */
function entriesIn(list: unknown): Values[] {
  return Array.isArray(list) ? list.map((entry) => (typeof entry === 'object' && entry !== null ? entry : {})) : [];
}

function withoutUnchanged(errors: FieldErrors, kept: readonly string[]): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !kept.some((prefix) => name.startsWith(prefix))));
}

function differs(field: CaseField, before: Values, patch: Values): boolean {
  return !sameValue(field, before[field.name], patch[field.name]);
}

function withoutBlanks(values: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value)));
}
