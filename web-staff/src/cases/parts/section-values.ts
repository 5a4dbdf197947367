import * as z from 'zod';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import type { CaseContext } from '#domain/cases/case-conditions.ts';
import { caseRules, type SectionValues, valuesVisibleToSection } from '#domain/cases/case-validation.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { caseRow } from '#domain/cases/present-case.ts';
import type { CaseSectionId } from '#domain/cases/sections/case-sections.ts';
import type { CaseField, CaseSectionFields } from '#domain/cases/sections/section-definitions.ts';
import { canonicalValue } from '#domain/shared/forms/canonical.ts';
import { sameValue, type Unchanged } from '#domain/shared/forms/entries-merge.ts';
import { type FieldValue, type FormField, isAnswered, isBlank } from '#domain/shared/forms/field.ts';
import { type FieldErrors, isRequired, isShown, type Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import { type HomeClock, localDateTime } from '#domain/shared/values/date-time.ts';
import type { FormValues } from '../../ui/fields/field-grid.tsx';
import { patchOf, toFormValues, unchangedAnswer } from '../../ui/record-form/form-values.ts';

/** Returns the values of a case by section, as the domain's rules expect them. */
export const sectionValuesOf = ({ sections, location }: Case): SectionValues => {
  const values = Object.fromEntries(Object.entries(sections).map(([id, section]) => [id, section?.values ?? {}]));
  return { ...values, service: { ...values.service, location } };
};

export const caseRowOf = (caseRecord: Case): CaseRow => ({
  ...caseRow(caseRecord, sectionValuesOf(caseRecord)),
  // A case may have payments without a financial section.
  ...(caseRecord.total_paid ? { total_paid: caseRecord.total_paid } : {}),
  funeral_home_name: caseRecord.funeral_home_name,
});

export interface CaseSection {
  readonly id: CaseSectionId;
  readonly title: string;
  readonly fields: CaseSectionFields;
}

/** The informant's customer follows the next of kin, so it cannot be edited. */
export const editableFields = ({ fields }: CaseSection): readonly CaseField[] =>
  fields.filter(({ readOnly, kind, of }) => !readOnly && !(kind === 'reference' && of === 'customer'));

/** Entries as JSON texts, equal for equal entries, so that forms can compare them. */
export const heldEntries = (entries: readonly Values[]): string[] =>
  entries.map((entry) =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(entry)
          .filter(([, value]) => !isBlank(value) && value !== false)
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
    ),
  );

export const entriesOf = (held: FieldValue | undefined): Values[] =>
  Array.isArray(held) ? held.map((text: string) => JSON.parse(text) as Values) : [];

const heldField = (field: FormField, value: unknown, timeZone: string): unknown => {
  if (typeof value === 'number') return String(value);
  // A control has no time zone: an instant shows the home's local time.
  if (field.kind === 'datetime' && typeof value === 'string' && value.endsWith('Z'))
    return localDateTime(timeZone, new Date(value));
  return field.kind === 'entries' && Array.isArray(value) ? heldEntries(value as Values[]) : value;
};

export const heldSection = (section: CaseSection, caseRecord: Case | undefined, timeZone: string): FormValues => {
  const fields = editableFields(section);
  const values: Values = caseRecord ? (sectionValuesOf(caseRecord)[section.id] ?? {}) : {};
  return toFormValues(
    fields,
    Object.fromEntries(fields.map((field) => [field.name, heldField(field, values[field.name], timeZone)])),
  );
};

const answersOf = (fields: readonly CaseField[], held: FormValues): Values =>
  Object.fromEntries(
    fields.map(({ name, kind }) => [name, kind === 'entries' ? entriesOf(held[name]) : (held[name] ?? '')]),
  );

/** The inputs of a section's rules: its form and the values of other sections. */
export interface SectionRuleInputs {
  context: CaseContext;
  values: (held: FormValues) => Values;
}

export const surroundingsOf = (
  section: CaseSection,
  caseRecord: Case,
  today: string,
  clock?: HomeClock,
): SectionRuleInputs => {
  const sections: SectionValues = sectionValuesOf(caseRecord);
  const around = valuesVisibleToSection(section.id, sections);
  const fields = editableFields(section);
  return {
    context: { today, stage: caseRecord.status, clock },
    values: (held) => ({ ...around, ...answersOf(fields, held) }),
  };
};

export const shownNow = (section: CaseSection, { context, values }: SectionRuleInputs, held: FormValues) => {
  const answers = values(held);
  const shown = editableFields(section).filter((field) => isShown(caseRules, field, answers, context));
  return {
    shown: shown.map(({ name }) => name),
    required: shown.filter((field) => isRequired(caseRules, field, answers, context)).map(({ name }) => name),
  };
};

/** Returns errors as the server would, in lists by `next_of_kins.0.city`. A draft may have gaps. */
export const sectionErrors = (
  section: CaseSection,
  { context, values }: SectionRuleInputs,
  held: FormValues,
): Readonly<FieldErrors> => {
  const gaps = context.stage === 'draft' || context.stage === 'cancelled' ? 'ignored' : 'named';
  return validateFields(caseRules, section.fields, values(held), context, { gaps });
};

export const sectionRules = (section: CaseSection, surroundings: SectionRuleInputs) =>
  z.custom<FormValues>().superRefine((held, context) => {
    for (const [path, messages] of Object.entries(sectionErrors(section, surroundings, held))) {
      const [name = path] = path.split('.');
      if (name in held) for (const message of messages) context.addIssue({ code: 'custom', path: [name], message });
    }
  });

/** Another format of the same SSN or phone is no change. */
export const unchangedInCase: Unchanged = (field, before, now) =>
  unchangedAnswer(field, before, now) ||
  (field.kind !== 'ssn' &&
    field.kind !== 'entries' &&
    sameValue(field, storedValue(field, before), storedValue(field, now)));

const storedValue = (field: FormField, value: FieldValue | undefined): unknown =>
  isBlank(value) ? '' : canonicalValue(field, value);

/** Returns changed fields in the wire format, without those that the same edit hides. */
export const sectionPatch = (
  section: CaseSection,
  surroundings: SectionRuleInputs,
  changed: readonly FormField[],
  held: FormValues,
): Record<string, unknown> => {
  const shown = new Set(shownNow(section, surroundings, held).shown);
  const plain = patchOf(
    changed.filter(({ kind }) => kind !== 'entries'),
    held,
  );
  return Object.fromEntries(
    changed.map(({ name, kind }) => {
      if (!shown.has(name)) return [name, kind === 'multiselect' || kind === 'entries' ? [] : ''];
      return [name, kind === 'entries' ? entriesOf(held[name]) : plain[name]];
    }),
  );
};

export interface SectionCard {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly CaseField[];
}

const titles: Partial<Record<CaseSectionId, string>> = {
  deceased: 'Name and dates',
  informant: 'Informant',
  demographics: 'Person',
  medical: 'Physician and cause of death',
};

/** Returns fields grouped by heading, in the form's order. Each next of kin has its own card. */
export const cardsOf = (section: CaseSection): SectionCard[] => {
  const cards = new Map<string, CaseField[]>();
  for (const field of section.fields) {
    if (field.kind === 'entries' || (field.kind === 'reference' && field.of === 'customer')) continue;
    const title = field.group ?? titles[section.id] ?? 'Details';
    const { group: _, ...bare } = field;
    cards.set(title, [...(cards.get(title) ?? []), bare]);
  }
  return [...cards].map(([title, fields]) => ({ id: `${section.id}.${title}`, title, fields }));
};

/** A card without visible fields is hidden: a burial has no crematory. */
export const isCardShown = ({ fields }: SectionCard, shown: ReadonlySet<string>, values: Values): boolean =>
  fields.some((field) => shown.has(field.name) || isAnswered(field, values[field.name]));
