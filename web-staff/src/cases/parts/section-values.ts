import * as z from 'zod';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import type { CaseContext } from '#domain/cases/case-conditions.ts';
import { caseRules, type SectionValues, valuesVisibleToSection } from '#domain/cases/case-validation.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { caseRow } from '#domain/cases/present-case.ts';
import type { CaseSectionId } from '#domain/cases/sections/case-sections.ts';
import type { CaseField, CaseSectionFields } from '#domain/cases/sections/short-sections.ts';
import { canonicalValue } from '#domain/shared/forms/canonical.ts';
import { sameValue, type Unchanged } from '#domain/shared/forms/entries-merge.ts';
import { type FieldValue, type FormField, isAnswered, isBlank } from '#domain/shared/forms/field.ts';
import { type FieldErrors, isRequired, isShown, type Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import { type HomeClock, localDateTime } from '#domain/shared/values/date-time.ts';
import type { FormValues } from '../../ui/fields/field-grid.tsx';
import { patchOf, toFormValues, unchangedAnswer } from '../../ui/record-form/form-values.ts';

/** The values of a case by section, as the rules of the domain take them. */
export const sectionValuesOf = ({ sections, location }: Case): SectionValues => {
  const values = Object.fromEntries(Object.entries(sections).map(([id, section]) => [id, section?.values ?? {}]));
  return { ...values, service: { ...values.service, location } };
};

/** A case as its list shows it. */
export const caseRowOf = (caseRecord: Case): CaseRow => ({
  ...caseRow(caseRecord, sectionValuesOf(caseRecord)),
  // A case for which money came in may have a financial section that nobody wrote in.
  ...(caseRecord.total_paid ? { total_paid: caseRecord.total_paid } : {}),
  funeral_home_name: caseRecord.funeral_home_name,
});

/** A section of the case form with its fields. */
export interface CaseSection {
  readonly id: CaseSectionId;
  readonly title: string;
  readonly fields: CaseSectionFields;
}

/** The fields that somebody can fill; the customer who is the informant follows the next of kin. */
export const editableFields = ({ fields }: CaseSection): readonly CaseField[] =>
  fields.filter(({ readOnly, kind, of }) => !readOnly && !(kind === 'reference' && of === 'customer'));

/** The entries of a list as a form holds them: one text each, the same for the same entry. */
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

/** The entries of a list that a form holds. */
export const entriesOf = (held: FieldValue | undefined): Values[] =>
  Array.isArray(held) ? held.map((text: string) => JSON.parse(text) as Values) : [];

const heldField = (field: FormField, value: unknown, timeZone: string): unknown => {
  if (typeof value === 'number') return String(value);
  // A control has no zone: an instant is written as the clock of the home showed it.
  if (field.kind === 'datetime' && typeof value === 'string' && value.endsWith('Z'))
    return localDateTime(timeZone, new Date(value));
  return field.kind === 'entries' && Array.isArray(value) ? heldEntries(value as Values[]) : value;
};

/** A section of a case as its form holds it. */
export const heldSection = (section: CaseSection, caseRecord: Case | undefined, timeZone: string): FormValues => {
  const fields = editableFields(section);
  const values: Values = caseRecord ? (sectionValuesOf(caseRecord)[section.id] ?? {}) : {};
  return toFormValues(
    fields,
    Object.fromEntries(fields.map((field) => [field.name, heldField(field, values[field.name], timeZone)])),
  );
};

/** What a form holds as the rules of the domain take it. */
const answersOf = (fields: readonly CaseField[], held: FormValues): Values =>
  Object.fromEntries(
    fields.map(({ name, kind }) => [name, kind === 'entries' ? entriesOf(held[name]) : (held[name] ?? '')]),
  );

/** Everything that the rules of one section read: what its form holds, amid what the rest of the case says. */
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

/** The fields of a section that are on the page now, and those of them that must be filled. */
export const shownNow = (section: CaseSection, { context, values }: SectionRuleInputs, held: FormValues) => {
  const answers = values(held);
  const shown = editableFields(section).filter((field) => isShown(caseRules, field, answers, context));
  return {
    shown: shown.map(({ name }) => name),
    required: shown.filter((field) => isRequired(caseRules, field, answers, context)).map(({ name }) => name),
  };
};

/** What the server would refuse of a section, by field, or by `next_of_kins.0.city` within lists. A draft may have gaps. */
export const sectionErrors = (
  section: CaseSection,
  { context, values }: SectionRuleInputs,
  held: FormValues,
): Readonly<FieldErrors> => {
  const gaps = context.stage === 'draft' || context.stage === 'cancelled' ? 'ignored' : 'named';
  return validateFields(caseRules, section.fields, values(held), context, { gaps });
};

/** The same as a schema, of the fields that the form holds. */
export const sectionRules = (section: CaseSection, surroundings: SectionRuleInputs) =>
  z.custom<FormValues>().superRefine((held, context) => {
    for (const [path, messages] of Object.entries(sectionErrors(section, surroundings, held))) {
      const [name = path] = path.split('.');
      if (name in held) for (const message of messages) context.addIssue({ code: 'custom', path: [name], message });
    }
  });

/** A number that is typed with other blanks or brackets is the number that is kept. */
export const unchangedInCase: Unchanged = (field, before, now) =>
  unchangedAnswer(field, before, now) ||
  (field.kind !== 'ssn' &&
    field.kind !== 'entries' &&
    sameValue(field, keptValue(field, before), keptValue(field, now)));

const keptValue = (field: FormField, value: FieldValue | undefined): unknown =>
  isBlank(value) ? '' : canonicalValue(field, value);

/** The changed fields as the wire carries them. What the same edit hides goes, as the server wants it. */
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

/** Fields of a section that are read and edited together. */
export interface SectionCard {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly CaseField[];
}

/** What the fields without a heading of their own are about. */
const titles: Partial<Record<CaseSectionId, string>> = {
  deceased: 'Name and dates',
  informant: 'Informant',
  demographics: 'Person',
  medical: 'Physician and cause of death',
};

/**
 * The cards of a section: its fields by their headings, in the form's order. Fields under the same heading stand in one
 * card; the next of kin have cards of their own.
 */
export const cardsOf = (section: CaseSection): SectionCard[] => {
  const cards = new Map<string, CaseField[]>();
  for (const field of section.fields) {
    if (field.kind === 'entries' || (field.kind === 'reference' && field.of === 'customer')) continue;
    const title = field.group ?? titles[section.id] ?? 'Details';
    // The heading stands over the card.
    const { group: _, ...bare } = field;
    cards.set(title, [...(cards.get(title) ?? []), bare]);
  }
  return [...cards].map(([title, fields]) => ({ id: `${section.id}.${title}`, title, fields }));
};

/** Whether a card has anything to say or to ask for now: a burial has no crematory. */
export const isCardShown = ({ fields }: SectionCard, shown: ReadonlySet<string>, values: Values): boolean =>
  fields.some((field) => shown.has(field.name) || isAnswered(field, values[field.name]));
