import { canonicalValue, submittedValue } from '#domain/shared/forms/canonical.ts';
import { type Difference, differences, sameValue } from '#domain/shared/forms/differences.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import { type FieldErrors, isShown, type Values } from '#domain/shared/forms/rules.ts';
import { errorsIntroduced, validateFields } from '#domain/shared/forms/validate.ts';
import { isMaskedSsn } from '#domain/shared/values/ssn.ts';
import type { CaseContext } from './case-conditions.ts';
import { caseRules, type SectionValues, valuesVisibleToSection } from './case-rules.ts';
import { withCemeteryAddress } from './cemetery-address.ts';
import type { CaseField } from './sections/case-section.ts';
import { type CaseSectionId, fieldsOfSection } from './sections/case-sections.ts';
import { isCoreField } from './sections-with-core.ts';

/** What a patch of one section comes to. With faults, nothing of it is to be kept. */
export interface SectionChange {
  /** The section's values as they are to be kept. */
  readonly values: Record<string, unknown>;
  /** New values of fields that are kept beside the sections: a number to be sealed, the home to move to. */
  readonly elsewhere: Record<string, unknown>;
  /** For the audit trail, in the form's order; values of secured fields are not told. */
  readonly changes: readonly Difference[];
  /** What the patch makes wrong that was not wrong before. */
  readonly faults: FieldErrors;
}

/**
 * A patch of one section, judged and made canonical. `sections` is the whole case as it is known (`knownSections`).
 * Names of no field and values that only the server writes are left; so are a masked SSN and a blank for what is kept
 * beside the sections, which stand for what is there. A value for a field that is hidden is refused; what the patch itself hides goes. A draft may
 * have gaps.
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
    faults: {
      ...withoutKept(
        errorsIntroduced(judged(around), judged(aroundNext), leavesOf(fields, changed, before, next)),
        keptEntries(fields, before, next),
      ),
      ...Object.fromEntries(refused.map(({ name, label }) => [name, [`${label} does not apply here`]])),
    },
  };
}

/** The patch by the fields' own names: canonical, '' for what is cleared, without what it may not change. */
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

/** The changed fields, and of a list the fields of its changed entries, as faults name them. */
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

/** The entries of lists that stood there before, wherever in their list: “next_of_kins.0.”. */
function keptEntries(fields: readonly CaseField[], before: Values, next: Values): readonly string[] {
  return fields.flatMap(({ name, entry }) => {
    if (!entry) return [];
    const [old, now] = [before[name], next[name]].map(entriesIn);
    const stood = (values: Values) =>
      old?.some((one) => entry.every((field) => sameValue(field, one[field.name], values[field.name])));
    return (now ?? []).flatMap((values, index) => (stood(values) ? [`${name}.${index}.`] : []));
  });
}

/** The entries of a list as it may have been sent: what is no entry says nothing, and keeps its place. */
function entriesIn(list: unknown): Values[] {
  return Array.isArray(list) ? list.map((entry) => (typeof entry === 'object' && entry !== null ? entry : {})) : [];
}

function withoutKept(faults: FieldErrors, kept: readonly string[]): FieldErrors {
  return Object.fromEntries(Object.entries(faults).filter(([name]) => !kept.some((prefix) => name.startsWith(prefix))));
}

function differs(field: CaseField, before: Values, patch: Values): boolean {
  return !sameValue(field, before[field.name], patch[field.name]);
}

function withoutBlanks(values: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value)));
}
