import { isBlank, isYes } from '#domain/shared/forms/field.ts';
import type { Condition, Values } from '#domain/shared/forms/rules.ts';
import { hasPostalCodes, isUnitedStates } from '#domain/shared/reference-data/countries-and-states.ts';
import { isInCemetery, methodOf } from '#domain/shared/reference-data/disposition-methods.ts';
import { addDays, type CalendarDate, parseDate } from '#domain/shared/values/calendar-date.ts';
import type { HomeClock } from '#domain/shared/values/date-time.ts';
import { parseNumber } from '#domain/shared/values/number.ts';
import { isOneLetterName } from '#domain/shared/values/person-name.ts';
import type { CaseStatus } from './case.schema.ts';

/** The status of a case, or `submit` for a draft that is sent from the form (D2 §5). */
export type CaseStage = CaseStatus | 'submit';

export interface CaseContext {
  readonly today: CalendarDate;
  readonly stage: CaseStage;
  readonly clock?: HomeClock | undefined;
}

type CaseRule = Condition<CaseContext>;

/** Conditions under which fields of a case appear or are required (D2 §2 and §5, D3 §3 and §5). */
export const caseConditions = {
  hasSpouse: (values) => isOneOf(values, 'marital_status', ['married', 'separated', 'widowed']),
  isMarriedOnceActive: (values, { stage }) => isOpen(stage) && values.marital_status === 'married',
  isOnceActive: (_, { stage }) => isOpen(stage),
  diedWithinADay: (values) => {
    const [born, died] = [parseDate(values.date_of_birth), parseDate(values.date_of_death)];
    return born !== undefined && died !== undefined && died >= born && died <= addDays(born, 1);
  },
  mayBeStillborn: (values) =>
    isYes(values.stillborn) || isBlank(values.date_of_birth) || values.date_of_birth === values.date_of_death,
  ssnExpected: (values) => !isYes(values.stillborn) && !isYes(values.ssn_never_issued),
  noCustomerChosen: (values) => isBlank(values.informant),
  contactEntered,
  contactEnteredWithPostalCode: (values, context) =>
    contactEntered(values, context) && hasPostalCode(values, 'customer_address_country'),
  contactEnteredInUs: (values, context) => contactEntered(values, context) && customerInUs(values, context),
  customerInUs,
  isNotCustomer: (values) => isBlank(values.existingCustomerId),
  cannotBeReached: (values) =>
    !becomesCustomer(values) &&
    ['existingCustomerId', 'phone', 'email', 'address', 'address_street'].every((name) => isBlank(values[name])),
  becomesCustomer,
  kinNameIsOneLetter: oneLetterOf('first_name', 'last_name'),
  contactNameIsOneLetter: oneLetterOf('customer_first_name', 'customer_last_name'),
  deceasedNameIsOneLetter: oneLetterOf('deceased_first_name', 'deceased_last_name'),
  familyNameIsOneLetter: oneLetterOf(
    'father_first_name',
    'father_last_name',
    'spouse_first_name',
    'spouse_last_name',
    'spouse_maiden_name',
    'mother_first_name',
    'mother_last_name',
    'mother_maiden_name',
  ),
  becomesCustomerInUs: (values, context) => becomesCustomer(values) && contactInUs(values, context),
  becomesCustomerWithPostalCode: (values) => becomesCustomer(values) && hasPostalCode(values, 'address_country'),
  contactInUs,
  deathInUs: inUs('country_of_death'),
  bodyInUs: inUs('current_body_country'),
  birthInUs: inUs('place_of_birth_country'),
  homeInUs: inUs('home_address_country'),
  cemeteryInUs: inUs('cemetery_address_country'),
  isCremation: (values) => methodOf(values) === 'cremation',
  dispositionHasDay: (values) =>
    !isBlank(values.disposition_method) && !isOneOf(values, 'disposition_method', ['cremation', 'unknown']),
  // Older records have other types with "burial" in the name (D3 §3).
  isBurial: (values) =>
    methodOf(values)
      ? isInCemetery(methodOf(values))
      : values.service_type === 'traditional' || `${values.service_type}`.includes('burial'),
  urnIsCustom: (values) => values.urn_type === 'custom',
  urnIsOrdered: (values) => isYes(values.urn_ordered),
  isStillborn: (values) => isYes(values.stillborn),
  hasPacemaker: (values) => isYes(values.has_pacemaker),
  isNotStillborn: (values) => !isYes(values.stillborn),
  isHispanic: (values) => values.ethnicity === 'hispanic_latino',
  isVeteran: (values) => isYes(values.is_veteran),
  doctorHasCompleted: (values) => isYes(values.dc_doctor_completed),
  countyHasCompleted: (values) => isYes(values.dc_county_completed),
  copiesAreOrdered: (values) => (parseNumber(values.dc_copies_ordered) ?? 0) > 0,
  amendmentIsNeeded: (values) => isYes(values.dc_amendment_needed),
} satisfies Record<string, CaseRule>;

export type CaseCondition = keyof typeof caseConditions;

function isOpen(stage: CaseStage): boolean {
  return stage === 'active' || stage === 'completed';
}

/** A contact entered by name instead of a chosen customer (D2 §5). */
function contactEntered(values: Values, _: CaseContext): boolean {
  return isBlank(values.informant) && !(isBlank(values.customer_first_name) && isBlank(values.customer_last_name));
}

function oneLetterOf(...names: readonly string[]): CaseRule {
  return (values) => names.some((name) => isOneLetterName(values[name]));
}

/** A next of kin saved as a new customer needs an address (D2 §5); any other may give it later. */
function becomesCustomer(values: Values): boolean {
  return values.isCreatingNew === true && isBlank(values.existingCustomerId);
}

function customerInUs(values: Values, context: CaseContext): boolean {
  return inUs('customer_address_country')(values, context);
}

function contactInUs(values: Values, context: CaseContext): boolean {
  return inUs('address_country')(values, context);
}

function isOneOf(values: Values, name: string, chosen: readonly string[]): boolean {
  const value = values[name];
  return typeof value === 'string' && chosen.includes(value);
}

function hasPostalCode(values: Values, country: string): boolean {
  const value = values[country] ?? '';
  return typeof value !== 'string' || hasPostalCodes(value);
}

/** A blank country is the US. */
function inUs(country: string): CaseRule {
  return (values) => {
    const value = values[country] ?? '';
    return typeof value === 'string' && isUnitedStates(value);
  };
}
