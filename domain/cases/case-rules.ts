import { isSaidOfCustomer } from '#domain/customers/said-of-customer.ts';
import type { FormRules, Values } from '#domain/forms/rules.ts';
import { isConfirmedName } from '#domain/values/person-name.ts';
import { type CaseCondition, type CaseContext, caseConditions } from './case-conditions.ts';
import { caseDateFaults } from './date-faults.ts';
import { flatValues } from './flat-view.ts';
import { type CaseSectionId, caseSections, fieldsOfSection } from './sections/case-sections.ts';
import { ssnFaults } from './ssn-faults.ts';
import { caseTimeFaults } from './time-faults.ts';

/** The kept values of a case by section; a section that nobody wrote is absent. */
export type SectionValues = Readonly<Partial<Record<CaseSectionId, Values>>>;

const primaryContact = ({ next_of_kins: list }: Values): Values => (Array.isArray(list) ? (list[0] ?? {}) : {});

/** What the case form asks beyond its fields (D2 §5, D3 §5). */
export const caseRules: FormRules<CaseCondition, CaseContext> = {
  conditions: caseConditions,
  stageOf: ({ stage }) => stage,
  standsForKept: ({ name }, value, values) =>
    isSaidOfCustomer(name, value, values) ||
    isSaidOfCustomer(name, value, values, 'customer_') ||
    isConfirmedName(name, value, values) ||
    // The fields for a contact repeat the primary contact.
    isConfirmedName(name.replace(/^customer_/, ''), value, primaryContact(values)),
  *misfits(values, { today, clock }) {
    yield* caseDateFaults(values, today);
    if (clock) yield* caseTimeFaults(values, clock);
    yield* ssnFaults(values);
  },
};

/**
 * The values among which the fields of a section are judged: the section's own, and those of every other by their names
 * in the flat view. Of a name that several sections have, a section sees its own value alone.
 */
export function valuesSeenBy(id: CaseSectionId, sections: SectionValues): Values {
  const own = Object.fromEntries(fieldsOfSection(id).map(({ name }) => [name, sections[id]?.[name]]));
  return { ...flatValues(sections), ...own };
}

/** The ids of all sections, in the form's order. */
export const sectionIds: readonly CaseSectionId[] = caseSections.map(({ id }) => id);
