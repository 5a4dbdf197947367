import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { caseConditions } from '#domain/cases/case-conditions.ts';
import { deadlinesRun } from '#domain/cases/case-lifecycle.ts';
import { isVoidPermit } from '#domain/permits/permit-names.ts';
import { isYes } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { isUnitedStates } from '#domain/shared/reference-data/countries-and-states.ts';
import { isInCemetery, leavesAshes, methodOf } from '#domain/shared/reference-data/disposition-methods.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { type CalendarDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import type { Moment } from './rule-builders.ts';

interface PermitFacts {
  readonly permit_name: string;
  readonly issue_date: CalendarDate | null;
  readonly expiry_date: CalendarDate | null;
  readonly returned_date: CalendarDate | null;
}

/** The facts of a case that decide its deadlines. */
export interface DeadlineFacts {
  readonly status: CaseStatus;
  readonly isRunning: boolean;
  /** The state that registers the death; the home's until it is known, '' for a death abroad. */
  readonly state: string;
  /** The state of the home; '' in older cases. */
  readonly homeState: string;
  /** The state of the crematory, if it is not the home's. */
  readonly crematoryState?: string | undefined;
  /** The funeral home that sent the remains and files the certificate, until the state of death is known. */
  readonly receivedFrom?: string | undefined;
  /** IANA zone of the home; undefined in older cases. */
  readonly homeTimeZone?: string | undefined;
  readonly died?: Moment | undefined;
  /** Alkaline hydrolysis and natural organic reduction follow the rules of a cremation. */
  readonly isCremation: boolean;
  readonly cremation?: Moment | undefined;
  /** The burial, cremation or other disposition. */
  readonly disposition?: Moment | undefined;
  readonly delivered?: CalendarDate | undefined;
  readonly deliveredToCounty?: CalendarDate | undefined;
  /** '' if certified on an unknown day. */
  readonly certified?: CalendarDate | '' | undefined;
  readonly filed?: CalendarDate | '' | undefined;
  readonly causeIsPending: boolean;
  /** The day of the request for an amendment, or of death; undefined if none is needed. */
  readonly amendmentAsked?: CalendarDate | undefined;
  readonly amended?: CalendarDate | undefined;
  /** A stillbirth has a report of fetal death and no certificate. */
  readonly isStillborn: boolean;
  readonly isVeteran: boolean;
  readonly hasVaClaim: boolean;
  /** Without void permits. */
  readonly permits: readonly PermitFacts[];
}

type Sections = Readonly<Record<string, Values | undefined>>;

const dayIn = (values: Values | undefined, name: string): CalendarDate | undefined => {
  const value = values?.[name];
  return typeof value === 'string' && isCalendarDate(value) ? value : undefined;
};

const momentIn = (values: Values | undefined, day: string, time: string): Moment | undefined => {
  const on = dayIn(values, day);
  return on === undefined ? undefined : { day: on, time: stringAt(values, time) || undefined };
};

const onDay = (day: CalendarDate | undefined): Moment | undefined => (day === undefined ? undefined : { day });

const doneIn = (values: Values | undefined, desk: 'doctor' | 'county'): CalendarDate | '' | undefined =>
  values?.[`dc_${desk}_completed`] === true ? (dayIn(values, `dc_${desk}_completed_date`) ?? '') : undefined;

/** Services that bury on their day, unless another method is chosen; others may be weeks after the disposition. */
const burials = ['traditional', 'graveside', 'direct_burial'];

/** Returns when the body is buried, cremated or handed over by the arrangements. */
const dispositionOf = (service: Values, cremation: Moment | undefined): Moment | undefined => {
  const method = methodOf(service);
  if (method === 'cremation') return cremation;
  const own = caseConditions.dispositionHasDay(service)
    ? momentIn(service, 'disposition_date', 'disposition_time')
    : undefined;
  const isWithService = burials.includes(stringAt(service, 'service_type')) && (!method || isInCemetery(method));
  return own ?? (isWithService ? onDay(dayIn(service, 'service_date')) : undefined);
};

/** Returns the facts of a case from its status, home, sections and permits. */
export function factsOf(
  core: Parameters<typeof deadlinesRun>[0] & {
    readonly home_state?: string | undefined;
    readonly home_time_zone?: string | undefined;
  },
  sections: Sections,
  permits: readonly PermitFacts[],
): DeadlineFacts {
  const { status, home_state: homeState = '' } = core;
  const { deceased, service, medical, deathCertificate: certificate, veteran, servicesFees } = sections;
  const method = methodOf(service ?? {});
  // A cremation date that the family's change of mind left behind is not shown and does not count.
  const cremation =
    method === 'cremation'
      ? momentIn(medical, 'cremation_date', 'cremation_time')
      : leavesAshes(method)
        ? momentIn(service, 'disposition_date', 'disposition_time')
        : undefined;
  const state =
    stringAt(deceased, 'state_of_death') || (isUnitedStates(stringAt(deceased, 'country_of_death')) ? homeState : '');
  return {
    status,
    isRunning: deadlinesRun(core),
    state,
    homeState,
    crematoryState: method === 'cremation' ? stringAt(medical, 'crematory_state') : '',
    receivedFrom: stringAt(deceased, 'state_of_death') ? '' : stringAt(servicesFees, 'receiving_remains_from'),
    homeTimeZone: core.home_time_zone,
    died: momentIn(deceased, 'date_of_death', 'time_of_death'),
    isCremation: leavesAshes(method),
    cremation,
    disposition: dispositionOf(service ?? {}, cremation),
    delivered: dayIn(certificate, 'dc_delivered_to_doctor_date'),
    deliveredToCounty: dayIn(certificate, 'dc_delivered_to_county_date'),
    certified: doneIn(certificate, 'doctor'),
    filed: doneIn(certificate, 'county'),
    causeIsPending:
      isYes(certificate?.cause_of_death_pending) ||
      isYes(medical?.cause_of_death_pending) ||
      stringAt(medical, 'manner_of_death') === 'pending',
    amendmentAsked: isYes(certificate?.dc_amendment_needed)
      ? (dayIn(certificate, 'dc_amendment_asked_date') ?? dayIn(deceased, 'date_of_death'))
      : undefined,
    amended: dayIn(certificate, 'dc_amended_date'),
    isStillborn: isYes(deceased?.stillborn),
    isVeteran: isYes(veteran?.is_veteran),
    hasVaClaim: stringAt(veteran, 'va_claim_number') !== '',
    permits: permits.filter(({ permit_name }) => !isVoidPermit(permit_name)),
  };
}
