import { canonicalValue, submittedValue } from '#domain/shared/forms/canonical.ts';
import { type Difference, differences, sameValue } from '#domain/shared/forms/entries-merge.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import { type FieldErrors, isShown, type Values } from '#domain/shared/forms/rules.ts';
import { errorsIntroduced, validateFields } from '#domain/shared/forms/validate.ts';
import { isUnitedStates, type SplitAddress, splitAddress } from '#domain/shared/reference-data/countries-and-states.ts';
import { countryCode } from '#domain/shared/reference-data/place-fields.ts';
import { type AddressParts, joinAddress, streetAddress, strictCity } from '#domain/shared/values/address.ts';
import { toDecimal } from '#domain/shared/values/money.ts';
import { isMaskedSsn, maskSsn } from '#domain/shared/values/ssn.ts';
import { jurisdictionCode } from '#domain/shared/values/us-state.ts';
import { postalCode } from '#domain/shared/values/zip.ts';
import type { CaseStatus } from './case.schema.ts';
import type { CaseContext } from './case-conditions.ts';
import { caseRules, type SectionValues, valuesVisibleToSection } from './case-validation.ts';
import { type CaseSectionId, fieldsOfSection } from './sections/case-sections.ts';
import type { CaseField } from './sections/short-sections.ts';

/** What a case keeps beside its sections, as far as people see it. */
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
  /** What was received so far; absent before the first payment. */
  readonly paid_cents?: number;
}

/** The sections of a case as they are stored. */
export type StoredSections = Readonly<Record<string, { readonly version: number; readonly values: Values }>>;

/** Fields whose values no section stores: a number is sealed in an item of its own, the others stand in the core. */
const keptBeside = new Set(['social_security_number', 'location', 'total_paid', 'cancellation_reason']);

/** Whether a field's value is kept beside the sections. */
function isCoreField(name: string): boolean {
  return keptBeside.has(name);
}

/**
 * The values of a case by section with those that its core keeps: the masked number, the assigned location, the sum paid,
 * the reason of its cancellation.
 */
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

const parts = ['street', 'apt', 'city', 'state', 'zip', 'country'] as const;
const nameOf = (part: (typeof parts)[number]) => `cemetery_address_${part}`;
const streetOfCemetery = streetAddress({ strict: true });

/** Whether the fields of the parts take them: nobody is told of a fault in a field that they did not fill in. */
const fits = ({ street, city, state, zip, country }: SplitAddress): boolean =>
  streetOfCemetery.safeParse(street).success &&
  strictCity.safeParse(city).success &&
  (state === '' || jurisdictionCode.safeParse(state).success) &&
  postalCode.safeParse(zip).success &&
  countryCode.safeParse(country).success;

/** A state is one of the US (`cemeteryInUs`); abroad its field is hidden. */
const inItsCountry = (address: AddressParts): AddressParts => {
  const { state, ...abroad } = address;
  return isUnitedStates(address.country ?? '') ? address : abroad;
};

/** The parts that are filled in. */
const textsOf = (values: Values): AddressParts =>
  inItsCountry(
    Object.fromEntries(
      parts.flatMap((part) => {
        const text = values[nameOf(part)];
        return typeof text === 'string' && text !== '' ? [[part, text]] : [];
      }),
    ),
  );

const joined = (values: Values): Values => ({ ...values, cemetery_address: joinAddress(textsOf(values)) });

/** The parts of a whole address; undefined where it stays as it was written. */
const partsOf = (whole: string): AddressParts | undefined => {
  if (whole === '') return {};
  const split = splitAddress(whole);
  return split && fits(split) ? { ...split, country: countryCode.parse(split.country) } : undefined;
};

/**
 * The cemetery's address is kept whole and in parts: what a patch changes of the one gives the other (D2 §3, D3 §3).
 * A patch that names both is taken at its parts; where those alone make no address (a country, a unit, or all blank),
 * the whole gives the rest of them. So the same patch twice comes to the same, whatever was there before.
 */
export function withCemeteryAddress(values: Values, patch: Values, changed: ReadonlySet<string>): Values {
  const named = parts.filter((part) => nameOf(part) in patch);
  const given = textsOf(patch);
  if (!('cemetery_address' in patch)) {
    // What nobody could tell apart stays beside a country or a unit alone; whoever empties the other parts empties it.
    const isEmptied = ['street', 'city', 'state', 'zip'].some((part) => changed.has(`cemetery_address_${part}`));
    const isTold = joinAddress(textsOf(values)) !== '' || isEmptied;
    return isTold && named.some((part) => given[part] || changed.has(nameOf(part))) ? joined(values) : values;
  }
  if (joinAddress(given)) return joined(values);
  const isChanged = changed.has('cemetery_address');
  if (named.length === 0 && !isChanged) return values;
  const split = partsOf(typeof values.cemetery_address === 'string' ? values.cemetery_address : '');
  if (!split) {
    // Parts of another address beside it would contradict it.
    const former = isChanged ? parts.filter((part) => !named.includes(part) && values[nameOf(part)]) : [];
    return { ...values, ...Object.fromEntries(former.map((part) => [nameOf(part), ''])) };
  }
  const all = inItsCountry({ ...split, ...given });
  const taken = parts.map((part) => [nameOf(part), patch[nameOf(part)] || (all[part] ?? '')]);
  const whole = { ...values, ...Object.fromEntries(taken) };
  return Object.keys(given).length > 0 ? joined(whole) : whole;
}

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
