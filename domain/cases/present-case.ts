import { type MissingField, missingAtStage } from '#domain/shared/forms/completeness.ts';
import { type FormField, isAnswered, isBlank, labelOf } from '#domain/shared/forms/field.ts';
import { isRequired, type Values } from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import { wireValuesOf } from '#domain/shared/forms/wire.ts';
import { isUsZip } from '#domain/shared/values/address.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { addMonths, parseDate } from '#domain/shared/values/calendar-date.ts';
import { emailAddress } from '#domain/shared/values/email.ts';
import { toDecimal } from '#domain/shared/values/money.ts';
import { parsePhone } from '#domain/shared/values/phone.ts';
import { maskSsn } from '#domain/shared/values/ssn.ts';
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

/** D2 §2. */
export type SectionBadge = 'Required' | 'Optional' | 'Partially Required' | 'Read Only';

/** Returns the missing fields of a case at its stage; none for a draft or a cancelled case (D2 §4). */
export function missingForStage(sections: SectionValues, context: CaseContext): MissingField[] {
  return sectionIds.flatMap((id) =>
    missingAtStage(caseRules, { id, fields: fieldsOfSection(id) }, valuesVisibleToSection(id, sections), context),
  );
}

/** Returns the missing and invalid fields of a section in the form's order (D2 §5). */
export function sectionGaps(id: CaseSectionId, sections: SectionValues, context: CaseContext): MissingField[] {
  const fields = fieldsOfSection(id);
  const values = valuesVisibleToSection(id, sections);
  const errors = validateFields(caseRules, fields, values, context);
  const gaps = fields.flatMap((field) => {
    const [message] = Object.entries(errors).find(([name]) => name.split('.')[0] === field.name)?.[1] ?? [];
    return message === undefined ? [] : [gapOf(id, field, values, message)];
  });
  if (id === 'service') return [...gaps, ...serviceGap(values, context, gaps)];
  if (id === 'family') return [...familyGap(values, context), ...gaps];
  return id === 'informant' ? informantGaps(values, gaps) : gaps;
}

/** Returns the badge of a section (D2 §2). */
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

/** Returns whether a case counts as complete for display (D2 §4). */
export function isCaseComplete({ deceased = {}, service = {} }: SectionValues): boolean {
  const { deceased_first_name, deceased_last_name, date_of_death } = deceased;
  return ![deceased_first_name, deceased_last_name, date_of_death, service.service_date, service.service_type].some(
    isBlank,
  );
}

function gapOf(section: string, field: FormField, values: Values, message: string): MissingField {
  return { section, field: field.name, label: labelOf(field, values), message };
}

/** The service is within a year of today (D2 §5). */
function serviceGap(values: Values, { today }: CaseContext, gaps: readonly MissingField[]): MissingField[] {
  const date = parseDate(values.service_date);
  const isNear = !date || (date >= addMonths(today, -12) && date <= addMonths(today, 12));
  if (isNear || gaps.some(({ field }) => field === 'service_date')) return [];
  const message = 'Service date must be within 1 year of today';
  return [{ section: 'service', field: 'service_date', label: 'Service date', message }];
}

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

export const informantAlternatives: ReadonlySet<string> = new Set([
  'informant_name',
  'informant_address',
  ...newCustomer.map(([name]) => name),
]);

/** One message replaces the gaps of the contact: a customer, a name with address, or a new customer (D2 §5). */
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
  // An informant with a name needs only an address.
  if (!isBlank(values.informant_name)) {
    const address = { field: 'informant_address', label: 'Informant address', message: choose };
    return [...others, { section: 'informant', ...address }];
  }
  const isBegun = lacking.length < newCustomer.length;
  const message = isBegun ? `New Customer (${lacking.map(([, name]) => name).join(', ')})` : choose;
  return [...others, { section: 'informant', field: 'informant', label: message, message }];
}

/** Conditions look at values and the stage only, so no field is missing because of the day. */
const anyDay = '2000-01-01';

/** Returns the fields that a case needs to be activated or completed; none without a next step (D2 §4). */
export function missingForNextStep(sections: SectionValues, status: CaseStatus): MissingField[] {
  const next = nextStep(status);
  return next ? missingForStage(sections, { today: anyDay, stage: next.to }) : [];
}

/** Returns labels of missing fields by the title of their section, as a rejection lists them (D1 §8). */
export function missingByCategory(missing: readonly MissingField[]): Record<string, string[]> {
  const byTitle: Record<string, string[]> = {};
  for (const { section, label } of missing) {
    const title = sectionDefinitions.find(({ id }) => id === section)?.title ?? section;
    byTitle[title] = [...(byTitle[title] ?? []), label];
  }
  return byTitle;
}

/** Returns the deceased's name on one line. */
export const deceasedName = (deceased: Values | undefined): string =>
  stringAt(deceased, 'deceased_first_name', 'deceased_middle_name', 'deceased_last_name', 'deceased_suffix');

/** Digits of the informant's or the reporter's phone; '' if unknown. */
const informantPhone = (informant: Values = {}): string =>
  [contactOfInformant(informant).phone, informant.submitter_phone]
    .map((phone) => stringAt({ phone }, 'phone'))
    .find(Boolean) ?? '';

type CaseRowCore = Pick<
  CaseCore,
  'id' | 'case_number' | 'status' | 'created_at' | 'created_by_name' | 'funeral_home_id'
>;

/** Returns the list row of a case from its `knownSections`; used by the projection and the browser. */
export const caseRow = (
  core: CaseRowCore,
  sections: SectionValues,
): Omit<CaseRow, 'funeral_home_name' | 'gate' | 'tasks'> => ({
  id: core.id,
  case_number: core.case_number,
  status: core.status,
  created_at: core.created_at,
  deceased_full_name: deceasedName(sections.deceased),
  deceased_last_name: stringAt(sections.deceased, 'deceased_last_name'),
  date_of_birth: stringAt(sections.deceased, 'date_of_birth'),
  date_of_death: stringAt(sections.deceased, 'date_of_death'),
  service_type: stringAt(sections.service, 'service_type'),
  service_date: stringAt(sections.service, 'service_date'),
  service_time: stringAt(sections.service, 'service_time'),
  service_location: stringAt(sections.service, 'service_location'),
  informant_name: stringAt(sections.informant, 'informant_name'),
  informant_phone: informantPhone(sections.informant),
  created_by_name: core.created_by_name ?? '',
  is_complete: isCaseComplete(sections),
  missing_count: missingForNextStep(sections, core.status).length,
  total_paid: stringAt(sections.financial, 'total_paid') || toDecimal(0),
  next_steps: [],
  funeral_home_id: core.funeral_home_id,
});

/** Returns a case as the wire carries it, with drafts from old notes moved into their fields. */
export function presentCase(core: CaseCore, stored: StoredSections): Case {
  const known = sectionsWithoutEmbeddedDraft(sectionsWithCoreValues(core, stored));
  const values = Object.fromEntries(
    Object.entries(known).flatMap(([id, kept]) =>
      isSectionId(id) ? [[id, wireValuesOf(fieldsOfSection(id), kept)]] : [],
    ),
  );
  const written = Object.entries(values).filter(([id]) => stored[id]);
  // Spreading hundreds of different names into a literal is six times slower.
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
