import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { isYes } from '#domain/forms/field.ts';
import type { Values } from '#domain/forms/rules.ts';
import { type CalendarDate, isCalendarDate } from '#domain/values/calendar-date.ts';
import { textIn } from '#domain/values/text-of.ts';
import type { Moment } from './clocks.ts';

interface PermitFacts {
  readonly issue_date: CalendarDate | null;
  readonly expiry_date: CalendarDate | null;
  readonly returned_date: CalendarDate | null;
}

/** What of a case decides about its deadlines. */
export interface DeadlineFacts {
  readonly status: CaseStatus;
  /** Code of the state that registers the death; '' while it is not known, and for a death abroad. */
  readonly state: string;
  readonly died?: Moment | undefined;
  readonly isCremation: boolean;
  readonly cremation?: CalendarDate | undefined;
  /** The day of burial or cremation, as far as it is known. */
  readonly disposition?: CalendarDate | undefined;
  readonly delivered?: CalendarDate | undefined;
  readonly deliveredToCounty?: CalendarDate | undefined;
  /** On which day, where that was entered; '' where it was not. */
  readonly certified?: CalendarDate | '' | undefined;
  readonly filed?: CalendarDate | '' | undefined;
  readonly isVeteran: boolean;
  readonly hasVaClaim: boolean;
  readonly permits: readonly PermitFacts[];
}

type Sections = Readonly<Record<string, Values | undefined>>;

const dayIn = (values: Values | undefined, name: string): CalendarDate | undefined => {
  const value = values?.[name];
  return typeof value === 'string' && isCalendarDate(value) ? value : undefined;
};

const doneIn = (values: Values | undefined, desk: 'doctor' | 'county'): CalendarDate | '' | undefined =>
  values?.[`dc_${desk}_completed`] === true ? (dayIn(values, `dc_${desk}_completed_date`) ?? '') : undefined;

/** Kinds of service that bury or cremate on their day; another one may lie weeks behind that. */
const burials = ['traditional', 'graveside', 'direct_burial'];
const cremations = ['cremation', 'direct_cremation'];

/** The facts of a case: from its status, the values of its sections, and its permits. */
export function factsOf(status: CaseStatus, sections: Sections, permits: readonly PermitFacts[]): DeadlineFacts {
  const { deceased, service, medical, deathCertificate: certificate, veteran } = sections;
  const time = textIn(deceased, 'time_of_death');
  const day = dayIn(deceased, 'date_of_death');
  const type = textIn(service, 'service_type');
  const cremation = dayIn(medical, 'cremation_date');
  const isCremation = cremations.includes(type) || cremation !== undefined;
  const buried = burials.includes(type) && !cremation ? dayIn(service, 'service_date') : undefined;
  return {
    status,
    state: textIn(deceased, 'state_of_death'),
    died: day === undefined ? undefined : { day, time: time || undefined },
    isCremation,
    cremation,
    disposition: cremation ?? buried,
    delivered: dayIn(certificate, 'dc_delivered_to_doctor_date'),
    deliveredToCounty: dayIn(certificate, 'dc_delivered_to_county_date'),
    certified: doneIn(certificate, 'doctor'),
    filed: doneIn(certificate, 'county'),
    isVeteran: isYes(veteran?.is_veteran),
    hasVaClaim: textIn(veteran, 'va_claim_number') !== '',
    permits,
  };
}
