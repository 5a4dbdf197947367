import type { Case } from '#domain/cases/case-wire.schema.ts';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import { isAnswered } from '#domain/shared/forms/field.ts';
import { valueText } from '../../ui/fields/field-list.tsx';
import type { CaseSection } from '../parts/section-values.ts';

/** Fields with the same meaning in two sections, each with its own value (D2 and D3 §3). */
const sharedFieldNames: ReadonlySet<string> = new Set([
  'personal_effects_description',
  'ssa_notification_date',
  'medical_examiner_case',
  'cause_of_death_pending',
]);

/** Returns values of other sections for fields blank here, so that they do not read as "not recorded". */
export const valuesInOtherSections = (section: CaseSection, caseRecord: Case): Record<string, string> => {
  const valueIn = (id: CaseSection['id'], name: string): unknown =>
    (caseRecord.sections[id]?.values as Record<string, unknown> | undefined)?.[name];
  const open = section.fields.filter(
    (field) => sharedFieldNames.has(field.name) && !isAnswered(field, valueIn(section.id, field.name)),
  );
  return Object.fromEntries(
    open.flatMap(({ name }) => {
      const otherSection = caseSections.find(
        ({ id, fields }) =>
          id !== section.id && fields.some((field) => field.name === name && isAnswered(field, valueIn(id, name))),
      );
      const field: FormField | undefined = otherSection?.fields.find((candidate) => candidate.name === name);
      return otherSection && field
        ? [[name, `${valueText(field, valueIn(otherSection.id, name))} (in ${otherSection.title})`]]
        : [];
    }),
  );
};
