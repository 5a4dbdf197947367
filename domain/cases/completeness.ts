import { type MissingField, missingAtStage } from '#domain/shared/forms/completeness.ts';
import { type FormField, isAnswered, isBlank, labelOf } from '#domain/shared/forms/field.ts';
import { isRequired, type Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import { addMonths } from '#domain/shared/values/calendar-date.ts';
import { emailAddress } from '#domain/shared/values/email.ts';
import { parseDate } from '#domain/shared/values/life-dates.ts';
import { parsePhone } from '#domain/shared/values/phone.ts';
import { isUsZip } from '#domain/shared/values/zip.ts';
import type { CaseContext } from './case-conditions.ts';
import { caseRules, type SectionValues, sectionIds, valuesVisibleToSection } from './case-rules.ts';
import { type CaseSectionId, caseSections, fieldsOfSection } from './sections/case-sections.ts';

/** What the head of a section says of it (D2 §2). */
export type SectionBadge = 'Required' | 'Optional' | 'Partially Required' | 'Read Only';

/** What a case lacks to be at the stage, section by section: none for a draft or a cancelled case (D2 §4). */
export function missingForStage(sections: SectionValues, context: CaseContext): MissingField[] {
  return sectionIds.flatMap((id) =>
    missingAtStage(caseRules, { id, fields: fieldsOfSection(id) }, valuesVisibleToSection(id, sections), context),
  );
}

/** What is missing or wrong in a section, in the form's order; a section without gaps shows a green check (D2 §5). */
export function sectionGaps(id: CaseSectionId, sections: SectionValues, context: CaseContext): MissingField[] {
  const fields = fieldsOfSection(id);
  const values = valuesVisibleToSection(id, sections);
  const faults = validateFields(caseRules, fields, values, context);
  const gaps = fields.flatMap((field) => {
    const [message] = Object.entries(faults).find(([name]) => name.split('.')[0] === field.name)?.[1] ?? [];
    return message === undefined ? [] : [gapOf(id, field, values, message)];
  });
  if (id === 'service') return [...gaps, ...serviceGap(values, context, gaps)];
  if (id === 'family') return [...familyGap(values, context), ...gaps];
  return id === 'informant' ? informantGaps(values, gaps) : gaps;
}

/** The badge of a section: Required as a whole, asking for some of its fields, or for none (D2 §2). */
export function sectionBadge(
  id: CaseSectionId,
  sections: SectionValues,
  context: CaseContext,
  readOnly = false,
): SectionBadge {
  if (readOnly) return 'Read Only';
  const requirement = caseSections.find((section) => section.id === id)?.requirement;
  const isActive = context.stage === 'active' || context.stage === 'completed';
  if (requirement === 'required' || (requirement === 'required_when_active' && isActive)) return 'Required';
  const values = valuesVisibleToSection(id, sections);
  const asksForSome = fieldsOfSection(id).some((field) => isRequired(caseRules, field, values, context));
  return asksForSome ? 'Partially Required' : 'Optional';
}

/** Whether a case counts as complete where cases are shown (D2 §4). */
export function isCaseComplete({ deceased = {}, service = {} }: SectionValues): boolean {
  const { deceased_first_name, deceased_last_name, date_of_death } = deceased;
  return ![deceased_first_name, deceased_last_name, date_of_death, service.service_date, service.service_type].some(
    isBlank,
  );
}

function gapOf(section: string, field: FormField, values: Values, message: string): MissingField {
  return { section, field: field.name, label: labelOf(field, values), message };
}

/** The date of the service is within a year of today (D2 §5). */
function serviceGap(values: Values, { today }: CaseContext, gaps: readonly MissingField[]): MissingField[] {
  const date = parseDate(values.service_date);
  const isNear = !date || (date >= addMonths(today, -12) && date <= addMonths(today, 12));
  if (isNear || gaps.some(({ field }) => field === 'service_date')) return [];
  const message = 'Service date must be within 1 year of today';
  return [{ section: 'service', field: 'service_date', label: 'Service date', message }];
}

/** The family's section asks for the marital status, which stands in Demographics (D2 §5). */
function familyGap(values: Values, { stage }: CaseContext): MissingField[] {
  if ((stage !== 'active' && stage !== 'completed') || !isBlank(values.marital_status)) return [];
  const message = 'Marital status is required';
  return [{ section: 'family', field: 'marital_status', label: 'Marital status', message }];
}

const newCustomer: readonly (readonly [name: string, label: string, holds: (text: string) => boolean])[] = [
  ['customer_first_name', 'First name', () => true],
  ['customer_last_name', 'Last name', () => true],
  ['customer_address_street', 'Street', () => true],
  ['customer_address_city', 'City', () => true],
  ['customer_address_state', 'State', () => true],
  ['customer_address_zip', 'ZIP code', isUsZip],
  ['customer_phone', 'Phone number', (text) => 'digits' in parsePhone(text)],
  ['customer_email', 'Email', (text) => emailAddress.safeParse(text).success],
];

/** What one line about the informant stands for. */
export const informantAlternatives: ReadonlySet<string> = new Set([
  'informant_name',
  'informant_address',
  ...newCustomer.map(([name]) => name),
]);

/**
 * Beside the relationship: a chosen customer, or the informant's name and address, or a whole new customer. What the
 * contact fields lack is then said in one line (D2 §5).
 */
function informantGaps(values: Values, gaps: readonly MissingField[]): MissingField[] {
  const others = gaps.filter(({ field }) => !informantAlternatives.has(field) || !isBlank(values[field]));
  const isNamed = !isBlank(values.informant_name) && !isBlank(values.informant_address);
  if (isAnswered({ kind: 'reference' }, values.informant) || isNamed) return others;
  const lacking = newCustomer.filter(([name, , holds]) => {
    const value = values[name];
    return typeof value !== 'string' || isBlank(value) || !holds(value.trim());
  });
  if (lacking.length === 0) return others;
  const isBegun = lacking.length < newCustomer.length;
  const label = isBegun ? `New Customer (${lacking.map(([, name]) => name).join(', ')})` : 'Informant';
  const message = isBegun ? label : 'Select existing customer or enter informant name and address';
  return [...others, { section: 'informant', field: 'informant', label: isBegun ? label : message, message }];
}
