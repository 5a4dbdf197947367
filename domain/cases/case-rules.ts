import { isValidForCustomer } from '#domain/customers/valid-for-customer.ts';
import type { FormRules, Values } from '#domain/shared/forms/rules.ts';
import { isConfirmedName } from '#domain/shared/values/person-name.ts';
import { type CaseCondition, type CaseContext, caseConditions } from './case-conditions.ts';
import { caseDateErrors } from './date-rules.ts';
import { toFlatCase } from './flat-case.ts';
import { type CaseSectionId, caseSections, fieldsOfSection } from './sections/case-sections.ts';
import { ssnErrors } from './ssn-rules.ts';
import { caseTimeErrors } from './time-faults.ts';

/** The kept values of a case by section; a section that nobody wrote is absent. */
export type SectionValues = Readonly<Partial<Record<CaseSectionId, Values>>>;

const primaryContact = ({ next_of_kins: list }: Values): Values => (Array.isArray(list) ? (list[0] ?? {}) : {});

/** What the case form asks beyond its fields (D2 §5, D3 §5). */
export const caseRules: FormRules<CaseCondition, CaseContext> = {
  conditions: caseConditions,
  stageOf: ({ stage }) => stage,
  isStoredPlaceholder: ({ name }, value, values) =>
    isValidForCustomer(name, value, values) ||
    isValidForCustomer(name, value, values, 'customer_') ||
    isConfirmedName(name, value, values) ||
    // The fields for a contact repeat the primary contact.
    isConfirmedName(name.replace(/^customer_/, ''), value, primaryContact(values)),
  *crossFieldErrors(values, { today, clock }) {
    yield* caseDateErrors(values, today);
    if (clock) yield* caseTimeErrors(values, clock);
    yield* ssnErrors(values);
  },
};

/**
 * The values among which the fields of a section are judged: the section's own, and those of every other by their names
 * in the flat view. Of a name that several sections have, a section sees its own value alone.
 */
export function valuesVisibleToSection(id: CaseSectionId, sections: SectionValues): Values {
  const own = Object.fromEntries(fieldsOfSection(id).map(({ name }) => [name, sections[id]?.[name]]));
  return { ...toFlatCase(sections), ...own };
}

/** The ids of all sections, in the form's order. */
export const sectionIds: readonly CaseSectionId[] = caseSections.map(({ id }) => id);
