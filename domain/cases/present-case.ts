import { type MissingField, missingAtStage } from '#domain/shared/forms/completeness.ts';
import { type FormField, isAnswered, isBlank, labelOf } from '#domain/shared/forms/field.ts';
import { isRequired, type Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import { wireValuesOf } from '#domain/shared/forms/wire.ts';
import { addMonths } from '#domain/shared/values/calendar-date.ts';
import { emailAddress } from '#domain/shared/values/email.ts';
import { parseDate } from '#domain/shared/values/life-dates.ts';
import { toDecimal } from '#domain/shared/values/money.ts';
import { parsePhone } from '#domain/shared/values/phone.ts';
import { maskSsn } from '#domain/shared/values/ssn.ts';
import { isUsZip } from '#domain/shared/values/zip.ts';
import type { CaseRow, CaseStatus } from './case.schema.ts';
import { sectionsWithoutEmbeddedDraft } from './case-change.ts';
import { type CaseContext, caseConditions } from './case-conditions.ts';
import { deadlinesRun, nextStep } from './case-lifecycle.ts';
import { caseRules, type SectionValues, sectionIds, valuesVisibleToSection } from './case-validation.ts';
import type { Case } from './case-wire.schema.ts';
import { toFlatCase } from './flat-case.ts';
import { contactOfInformant } from './primary-contact.ts';
import { type CaseCore, type StoredSections, sectionsWithCoreValues } from './section-patch.ts';
import { type CaseSectionId, caseSections, fieldsOfSection } from './sections/case-sections.ts';
import { isSectionId, sectionDefinitions } from './sections/section-definitions.ts';

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
  const isAsked = (stage === 'active' || stage === 'completed') && !caseConditions.isStillborn(values);
  if (!isAsked || !isBlank(values.marital_status)) return [];
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
  const choose = 'Select existing customer or enter informant name and address';
  // An informant who has a name lacks the address only, however little their contact details say.
  if (!isBlank(values.informant_name))
    return [
      ...others,
      { section: 'informant', field: 'informant_address', label: 'Informant address', message: choose },
    ];
  const isBegun = lacking.length < newCustomer.length;
  const message = isBegun ? `New Customer (${lacking.map(([, name]) => name).join(', ')})` : choose;
  return [...others, { section: 'informant', field: 'informant', label: message, message }];
}

/** No field is missing because of the day it is: conditions look at values and the stage alone. */
const anyDay = '2000-01-01';

/** What a case lacks for its next step: to be activated, or completed; nothing where there is none (D2 §4). */
export function missingForNextStep(sections: SectionValues, status: CaseStatus): MissingField[] {
  const next = nextStep(status);
  return next ? missingForStage(sections, { today: anyDay, stage: next.to }) : [];
}

/** What is missing, as a refusal names it: labels by the title of their section (D1 §8). */
export function missingByCategory(missing: readonly MissingField[]): Record<string, string[]> {
  const byTitle: Record<string, string[]> = {};
  for (const { section, label } of missing) {
    const title = sectionDefinitions.find(({ id }) => id === section)?.title ?? section;
    byTitle[title] = [...(byTitle[title] ?? []), label];
  }
  return byTitle;
}

/** The text fields of a section that are filled in, as one line. */
export const sectionText = (values: Values | undefined, ...fields: string[]): string =>
  fields
    .map((field) => values?.[field])
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' ');

/** The deceased's name as one line. */
export const deceasedName = (deceased: Values | undefined): string =>
  sectionText(deceased, 'deceased_first_name', 'deceased_middle_name', 'deceased_last_name', 'deceased_suffix');

/** Digits of the informant's phone, or of who reported; '' where none is known. */
const informantPhone = (informant: Values = {}): string =>
  [contactOfInformant(informant).phone, informant.submitter_phone]
    .map((phone) => sectionText({ phone }, 'phone'))
    .find(Boolean) ?? '';

/** What of a case's core its row is made of. */
type CaseRowCore = Pick<
  CaseCore,
  'id' | 'case_number' | 'status' | 'created_at' | 'created_by_name' | 'funeral_home_id'
>;

/**
 * What the list shows of a case, but for the name of its home. `sections` are its values by section as they are known
 * (`knownSections`), with what the core keeps of them. The list's projection and the browser, which shows somebody's own
 * change before the list knows it, make the same row.
 */
export const caseRow = (core: CaseRowCore, sections: SectionValues): Omit<CaseRow, 'funeral_home_name'> => ({
  id: core.id,
  case_number: core.case_number,
  status: core.status,
  created_at: core.created_at,
  deceased_full_name: deceasedName(sections.deceased),
  date_of_birth: sectionText(sections.deceased, 'date_of_birth'),
  date_of_death: sectionText(sections.deceased, 'date_of_death'),
  service_type: sectionText(sections.service, 'service_type'),
  service_date: sectionText(sections.service, 'service_date'),
  service_time: sectionText(sections.service, 'service_time'),
  service_location: sectionText(sections.service, 'service_location'),
  informant_name: sectionText(sections.informant, 'informant_name'),
  informant_phone: informantPhone(sections.informant),
  created_by_name: core.created_by_name ?? '',
  is_complete: isCaseComplete(sections),
  missing_count: missingForNextStep(sections, core.status).length,
  total_paid: sectionText(sections.financial, 'total_paid') || toDecimal(0),
  funeral_home_id: core.funeral_home_id,
});

/**
 * A case as the wire carries it: named fields of the core, the sections, and their flat view. Drafts that older programs
 * embedded in the family's notes stand in the fields that they are for.
 */
export function presentCase(core: CaseCore, stored: StoredSections): Case {
  const known = sectionsWithoutEmbeddedDraft(sectionsWithCoreValues(core, stored));
  const values = Object.fromEntries(
    Object.entries(known).flatMap(([id, kept]) =>
      isSectionId(id) ? [[id, wireValuesOf(fieldsOfSection(id), kept)]] : [],
    ),
  );
  const written = Object.entries(values).filter(([id]) => stored[id]);
  // One object that grows: a literal that spreads hundreds of names, other ones in each case, is six times as slow.
  return Object.assign(toFlatCase(values), {
    id: core.id,
    case_number: core.case_number,
    status: core.status,
    version: core.version,
    created_at: core.created_at,
    updated_at: core.updated_at,
    created_by_name: core.created_by_name,
    deceased_full_name: deceasedName(known.deceased),
    social_security_number: core.ssn_last4 ? maskSsn(core.ssn_last4) : '',
    funeral_home_id: core.funeral_home_id,
    funeral_home_name: core.funeral_home_name,
    source_submission_id: core.source_submission_id,
    source_first_call_id: core.source_first_call_id ?? null,
    created_by_id: core.created_by_id ?? null,
    deadlines_run: deadlinesRun(core),
    cancelled_at: core.cancelled_at ?? null,
    cancelled_by_name: core.cancelled_by_name ?? null,
    sections: Object.fromEntries(written.map(([id, of]) => [id, { version: stored[id]?.version ?? 1, values: of }])),
  });
}
